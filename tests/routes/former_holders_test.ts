/** A call goes from one holder to the next: of the former one's words the new one sees nothing, and she still has her own. */
import assert from "node:assert/strict";
import { appTest, type Client, refused, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { letter } from "../kit/bbs.ts";

const CALL = "DL1XYZ", OTHER = "OE1BOB";
const ENV = { SERVICE_CALL: "OE1SVC-15", FIRST_PARTY_SITES: "OE1GATE-1" };
const say = (app: TestApp, from: string, to: string, text: string) =>
  app.ingest.post("/ingest", { packets: [rf(app, `${from}>APRS::${to.padEnd(9)}:${text}`, "OE1GATE-1")] });
const posted = async (who: Client, path: string, body: Record<string, unknown>) => {
  const { status, body: answer, text } = await who.post(path, body);
  assert.ok(status < 300, `${path}: ${status} ${text}`);
  return answer;
};
/** What the two write to each other, each text with a word by which it is found; `PRIVATE` ones were on no air. */
const PRIVATE = ["herecame", "herewent", "boxcame", "boxwent", "mailcame", "mailwent"];
const ON_AIR = ["aircame", "airwent"];

async function lived(app: TestApp) {
  const alice = await app.signIn(CALL), bob = await app.signIn(OTHER);
  const account = app.accounts.holder(CALL)!.accountId;
  // Heard first: what waits for the call would go out to her, and would be public then.
  await say(app, "OE3XYZ-7", `${CALL}-9`, "aircame{1");
  await say(app, `${CALL}-9`, "OE3XYZ-7", "airwent{2");
  await posted(bob, "/api/tx/aprs", { kind: "message", addressee: CALL, text: "herecame" });
  await posted(alice, "/api/tx/aprs", { kind: "message", addressee: OTHER, text: "herewent" });
  await posted(bob, "/api/mailbox", { from: OTHER, to: CALL, text: "boxcame", onAir: true });
  await posted(alice, "/api/mailbox", { from: CALL, to: OTHER, text: "boxwent", onAir: true });
  await posted(bob, "/api/bbs/messages", letter({ fromCall: OTHER, toCall: CALL, subject: "mailcame" }));
  await posted(alice, "/api/bbs/messages", letter({ fromCall: CALL, toCall: OTHER, subject: "mailwent" }));
  const { body: { conversations } } = await alice.get("/api/messages/conversations");
  const told = conversations.find((one: { with: string }) => one.with === OTHER).last.id as number;
  app.world.pass(60);
  // Her second call keeps her account; the first one goes.
  app.db.writeNow((tx) => {
    app.people.calls.add(tx, account, "OE1ALI");
    app.accounts.verify(tx, "OE1ALI", "sysop", "OE1SYS", "test");
    app.people.calls.detach(tx, CALL, "OE1SYS", null, null);
  });
  app.world.pass(60);
  return { bob, told, alice: await app.signIn("OE1ALI"), next: await app.signIn(CALL) };
}
/** Everything that a member may ask for with the calls and numbers of this story put into addresses. */
async function walked(app: TestApp, who: Client): Promise<string> {
  const texts: string[] = [];
  // Channels never end, and say of the past nothing.
  const asked = app.routes.filter(({ method, path, options: { gate, produces } }) =>
    method === "GET" && !/sysop|operator|ingest|box/.test(gate.label) && path !== "/ws" &&
    !JSON.stringify(produces ?? "").includes("event-stream")
  );
  for (const { path } of asked) {
    for (const call of path.includes(":") ? [OTHER, CALL, "OE3XYZ-7", "1"] : [""]) {
      const at = path.replaceAll(/:\w+\*?/g, call);
      const known = `${at}?from=${CALL}&to=${CALL}&call=${CALL}&q=came&limit=50`;
      for (const address of [at, known]) {
        const { text } = await who.get(address, { accept: "application/json" });
        texts.push(`${address} ${text}`);
      }
    }
  }
  return texts.join("\n");
}
const exported = async (who: Client): Promise<string> => (await who.post("/api/account/me/export")).text;
const found = (text: string, words: string[]) => words.filter((word) => text.includes(word));

appTest("whoever proves a call sees nothing of what its former holder wrote and got", ENV, async (app) => {
  const { next, told } = await lived(app);
  const all = await walked(app, next);
  for (const word of PRIVATE) {
    assert.equal(all.split("\n").filter((line) => line.includes(word)).join("\n"), "", word);
  }
  const { body } = await next.get("/api/messages/conversations");
  assert.deepEqual([body.conversations, body.unread], [[], 0]);
  for (const other of [OTHER, "OE3XYZ-7"]) {
    assert.deepEqual((await next.get(`/api/messages/with/${other}`)).body.messages, [], other);
  }
  assert.equal((await next.get("/api/start")).body.counts.messages, 0);
  assert.deepEqual(found(await exported(next), [...PRIVATE, ...ON_AIR]), []);
  assert.doesNotMatch(await exported(next), /"call":"DL1XYZ-9"/);
  await refused(
    app,
    404,
    undefined,
    () => next.post("/api/reports", { kind: "message", id: String(told), category: "spam" }),
  );
  // What an operator is shown of the new holder is the new holder's.
  const sysop = await app.sysop();
  assert.doesNotMatch((await sysop.get(`/api/admin/members/${CALL}`)).text, /herewent|airwent/);
});

appTest("who has lost a call still has what she wrote under it and what came to it", ENV, async (app) => {
  const { alice, told } = await lived(app);
  const thread = async (other: string) =>
    (await alice.get(`/api/messages/with/${other}`)).body.messages.map(({ body }: { body: string }) => body);
  assert.deepEqual(await thread(OTHER), ["boxwent", "boxcame", "herewent", "herecame"]);
  assert.deepEqual(await thread("OE3XYZ-7"), ["airwent", "aircame"]);
  const { unread } = (await alice.post(`/api/messages/with/${OTHER}/read`, { upTo: told })).body;
  assert.equal(unread, 1, "what she has read is kept for her");
  const data = await exported(alice);
  assert.deepEqual(found(data, ["herecame", "herewent", "boxwent", "mailwent", ...ON_AIR]), [
    "herecame",
    "herewent",
    "boxwent",
    "mailwent",
    ...ON_AIR,
  ]);
  const report = { kind: "message", id: String(told), category: "spam" };
  assert.equal((await alice.post("/api/reports", report)).status, 201);
});

appTest("erasing takes what is one's own, and nothing of a former holder's", ENV, async (app) => {
  const { alice, next, bob } = await lived(app);
  await posted(bob, "/api/tx/aprs", { kind: "message", addressee: CALL, text: "to the next" });
  const kept = () =>
    app.db.sql<Record<never, never>, { body: string }>("SELECT body FROM message ORDER BY id").all({})
      .map(({ body }) => body);
  assert.equal((await next.post(`/api/account/${CALL}/delete`)).status, 200);
  assert.ok(!kept().includes("to the next"));
  assert.deepEqual(found(kept().join(), ["herecame", "herewent", ...ON_AIR]), [
    "herecame",
    "herewent",
    ...ON_AIR,
  ]);
  assert.equal((await alice.post("/api/account/OE1ALI/delete")).status, 200);
  assert.deepEqual(found(kept().join(), [...PRIVATE, ...ON_AIR]), []);
});
