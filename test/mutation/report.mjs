/** Prints what was not noticed, and a table of the files; returns the score of all, in percent. */
export function report(results, seconds) {
  const survivors = results.filter(({ test }) => test === undefined);
  survivors.sort((a, b) => Number(a.id) - Number(b.id));
  for (const { id, place, kind, original, replacement, isCovered } of survivors) {
    console.log(`${place} ${kind}${isCovered ? "" : ", reached by no test"} #${id}`);
    console.log(`- ${original}\n+ ${replacement}\n`);
  }
  const files = [...new Set(results.map(({ file }) => file))].sort((a, b) => a.localeCompare(b));
  console.log("| file | noticed | broken off | survived | score |\n| --- | ---: | ---: | ---: | ---: |");
  for (const file of files)
    console.log(
      line(
        `\`${file}\``,
        results.filter((result) => result.file === file),
      ),
    );
  console.log(line("all", results));
  console.log(`\n${results.length} mutants, ${seconds.toFixed(0)} s`);
  return scoreOf(results);
}

/** Broken off: noticed because nothing came back, or something broke outside of a test. */
function line(name, results) {
  const noticed = results.filter(({ test, isClean }) => test !== undefined && isClean).length;
  const broken = results.filter(({ test, isClean }) => test !== undefined && !isClean).length;
  return `| ${name} | ${noticed} | ${broken} | ${results.length - noticed - broken} | ${scoreOf(results).toFixed(1)} % |`;
}

function scoreOf(results) {
  return (100 * results.filter(({ test }) => test !== undefined).length) / results.length;
}
