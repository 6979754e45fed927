/** Mailboxes as mbox files, out and in. */
import assert from "node:assert/strict";
import { utf8 } from "../../../src/base/mod.ts";
import {
  checkImport,
  exportMailbox,
  importMail,
  type ImportOptions,
  readMailFile,
} from "../../../src/bbs/mod.ts";
import { callIn, readMbox, writeMbox } from "../../../src/bbs/files/mbox.ts";
import { appTest, type TestApp, testApp } from "../../kit/app.ts";
import { post } from "../../kit/bbs.ts";
import { count } from "../../kit/people.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const AT = Date.UTC(2026, 5, 1, 12) / 1000;

Deno.test("an mbox mail reads as it was written, lines that look like separators included", () => {
  const body = "From here on\n>From there\nFrom: no header\nGrüße 😀\n\nend";
  const subject = "Grüße aus Wien, 😀 und noch viel mehr Text, der in einem Wort keinen Platz hat";
  const file = writeMbox(
    { from: "OE1ABC-7", to: "ALL@EU", subject, at: AT, bid: "1_OE1SYS", text: body },
    "club.example",
  ) +
    writeMbox({ from: "DL1XYZ", to: "OE1ABC", subject: "plain", at: AT, text: "two\n\n\n" }, "club.example");
  assert.match(
    file,
    /^From oe1abc-7@club\.example Mon Jun {2}1 12:00:00 2026\nFrom: OE1ABC-7 <oe1abc-7@club\.example>\nTo: ALL@EU\nDate: Mon, 01 Jun 2026 12:00:00 \+0000\n/,
  );
  for (const line of file.split("\n")) assert.ok(line.length <= 120, line);
  const [first, second, ...more] = readMbox(utf8(file));
  assert.equal(more.length, 0);
  assert.deepEqual([first!.headers.get("subject"), first!.headers.get("x-bbs-bid"), text(first!.body)], [
    subject,
    "1_OE1SYS",
    `${body}\n`,
  ]);
  assert.deepEqual([second!.headers.get("subject"), text(second!.body)], ["plain", "two\n"]);
});

Deno.test("mbox of other programs: folded headers, encodings, CR LF, text before the first mail", () => {
  const file = [
    "noise",
    "From a@b Mon Jun  1 12:00:00 2026",
    "Subject: =?iso-8859-1?Q?Gr=FC=DFe?=",
    " =?utf-8?B?IGF1cw==?= Wien",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=C3=9Fe =",
    "weiter",
    "",
    "From a@b Mon Jun  1 12:00:00 2026",
    "Content-Transfer-Encoding: base64",
    "Subject: =?unknown-9?B?IGF1cw==?=",
    "",
    "R3LDvMOfZQ==",
    "",
    "From only-a-separator",
  ].join("\r\n");
  const [first, second, third, ...more] = readMbox(utf8(file));
  assert.equal(more.length, 0);
  assert.deepEqual([first!.headers.get("subject"), text(first!.body)], ["Grüße aus Wien", "Grüße weiter\n"]);
  assert.deepEqual([second!.headers.get("subject"), text(second!.body)], [
    "=?unknown-9?B?IGF1cw==?=",
    "Grüße",
  ]);
  assert.deepEqual([third!.headers.size, third!.body.length], [0, 0]);
  assert.deepEqual([...readMbox(utf8("no mail at all"))], []);
});

Deno.test("callIn() finds the callsign of an address", () => {
  for (
    const [header, call] of [
      ["OE1ABC <oe1abc@club.example>", "OE1ABC"],
      ['"Ann, OE1ABC" <ann@example.org>', "OE1ABC"],
      ["oe1abc-7@oe1xbb.#oe1.aut.eu", "OE1ABC-7"],
      ["ann@example.org", undefined],
      [undefined, undefined],
    ] as const
  ) {
    assert.equal(callIn(header), call);
  }
});

/** Takes a file in; gives what became of each mail. */
function take(app: TestApp, name: string, content: string, how: Partial<ImportOptions> = {}): string[] {
  const options = { bulletins: false, ...how };
  checkImport(options);
  return app.db.writeNow((tx) =>
    [...readMailFile(name, utf8(content))].map((mail) => importMail(app.bbs.office, tx, mail, options))
  );
}

Deno.test("a mailbox goes to another instance as a file, once; nothing of it is sent on", async () => {
  const app = testApp(), other = testApp({ ADMIN_CALLSIGNS: "DL1SYS" });
  await post(app, { toCall: "DL1XYZ", subject: "Grüße", body: "eins\nFrom zwei" });
  app.world.pass(60);
  await post(app, { fromCall: "DL1XYZ", toCall: "OE1ABC", body: "zurück" });
  await post(app, { toCall: "ALL", body: "public" });
  const file = [...exportMailbox(app.bbs.office, "OE1ABC-3")].join("");
  assert.equal(file.match(/^From /gm)!.length, 2, "received and sent, no bulletins");
  assert.deepEqual(take(other, "oe1abc.mbox", file), ["stored", "stored"]);
  assert.deepEqual(take(other, "oe1abc.mbox", file), ["duplicate", "duplicate"]);
  const [mail] = (await other.ingest.get("/api/bbs/messages?to=DL1XYZ")).body.messages;
  assert.deepEqual([mail.fromCall, mail.subject, mail.body, mail.postedAt, mail.origin, mail.delivery], [
    "OE1ABC",
    "Grüße",
    "eins\nFrom zwei\n",
    app.world.now() - 60,
    "import",
    "here",
  ]);
  assert.equal(count(other, "bbs_forward"), 0);
  assert.throws(() => [...exportMailbox(app.bbs.office, "ALL")], { reason: "bad_call" });
  // A number that the file brought is not given a second time.
  assert.equal(take(app, "again.mbox", file)[0], "duplicate");
  app.close();
  other.close();
});

appTest(
  "plain text comes in under its file's name, as mail or bulletins; what cannot be is named",
  {},
  async (app) => {
    const bulletin = { bulletins: true, to: "NEWS", from: "OE1XYZ" };
    assert.deepEqual(take(app, "Club_evening.txt", "On Friday", bulletin), ["stored"]);
    assert.deepEqual(take(app, "Club_evening.txt", "On Friday", bulletin), ["duplicate"]);
    const [shown] = (await app.visitor.get("/api/bbs/bulletins")).body.bulletins;
    assert.deepEqual([shown.subject, shown.body, shown.toCall, shown.fromCall], [
      "Club evening",
      "On Friday",
      "NEWS",
      "OE1XYZ",
    ]);
    assert.deepEqual(take(app, "a.txt", "x", { to: "OE1ABC" }), ["no_sender"]);
    assert.deepEqual(take(app, "a.txt", "x", { from: "OE1ABC" }), ["no_addressee"]);
    assert.deepEqual(take(app, "a.txt", "", { from: "OE1ABC", to: "OE1ABC" }), ["empty"]);
    assert.deepEqual(take(app, "a.txt", "x".repeat(65_537), { from: "OE1ABC", to: "OE1ABC" }), ["too_long"]);
    assert.throws(() => take(app, "a.txt", "x", { to: "TOO LONG" }), { reason: "bad_addressee" });
    assert.throws(() => take(app, "a.txt", "x", { from: "no call" }), { reason: "bad_call" });
    // No bulletin of a file is published or sent on, also when rules come later.
    assert.equal((await app.visitor.get("/federation/bulletins")).body.count, 0);
    await app.operator.post("/api/bbs/forward", { partner: "OE9XBB", route: "*" });
    assert.equal(count(app, "bbs_forward"), 0);
  },
);
