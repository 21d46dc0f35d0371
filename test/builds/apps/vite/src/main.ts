import { answer } from "./answer.ts";

console.log(await answer());
