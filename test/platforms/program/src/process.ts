import { program } from "./program.ENDING";

console.log(JSON.stringify(await program()));
