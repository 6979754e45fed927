/** Messages, mail that waits, letters and bulletins around somebody, for tests that look at pages. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { rf } from "./boxes.ts";
import { member } from "./seed_game.ts";

/** What others wrote bears `text`. Gives the thread of a letter to `call` that was answered. */
export async function seedTalk(app: TestApp, call: string, text: string): Promise<number> {
  const short = text.replace(/[^\x20-\x7e]|[|~{]/g, "").slice(0, 60);
  const write = async (given: Record<string, unknown>) => {
    const made = await app.ingest.post("/api/bbs/messages", given);
    assert.equal(made.status, 201, made.text);
    return made.body as { id: number; threadId: number };
  };
  for (const one of [call, "OE1AAA"]) member(app, one);
  const said = (from: string, to: string, what: string) =>
    rf(app, `${from}>APRS::${to.padEnd(9)}:${what}`, "OE1GATE-1");
  await app.ingest.post("/ingest", {
    packets: [
      said("OE1AAA-7", call, `${short}{1`),
      said("OE1BBB", call, "QRV?{2"),
      said(call, "OE1BBB", "yes{3"),
    ],
  });
  const account = app.accounts.holder(call)!.accountId;
  const hold = (from: string, to: string) =>
    app.db.writeNow((tx) =>
      app.stations.mailbox.post(tx, {
        account: from === call ? account : app.accounts.holder(from)!.accountId,
        from,
        to,
        text: short.slice(0, 40),
        via: "app",
      })
    );
  hold(call, "OE9FAR");
  hold("OE1AAA", call);
  const letter = await write({ fromCall: "OE1AAA", toCall: call, subject: text.slice(0, 80), body: text });
  await write({ fromCall: call, toCall: "OE1AAA", subject: "Re", body: "TNX", replyTo: letter.id });
  await write({ fromCall: "OE1AAA", toCall: "DL1XYZ@DB0XYZ", subject: "", body: text });
  await write({ fromCall: call, toCall: "DL1XYZ@DB0XYZ", subject: "Hello", body: text });
  await write({ fromCall: "OE1AAA", toCall: "ALL@EU", subject: text.slice(0, 80), body: text.repeat(5) });
  return letter.threadId;
}
