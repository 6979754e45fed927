/** What is known of outside services: by what they did, over a restart, and written seldom. */
import assert from "node:assert/strict";
import { askDns, Lives, type Living, NO_LIFE } from "../../src/base/mod.ts";
import { keepLives } from "../../src/db/mod.ts";
import { heededMail, shortfallOf } from "../../src/accounts/mail/mailer.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { rhythmOf } from "../../src/jobs/mod.ts";
import english from "../../src/words/en/admin.json" with { type: "json" };
import { testApp } from "../kit/app.ts";
import { START, testWorld } from "../kit/world.ts";

Deno.test("a service stands as it did last: nothing asked is untried, a failure fails until it works again", () => {
  const world = testWorld(), { lives } = world;
  assert.equal(lives.standing("mail"), "untried");
  lives.failed("mail", new Error("connect\n ECONNREFUSED"), { nextTryAt: START + 60 });
  assert.deepEqual(lives.of("mail"), {
    lastOkAt: null,
    lastFailedAt: START,
    lastError: "connect ECONNREFUSED",
    shortfall: "outage",
    nextTryAt: START + 60,
  });
  assert.equal(lives.standing("mail"), "fails");
  lives.worked("mail"); // within the same second
  assert.equal(lives.standing("mail"), "works");
  assert.deepEqual(lives.of("mail"), { ...NO_LIFE, lastOkAt: START, lastFailedAt: START });
  world.pass(5);
  lives.failed("mail", "535 5.7.8 no", { shortfall: "refusal" });
  assert.equal(lives.of("mail")!.lastOkAt, START, "when it last worked is still known");
  assert.equal(lives.of("mail")!.shortfall, "refusal");
});

Deno.test("a failure without words still is one, and long words are cut", () => {
  const lives = new Lives(() => START);
  lives.failed("push", "");
  assert.equal(lives.standing("push"), "fails");
  lives.failed("push", "x".repeat(9000));
  assert.equal(lives.of("push")!.lastError!.length, 300);
});

Deno.test("a change is written at once, what goes on as before once in ten minutes, and nothing else", () => {
  const world = testWorld(), { lives } = world;
  const written = () => lives.unwritten().put.map(({ service }) => service);
  lives.worked("mail");
  assert.deepEqual(written(), ["mail"]);
  assert.deepEqual(written(), []);
  world.pass(60);
  lives.worked("mail");
  assert.deepEqual(written(), [], "it works as before");
  lives.failed("mail", "no");
  assert.deepEqual(written(), ["mail"], "it has failed since");
  world.pass(601);
  assert.deepEqual(written(), [], "nothing was asked of it since");
  lives.failed("mail", "no");
  assert.deepEqual(written(), ["mail"]);
  lives.forget("mail");
  assert.deepEqual(lives.unwritten(), { put: [], drop: ["mail"] });
  assert.deepEqual(lives.unwritten(), { put: [], drop: [] });
});

Deno.test("a restart remembers; what the new process learnt before it read stays", async () => {
  const world = testWorld(), db = freshDatabase(world);
  const keep = keepLives(db, world.lives);
  world.lives.failed("mail", "ECONNREFUSED");
  world.lives.worked("dns:dns.example");
  await keep();
  const later = new Lives(world.now);
  later.worked("mail");
  keepLives(db, later);
  assert.equal(later.standing("mail"), "works");
  assert.equal(later.standing("dns:dns.example"), "works");
  const third = new Lives(world.now);
  keepLives(db, third);
  assert.equal(third.of("mail")!.lastError, "ECONNREFUSED");
  db.close();
});

Deno.test("a thousand services are kept, and of more the newest", () => {
  const lives = new Lives(() => START);
  for (let i = 0; i < 1003; i++) lives.worked(`neighbour:${i}`);
  const all: Living[] = lives.all();
  assert.equal(all.length, 1000);
  assert.equal(lives.of("neighbour:2"), undefined);
  assert.equal(lives.standing("neighbour:1002"), "works");
});

Deno.test("what a mail's error says of the server: an outage, a refusal, or nothing against it", () => {
  const cases: [string | undefined, unknown][] = [
    ["outage", Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET" })],
    ["outage", Object.assign(new Error("Greeting never received"), { code: "ETIMEDOUT" })],
    ["outage", { code: "EENVELOPE", command: "RCPT TO", responseCode: 451, response: "451 4.3.0 try later" }],
    ["refusal", { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535, response: "535 5.7.8 no" }],
    ["refusal", { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550, response: "550 5.1.8 sender" }],
    ["refusal", { code: "EENVELOPE", command: "RCPT TO", responseCode: 554, response: "554 5.7.1 relay" }],
    [undefined, { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.1.1 nobody" }],
    [undefined, { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550-5.1.1 nobody" }],
  ];
  for (const [is, error] of cases) assert.equal(shortfallOf(error), is, JSON.stringify(error));
});

Deno.test("each mail of the program tells how it went, whoever sent it", async () => {
  const world = testWorld();
  let why: Error | undefined;
  world.mail = heededMail({
    transport: "smtp://mail.example:25",
    send: () => why ? Promise.reject(why) : Promise.resolve(),
    look: () => why ? Promise.reject(why) : Promise.resolve(),
  }, world.lives);
  using app = testApp({}, { world });
  const test = () => app.operator.post("/api/admin/mail-test", { to: "a@example.org" });
  assert.equal((await test()).status, 200);
  assert.equal(world.lives.standing("mail"), "works");
  why = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ESOCKET" });
  for (let i = 0; i < 4; i++) assert.notEqual((await test()).status, 200);
  assert.equal(world.lives.standing("mail"), "fails");
  // What asks without sending tells it too.
  why = undefined;
  await world.mail.look!();
  assert.equal(world.lives.standing("mail"), "works");
});

Deno.test("a resolver that is silent fails, one that answers works, whatever it answers", async () => {
  const { lives } = testWorld();
  const ask = (answer: () => Promise<Response>) =>
    askDns(answer, "https://dns.example/dns-query", "example.org", "A", lives);
  await ask(() => Promise.reject(new TypeError("no route to host")));
  assert.equal(lives.of("dns:dns.example")!.lastError, "no route to host");
  await ask(() => Promise.resolve(new Response("busy", { status: 503 })));
  assert.match(lives.of("dns:dns.example")!.lastError!, /503/);
});

Deno.test("every job that the System page lists is named in words", () => {
  using app = testApp();
  const listed = app.jobs.filter((job) => rhythmOf(job) !== undefined).map(({ name }) => name);
  const nameless = listed.filter((name) => !(`job.${name.replaceAll("-", "_")}` in english));
  assert.ok(listed.length > 10);
  assert.deepEqual(nameless, []);
});
