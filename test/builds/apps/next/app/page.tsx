import { answer } from "../src/answer";

export default async function Page() {
  return <p>{await answer()}</p>;
}
