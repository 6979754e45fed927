/** `aprs decode`: every input line gives one JSON line, whatever is in it. */
import assert from "node:assert/strict";
import { decodeStream } from "../../src/cli/aprs.ts";
import { decodeTnc2, encodeFrame, encodeKiss, isUnreadable } from "../../src/aprs/mod.ts";

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

// deno-lint-ignore no-explicit-any -- printed JSON is looked into
async function decode(input: string | Uint8Array, size = 7): Promise<any[]> {
  let out = "";
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  await decodeStream({ input: chunks(bytes, size), write: (lines) => void (out += lines) });
  return out.trimEnd().split("\n").map((line) => JSON.parse(line));
}

Deno.test("monitor lines: understood or refused with a reason, one JSON object each", async () => {
  const [car, mesh, junk] = await decode(
    'N0CALL-9>APDR16,WIDE1-1:!4903.50N/07201.75W>088/036\r\n\n{"type":"msg","src_type":"lora","src":"OE1ABC","dst":"*","msg":"hi"}\njunk',
  );
  assert.equal(car.content.kind, "position");
  assert.deepEqual([car.symbolName, car.device.model, car.heard.direct], ["Car", "APRSdroid", true]);
  assert.deepEqual(mesh.content, { kind: "group", group: "*", text: "hi" });
  assert.deepEqual(junk, { raw: "junk", unreadable: "there is no '>' behind a source call" });
});

Deno.test("bytes that are not UTF-8 are read as ISO 8859-1 and given in hexadecimal too", async () => {
  const [packet] = await decode(
    Uint8Array.from([...new TextEncoder().encode("N0CALL>APRS:>gr"), 0xfc, 0xdf, 0x65]),
  );
  assert.equal(packet.content.text, "grüße");
  assert.equal(packet.infoHex, "3e6772fcdf65");
});

Deno.test("KISS bytes are told by their first byte", async () => {
  const packet = decodeTnc2("OE1ABC>APRS:>x");
  assert.ok(!isUnreadable(packet));
  const [read, broken] = await decode(
    Uint8Array.from([...encodeKiss(encodeFrame(packet)!), ...encodeKiss(Uint8Array.of(1))]),
  );
  assert.equal(read.content.text, "x");
  assert.match(broken.unreadable, /ends inside|ends early/);
});

Deno.test("the command itself reads standard input and prints lines", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-sys", "main.ts", "aprs", "decode"],
    cwd: new URL("../..", import.meta.url),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("N0CALL>APRS:>one\nN0CALL>APRS:>two\n"));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ content }) => content.text), ["one", "two"]);
});
