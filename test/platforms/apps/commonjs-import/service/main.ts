async function main(): Promise<void> {
  const { program } = await import("../dist/program.js");
  console.log(JSON.stringify(await program()));
}

void main();
