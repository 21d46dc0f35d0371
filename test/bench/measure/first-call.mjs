// node first-call.mjs <subject> <options>: from before the import to the first answer, in this process.
const [subject, options] = process.argv.slice(2);
const { prepare } = await import(`../subjects/${subject}.mjs`);

const cpuBefore = process.cpuUsage();
const wallBefore = performance.now();
const call = await prepare(JSON.parse(options));
await call();
const wall = performance.now() - wallBefore;
const { user, system } = process.cpuUsage(cpuBefore);

process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1000 }), () => process.exit());
