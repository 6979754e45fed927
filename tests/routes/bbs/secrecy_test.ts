/**
 * A personal message is never visible to a third person: walks every declared read with every credential that is not its
 * sender's, its addressee's or the box's, and everything that other instances read.
 */
import assert from "node:assert/strict";
import type { Route } from "../../../src/http/mod.ts";
import { appTest, type Client, type TestApp, testApp } from "../../kit/app.ts";
import { filled, takenBy } from "../../kit/queries.ts";
import { bring, letter, partner, post, rLine } from "../../kit/bbs.ts";
import { enrolBox } from "../../kit/boxes.ts";

const SECRET = "xsecretx";
/** Endless, or not HTTP. */
const STREAMS = ["/ws", "/api/cot/stream"];

/** A club in which personal mail lies in every state that it can have. */
async function club() {
  const app = testApp({ BBS_REGION: "AUT.EU" });
  await partner(app, "OE9XBB", ["AUT", "EU"]);
  const text = { subject: `${SECRET} subject`, body: `${SECRET} text` };
  const bulletin = await post(app, { toCall: "ALL@EU", body: "public" });
  const letters = [
    await post(app, { ...text }), // no way
    await post(app, { ...text, toCall: "DL1XYZ @ OE9XBB.AUT.EU" }), // queued
    await post(app, { ...text, toCall: "DL1XYZ @ OE1SYS" }), // here
    await post(app, { ...text, fromCall: "DL1XYZ", toCall: "OE1ABC", replyTo: bulletin.id }), // in a public thread
    await post(app, { ...text, toCall: "12345", type: "T" }),
  ];
  await bring(app, "OE9XBB", {
    to: "DL1XYZ",
    title: text.subject,
    body: `${rLine("OE9XBB.AUT.EU")}\n${SECRET}`,
    bid: "5_OE9XBB",
  });
  return { app, bulletin, letters };
}

/** Addresses of a route: its parameters filled by what may be known, and queries that show most. */
function addresses(route: Route, ids: number[]): string[] {
  const paths = filled(route, (name) => name === "id" ? ids.map(String) : ["OE1ABC", "DL1XYZ"]);
  const queries = [
    "",
    "?to=DL1XYZ",
    "?from=OE1ABC",
    "?call=DL1XYZ",
    "?category=DL1XYZ",
    `?q=${SECRET.slice(0, 6)}`,
    "?limit=200&includeUnvetted=1",
    "?addr=DL1XYZ",
  ];
  const asked = takenBy(route, queries);
  return paths.flatMap((one) => asked.map((query) => one + query));
}

async function walk(
  app: TestApp,
  ids: number[],
  who: Client,
  look: (address: string, text: string) => void,
): Promise<number> {
  let walked = 0;
  for (const route of app.routes) {
    if (route.method !== "GET" || STREAMS.includes(route.path)) continue;
    for (const address of addresses(route, ids)) {
      const { status, text } = await who.with({}, `198.51.${(walked >> 8) & 255}.${walked & 255}`).get(
        address,
      );
      if (status === 200) look(address, text);
      walked++;
    }
  }
  return walked;
}

Deno.test("personal mail shows on no read to visitors, other members, the operator's session and secret, and other instances", async () => {
  const { app, bulletin, letters } = await club();
  using _end = app;
  const ids = [bulletin.id, ...letters.map(({ id }) => id)];
  const third: [string, Client][] = [
    ["visitor", app.visitor],
    ["member", await app.signIn("OE9EVE")],
    ["operator's session", await app.sysop()],
    ["operator", app.operator],
  ];
  for (const [name, who] of third) {
    const walked = await walk(app, ids, who, (address, text) => {
      assert.ok(!text.includes(SECRET), `${address} shows personal mail to ${name}`);
    });
    assert.ok(walked > 500, `${walked} addresses`);
  }
});

appTest(
  "the walk would see a leak: sender, addressee and box are shown it",
  { BBS_REGION: "AUT.EU" },
  async (app) => {
    const [abc, xyz] = [await app.signIn("OE1ABC"), await app.signIn("DL1XYZ")];
    const { id } = await post(app, letter({ body: SECRET }));
    const box = await enrolBox(app, "box-1", { services: true });
    const plain = await enrolBox(app, "box-2");
    const shown = async (path: string, who: { get(path: string): Promise<{ text: string }> }) =>
      (await who.get(path)).text.includes(SECRET);
    for (
      const [path, who, sees] of [
        ["/api/bbs/messages?to=DL1XYZ", xyz, true],
        ["/api/bbs/messages?to=DL1XYZ", abc, false],
        ["/api/bbs/messages?to=DL1XYZ", box, true],
        ["/api/bbs/messages?to=DL1XYZ", plain, false],
        ["/api/bbs/messages?to=DL1XYZ", app.ingest, true],
        ["/api/bbs/sent?from=OE1ABC", abc, true],
        ["/api/bbs/sent?from=OE1ABC", xyz, false],
        ["/api/bbs/sent?from=OE1ABC", box, true],
        ["/api/bbs/sent?from=OE1ABC", plain, false],
        [`/api/bbs/thread/${id}`, abc, true],
        [`/api/bbs/thread/${id}`, xyz, true],
        [`/api/bbs/thread/${id}`, app.visitor, false],
        ["/api/bbs/session?call=DL1XYZ", box, true],
        ["/api/bbs/session?call=DL1XYZ", plain, false],
        ["/api/bbs/session?call=OE9EVE", box, false],
      ] as const
    ) {
      assert.equal(await shown(path, who), sees, path);
    }
  },
);

appTest("every mailbox route × every credential: what does not open answers 401 or 403", {}, async (app) => {
  const { id } = await post(app, letter());
  const eve = await app.signIn("OE9EVE"), sysop = await app.sysop();
  const box = await enrolBox(app, "box-1", { services: true }), plain = await enrolBox(app, "box-2");
  const routes: [method: "GET" | "POST", path: string, body?: Record<string, unknown>][] = [
    ["POST", "/api/bbs/messages", letter()],
    ["GET", "/api/bbs/messages?to=DL1XYZ"],
    ["GET", "/api/bbs/sent?from=OE1ABC"],
    ["POST", `/api/bbs/messages/${id}/read`, {}],
    ["GET", "/api/bbs/session?call=DL1XYZ"],
    ["POST", "/api/bbs/session", { call: "DL1XYZ" }],
    ["POST", "/api/bbs/kill", { id: 999, call: "DL1XYZ" }],
    ["GET", "/api/bbs/forward/pool?partner=OE9XBB"],
    ["POST", "/api/bbs/forward/inbound", {}],
    ["POST", "/api/bbs/forward/sent", {}],
  ];
  const before = app.fingerprint();
  for (const [method, path, body] of routes) {
    for (const who of [app.visitor, app.operator, eve, sysop]) {
      const { status, text } = await who.send(method, path, body);
      assert.ok(status === 401 || status === 403, `${method} ${path}: ${status} ${text}`);
    }
  }
  assert.equal(app.fingerprint(), before, "a refusal changed the database");
  for (const [method, path, body] of routes) {
    const send = (one: typeof box) => method === "GET" ? one.get(path) : one.post(path, body);
    const { status, text } = await send(plain);
    assert.equal(status, 403, `${method} ${path}: ${status} ${text}`);
    const opened = await send(box);
    assert.ok(opened.status !== 401 && opened.status !== 403, `${method} ${path}: ${opened.text}`);
  }
});
