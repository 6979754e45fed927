/** Mail, partners and what a network would bring, for tests of the post office. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { member } from "./seed_game.ts";

export const letter = (given: Record<string, unknown> = {}) => ({
  fromCall: "OE1ABC",
  toCall: "DL1XYZ",
  subject: "Hello",
  body: "How are you?",
  ...given,
});

/** Posts by the box; gives the answer. Who writes is made a verified member unless it is told otherwise. */
export async function post(app: TestApp, given: Record<string, unknown> = {}, { verified = true } = {}) {
  const message = letter(given);
  if (verified) member(app, message.fromCall.replace(/-.*/, ""));
  const made = await app.ingest.post("/api/bbs/messages", message);
  assert.equal(made.status, 201, made.text);
  return made.body as { id: number; bid: string; type: string; threadId: number };
}

/** Enters a partner with rules for these routes. */
export async function partner(
  app: TestApp,
  call: string,
  routes: string[],
  given: Record<string, unknown> = {},
) {
  const made = await app.operator.post("/api/bbs/partners", { call, ...given });
  assert.equal(made.status, 201, made.text);
  for (const route of routes) {
    const rule = await app.operator.post("/api/bbs/forward", { partner: call, route });
    assert.equal(rule.status, 201, rule.text);
  }
  return made.body.partner as { id: number; call: string };
}

export interface PoolMail {
  type: string;
  from: string;
  at: string;
  to: string;
  bid: string;
  title: string;
  body: string;
  bodyBase64?: string;
}
/** What waits for a partner. */
export async function pool(app: TestApp, call: string, limit = 50): Promise<PoolMail[]> {
  const { status, body, text } = await app.ingest.get(`/api/bbs/forward/pool?partner=${call}&limit=${limit}`);
  assert.equal(status, 200, text);
  return body.messages;
}
export const poolBids = async (app: TestApp, call: string): Promise<string[]> =>
  (await pool(app, call)).map(({ bid }) => bid);

/** A partner brings a message. */
export async function bring(app: TestApp, by: string, given: Record<string, unknown>) {
  const message = {
    type: "P",
    from: "DL1XYZ",
    at: "",
    to: "OE1ABC",
    bid: "1_DL1XBB",
    title: "Hi",
    body: "Text",
    ...given,
  };
  const { status, body, text } = await app.ingest.post("/api/bbs/forward/inbound", {
    message,
    origin: `rf-fbb:${by}`,
  });
  assert.equal(status, 200, text);
  return body as { stored: number; deduped: boolean; why?: string };
}
/** An R: line of a system, at the tests' time. */
export const rLine = (address: string, bid = "1_DL1XBB"): string =>
  `R:260601/1100Z @:${address} #:1 $:${bid}\n`;
