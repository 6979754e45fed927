/** Commands over the air as stations really send them: copies by several ways, retries, acks, answers. */
import assert from "node:assert/strict";
import { type Client, type TestApp, testApp } from "../kit/app.ts";

const CACHE = { lat: 48.2, lon: 16.3 };
const POSITION = "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[";

async function scene(env: Record<string, string> = {}) {
  const app = testApp({ FIRST_PARTY_SITES: "OE1XYZ-10", RADIO_REPLIES: "1", ...env });
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const { id, code } = (await owner.post("/api/caches", { title: "Old mill", ...CACHE })).body;
  const logs = async () => (await app.visitor.get(`/api/caches/${id}/logs`)).body.logs;
  const commands = async () => (await finder.get("/api/radio/commands")).body.commands;
  return { app, owner, finder, code, logs, commands };
}

/** A frame that a site heard, or an internet copy. */
const rf = (app: TestApp, raw: string, site = "OE1XYZ-10") => ({
  raw,
  heardAt: app.world.now(),
  via: "rf",
  port: "kiss",
  site,
});
const internet = (app: TestApp, raw: string) => ({
  raw: raw.replace(":", ",qAR,OE9GAT-10:"),
  heardAt: app.world.now(),
  via: "aprsis",
  port: "aprs-is",
});
async function post(app: TestApp, ...packets: object[]): Promise<void> {
  const { status, body, text } = await app.ingest.post("/ingest", { packets });
  assert.equal(status, 200, text);
  assert.deepEqual(body.rejected, []);
}
const message = (text: string, number = "") =>
  `OE2FND-7>APRS,WIDE1-1::OE1SYS-15:${text}${number && `{${number}`}`;
/** What was sent to a station, oldest first. */
async function answers(app: TestApp): Promise<string[]> {
  const { messages } = (await app.visitor.get("/api/messages?call=OE2FND-7")).body;
  return messages.filter((one: { direction: string }) => one.direction === "tx")
    .map((one: { body: string }) => one.body).reverse();
}

Deno.test("position and FOUND in one batch make a Tier A find, acknowledged and answered", async () => {
  const { app, code, logs, commands } = await scene();
  using _end = app;
  await post(app, rf(app, POSITION), rf(app, message(`FOUND ${code} 73`, "7")));
  const [log] = await logs();
  assert.deepEqual([log.tier, log.verified, log.text, log.author.call], ["A", true, "73", "OE2FND-7"]);
  assert.deepEqual(await answers(app), ["ack7", `${code}: found. Radio-verified`]);
  assert.deepEqual((await commands()).map((row: { status: string }) => row.status), ["logged"]);
});

Deno.test("retries and copies of one message are one find; each retry is acknowledged, none is answered again", async () => {
  const { app, code, logs } = await scene();
  using _end = app;
  const frame = message(`FOUND ${code}`, "12");
  await post(app, rf(app, POSITION), rf(app, frame));
  await post(app, rf(app, frame, "OE3ABC-10"), internet(app, frame));
  app.world.pass(60);
  await post(app, rf(app, message(`FOUND ${code}`, "12}AB")));
  app.world.pass(60);
  await post(app, rf(app, frame));
  assert.equal((await logs()).length, 1);
  const sent = await answers(app);
  assert.ok(sent.filter((text) => text.startsWith("ack12")).length >= 2, sent.join(", "));
  assert.equal(sent.filter((text) => text.includes("found")).length, 1);
});

Deno.test("an internet copy waits; the same message heard on radio later confirms it, once", async () => {
  const { app, code, logs, commands } = await scene();
  using _end = app;
  const frame = message(`FOUND ${code}`, "3");
  await post(app, rf(app, POSITION));
  await post(app, internet(app, frame));
  assert.deepEqual(await logs(), []);
  assert.deepEqual((await commands()).map((row: { status: string }) => row.status), ["pending"]);
  await post(app, rf(app, frame));
  assert.deepEqual((await logs()).map((log: { tier: string }) => log.tier), ["A"]);
  assert.deepEqual((await commands()).map((row: { status: string }) => row.status), ["logged"]);
});

Deno.test("what nobody attests is no Tier A: own site, internet position, forged third-party frame", async () => {
  const cases: [string, (app: TestApp, code: string) => object[]][] = [
    [
      "the finder's own site",
      (app, code) => [rf(app, POSITION, "OE2FND-10"), rf(app, message(`FOUND ${code}`))],
    ],
    ["an internet position", (app, code) => [internet(app, POSITION), rf(app, message(`FOUND ${code}`))]],
    ["a third-party position", (app, code) => [
      rf(app, `OE9BAD>APRS:}${POSITION.replace("WIDE1-1", "TCPIP,OE9BAD*")}`),
      rf(app, message(`FOUND ${code}`)),
    ]],
    ["a digipeated position", (app, code) => [
      rf(app, POSITION.replace("WIDE1-1", "OE4DIG*")),
      rf(app, message(`FOUND ${code}`)),
    ]],
  ];
  for (const [what, packets] of cases) {
    const { app, code, logs } = await scene({ FIRST_PARTY_SITES: "OE1XYZ-10,OE2FND-10" });
    using _end = app;
    await post(app, ...packets(app, code));
    assert.deepEqual((await logs()).map((log: { tier: string | null }) => log.tier), [null], what);
  }
});

Deno.test("HELP names the commands in one message, for anybody", async () => {
  const { app } = await scene({ RADIO_REPLIES: "0" });
  using _end = app;
  await post(app, rf(app, message("help")));
  const [help, ...more] = await answers(app);
  assert.deepEqual(more, []);
  for (const word of ["FOUND", "DNF", "NOTE", "MAIL", "NEAR", "HELP"]) assert.ok(help!.includes(word), help);
  assert.ok(help!.length <= 67, `${help!.length} characters: ${help}`);
});

Deno.test("a station near a cache is told by radio when its holder wants it", async () => {
  const { app, finder, code } = await scene();
  using _end = app;
  await post(app, rf(app, message("NEAR ON", "1")));
  assert.deepEqual((await finder.get("/api/near-radio")).body, { on: true });
  app.world.pass(60);
  await post(app, rf(app, POSITION));
  await settled(finder);
  const told = (await answers(app)).find((text) => text.startsWith("Near "));
  assert.equal(told, `Near ${code} Old mill 19m S. Reply FOUND ${code}`);
});

/** Near messages are written after the batch; a further write comes after them. */
const settled = (client: Client) => client.post("/api/near-radio", { on: true });

Deno.test("a command that came only over the internet says by which gate, and is counted until its sender decides", async () => {
  const { app, finder, code, logs, commands } = await scene();
  using _end = app;
  const waiting = async () => (await finder.get("/api/start")).body.counts.radioCommands;
  assert.equal(await waiting(), 0);
  await post(app, internet(app, message(`FOUND ${code} 73`, "7")));
  const [command] = await commands();
  assert.deepEqual([command.status, command.via, command.heardBy, command.body], [
    "pending",
    "aprsis",
    "OE9GAT-10",
    `FOUND ${code} 73`,
  ]);
  assert.equal(await waiting(), 1);
  assert.equal((await app.visitor.get("/api/start")).body.counts.radioCommands, 0);
  const done = await finder.post(`/api/radio/commands/${command.id}/confirm`);
  assert.equal(done.status, 200, done.text);
  assert.equal(await waiting(), 0);
  const [log] = await logs();
  assert.equal((await commands())[0].logId, log.id);
  // What a site heard names the site.
  await post(app, rf(app, message(`NOTE ${code} all well`, "8")));
  const [heard] = await commands();
  assert.deepEqual([heard.via, heard.heardBy], ["rf", "OE1XYZ-10"]);
});
