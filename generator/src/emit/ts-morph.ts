/** TypeScript, for those who read code: loaded by them alone, and only where there is code to read. */
export { Node, Project, ts, type FileSystemHost, type ObjectLiteralElementLike, type SourceFile } from "ts-morph";
