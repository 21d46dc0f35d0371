import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";
import type { Files } from "../generator/folder.js";
import { diffAfter } from "../generator/diff/operations/project.js";

const test = suite("a vendor's history, reviewed by hand");

interface Said {
  readonly class: string;
  readonly sentence: string;
  readonly details?: readonly string[];
  readonly start?: { readonly line: number };
}

const versionOf = (version: string): Files => ({
  "client/openapi/intercom.yaml": readFileSync(
    join(shared, "corpus/operations/history", `intercom-${version}.yaml`),
    "utf8",
  ),
});

async function said(from: string, to: string): Promise<readonly Said[]> {
  const files = {
    "package.json": { type: "module" },
    "client/providers/intercom.json": {
      name: "intercom",
      defaultService: "default",
      services: [{ id: "default", baseUrl: "https://api.intercom.io" }],
      securitySchemes: [{ id: "bearerAuth", type: "http", scheme: "bearer" }],
      security: "bearerAuth",
      openapi: "../openapi/intercom.yaml",
    },
    "client/client.json": { providers: { intercom: { security: [{ id: "bearerAuth", token: "$TOKEN" }] } } },
    ...versionOf(from),
  };
  const { stdout } = await diffAfter(files, versionOf(to), { format: "json" });
  const { changes } = JSON.parse(stdout) as { changes: readonly Said[] };
  // What is said of many properties in one line has each of them in its details.
  return changes.flatMap((change) => [change, ...(change.details ?? []).map((sentence) => ({ ...change, sentence }))]);
}

/** What a reader of both documents found, each with the class that it has, and what `diff` says of it. */
type Review = readonly (readonly [found: string, kind: string, sentence: RegExp, count?: number])[];

async function agree(from: string, to: string, review: Review): Promise<void> {
  const changes = await said(from, to);
  for (const [found, kind, sentence, count = 1] of review) {
    const told = changes.filter((change) => sentence.test(change.sentence));
    assert.is(told.length, count, `${found}: ${JSON.stringify(told)}`);
    assert.equal([...new Set(told.map((change) => change.class))], [kind], found);
    assert.ok(
      told.every(({ start }) => start !== undefined),
      found,
    );
  }
  const severe = changes.filter((change) => change.class !== "compatible");
  const unexpected = severe.filter(({ sentence }) => !review.some(([, , expected]) => expected.test(sentence)));
  assert.equal(unexpected, [], "nothing else is more than compatible");
}

test("2.13 to 2.14", () =>
  agree("2.13", "2.14", [
    ["40 paths write their parameters with other names", "breaking", /^(?:path|operation) .* is now /, 40],
    ["17 operations are new", "compatible", /^operation .* was added$/, 17],
    [
      "one kind of activity left the list, 35 came",
      "breaking",
      /^"activity_type" of "ActivityLog" is now also one of .*, in answers/,
    ],
    [
      "the name of an export's job was misspelt",
      "breaking",
      /^"job_identfier" of "DataExport" was renamed to "job_identifier", in answers/,
    ],
    [
      "choices of a new attribute are objects, no texts",
      "breaking",
      /^type "CreateDataAttributeRequest" is now .*, in requests/,
    ],
    [
      "choices of an attribute depend on its kind",
      "breaking",
      /^"options" of "UpdateDataAttributeRequest" was removed, in requests/,
    ],
    [
      "a ticket is assigned by other properties",
      "breaking",
      /^"assignment" of "UpdateTicketRequest" was removed, in requests/,
    ],
    [
      "a note's contact stands in the path alone",
      "breaking",
      /^"contact_id" in the JSON body of "POST \/contacts\/\{contact_id\}\/notes" was removed$/,
    ],
    ["the version that is assumed is the new one", "behavioural", /^the default of type "IntercomVersion" is now /],
    [
      "admins can offer quick replies",
      "compatible",
      /^"message_type" of "AdminReplyConversationRequest" is now one of comment, note, quick_reply; .* in requests/,
    ],
    [
      "conversations tell their own attributes",
      "compatible",
      /^"custom_attributes" of "Conversation" was added, in answers/,
    ],
    [
      "a message may have several recipients",
      "compatible",
      /^type "CreateMessageRequest(?:To)?" is now .*, in requests/,
    ],
  ]));

test("2.14 to 2.15", () =>
  agree("2.14", "2.15", [
    ["12 operations are new", "compatible", /^operation .* was added$/, 12],
    [
      "what became of an AI agent's answer is told in other words",
      "breaking",
      /^"resolution_state" of "AiAgent" is now also one of .*, in answers/,
    ],
    [
      "one kind of activity left the list, 11 came",
      "breaking",
      /^"activity_type" of "ActivityLog" is now also one of .*, in answers/,
    ],
    ["the version that is assumed is the new one", "behavioural", /^the default of type "IntercomVersion" is now /],
    [
      "a reply may be sent without notifications",
      "compatible",
      /^"skip_notifications" of "AdminReplyConversationRequest" was added, in requests/,
    ],
    ["a conversation tells its company", "compatible", /^"company" of "Conversation" was added, in answers/],
  ]));

test.run();
