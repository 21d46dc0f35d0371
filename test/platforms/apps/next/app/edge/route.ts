export { POST } from "../node/route";

export const runtime = "edge";
