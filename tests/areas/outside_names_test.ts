/** What this program says of itself to others: to mail servers, and to whoever starts it anew with a restored file. */
import assert from "node:assert/strict";
import { parseEnv } from "node:util";
import { smtpMailer } from "../../src/accounts/mod.ts";
import { declaredAlone } from "../../src/archive/secrets.ts";

/** A mail server that takes one letter: what was said to it, line by line. */
function mailServer() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), said: string[] = [];
  const served = (async () => {
    const line = await listener.accept(), encoder = new TextEncoder();
    const answer = (text: string) => line.write(encoder.encode(`${text}\r\n`));
    await answer("220 ready");
    let rest = "", inData = false;
    const bytes = new Uint8Array(65_536), decoder = new TextDecoder();
    for (;;) {
      const n = await line.read(bytes);
      if (n === null) return line.close();
      const lines = (rest + decoder.decode(bytes.subarray(0, n))).split("\r\n");
      rest = lines.pop()!;
      for (const one of lines) {
        said.push(one);
        if (inData) {
          if (one !== ".") continue;
          inData = false;
          await answer("250 taken");
        } else if (one === "DATA") {
          inData = true;
          await answer("354 go on");
        } else if (one === "QUIT") {
          await answer("221 bye");
          await line.closeWrite();
        } else await answer("250 ok");
      }
    }
  })();
  return { url: `smtp://127.0.0.1:${listener.addr.port}`, said, served, close: () => listener.close() };
}

Deno.test("a mail names the host as it is known outside, and says that no person wrote it", async () => {
  const server = mailServer();
  const head = () => ({ name: undefined, words: undefined });
  await smtpMailer(server.url, "club@club.example.org", head, "club.example.org")
    .send({ to: "ann@example.org", subject: "Hello", text: "Text" });
  assert.match(server.said[0]!, /^EHLO club\.example\.org$/);
  assert.ok(server.said.includes("Auto-Submitted: auto-generated"), server.said.join("\n"));
  await server.served;
  server.close();
});

Deno.test("a restored env file sets what is declared and nothing else", () => {
  const text = (given: string) => new TextDecoder().decode(declaredAlone(new TextEncoder().encode(given)));
  const restored = text(
    [
      "INGEST_SECRET='abc'",
      "LD_PRELOAD=/tmp/evil.so",
      "export NODE_OPTIONS=--require=/tmp/evil.js",
      "PATH=/tmp",
      "# a comment",
      'CLUB_NAME="Our club # and more"',
      "OPERATOR_SECRET=a b",
    ].join("\n"),
  );
  const read = parseEnv(restored);
  assert.deepEqual(Object.keys(read).sort(), ["CLUB_NAME", "INGEST_SECRET", "OPERATOR_SECRET"]);
  assert.deepEqual([read.INGEST_SECRET, read.CLUB_NAME], ["abc", "Our club # and more"]);
  assert.doesNotMatch(restored, /^(?!#).*(?:LD_PRELOAD|NODE_OPTIONS|PATH=)/m);
  assert.match(restored, /^# Left out .*LD_PRELOAD/m);
  // A value of two lines would be a line of its own to another reader.
  assert.throws(() => text('SMTP_URL="smtp://x\\nLD_PRELOAD=/tmp/evil.so"'), { reason: "archive_unsound" });
});
