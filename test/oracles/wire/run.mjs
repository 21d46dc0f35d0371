// What the SDK sends, judged by swagger-client, by the specification's table and by Prism. Usage: node run.mjs [--record]
// [names of vendors ..]; `--record` writes what `npm test` holds without the judges.
import { readFileSync } from "node:fs";
import { cases } from "./cases.mjs";
import { ruleNames } from "./exceptions.mjs";
import { record, requestsRecord, stylesRecord } from "./record.mjs";
import { hasVendors, judgeRequests, vendorDocuments } from "./requests.mjs";
import { compareStyles } from "./styles.mjs";

const isWritten = process.argv.includes("--record");
const vendors = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const problems = [...(await styles()), ...(await requests())];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function styles() {
  const rows = await compareStyles(cases);
  const differing = rows.filter(({ isSame, isSpecified }) => !isSame || !isSpecified);
  const strange = differing.filter(({ exception }) => exception === undefined);
  const unused = ruleNames.filter((name) => !rows.some(({ exception }) => exception === name));
  const specified = rows.filter((row) => row.specified !== undefined);
  console.log(
    `wire: ${rows.length} cases of styles, ${rows.length - differing.length} as swagger-client, ` +
      `${specified.filter(({ isSpecified }) => isSpecified).length} of ${specified.length} as the specification's table, ` +
      `${differing.length - strange.length} under ${ruleNames.length} named rules, ${strange.length} unexplained`,
  );
  return [
    ...strange.map(
      ({ id, bytes, swaggerClient, specified: table }) => `${id}: ${shown({ bytes, swaggerClient, table })}`,
    ),
    ...unused.map((name) => `no case differs by the rule "${name}" any more`),
    ...(await recorded("styles", stylesRecord(rows))),
  ];
}

async function requests() {
  const own = JSON.parse(readFileSync(new URL("depot.json", import.meta.url), "utf8"));
  const documents = vendorDocuments(vendors);
  if (!hasVendors) console.log("skipped: requests of vendors, because ../shared is absent");
  const rows = await judgeRequests({ depot: own, ...documents });
  const sent = rows.filter((row) => row.sent !== undefined);
  const bodies = sent.filter(({ options }) => options.json !== undefined);
  const problems = rows.flatMap(({ vendor, operation, violations = [], uncontrolled = [] }) => [
    ...violations.map((each) => `${vendor} ${operation}: ${each}`),
    ...uncontrolled.map((each) => `${vendor} ${operation}: Prism lets pass ${each}`),
  ]);
  console.log(
    `wire: ${sent.length} requests of ${new Set(sent.map(({ vendor, operation }) => `${vendor} ${operation}`)).size} operations ` +
      `in ${Object.keys(documents).length + 1} documents, ${bodies.length} with JSON, judged by Prism: ` +
      `${rows.filter(({ isExcusedCall }) => isExcusedCall).length} under a named rule, ${problems.length} unexplained; ` +
      `${rows.filter(({ skipped }) => skipped !== undefined).length} not tried (no JSON, or a pattern)`,
  );
  return [
    ...problems,
    ...(await recorded("requests", requestsRecord(sent.filter(({ vendor }) => vendor === "depot")))),
  ];
}

async function recorded(name, value) {
  return (await record(name, value, isWritten)) ? [] : [`the record of ${name} is another: run wire/run.mjs --record`];
}

function shown(texts) {
  return Object.entries(texts)
    .map(([name, text]) => `${name} ${JSON.stringify(text)}`)
    .join(", ");
}
