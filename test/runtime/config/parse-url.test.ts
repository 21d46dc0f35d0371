import { parseUrl } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("URLs that are not ASCII");

test("a host with an umlaut is a URL in a warm program too", () => {
  for (let call = 0; call < 20_000; call += 1) {
    assert.is(parseUrl("https://bücher.example/v2")?.host, "xn--bcher-kva.example", `call ${call}`);
  }
});

test.run();
