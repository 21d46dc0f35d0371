export { openFlow } from "./pages.js";
