/** Nobody transmits past the rules: a permit is made where they are, and drivers take nothing else. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

Deno.test("only the transmitter makes permits", () => {
  const makers = files("src/").filter(({ text }) => /= new Permit\(|: new Permit\(/.test(text)).map((
    { path },
  ) => path);
  assert.deepEqual(makers, ["src/box/transmit/transmitter.ts"]);
});
