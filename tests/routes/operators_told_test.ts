/** The instance tells its operators of a light by push, mail and a message on the air: once, and once when it is well again. */
import assert from "node:assert/strict";
import { SYSOP, testApp } from "../kit/app.ts";

const QUIET = "OPERATORS_QUIET", TOLD = "OPERATORS_TOLD";

async function opened() {
  const app = testApp({ MQTT_URL: "mqtt://broker.example" });
  const set = async (key: string, value: string) => {
    const { status, text } = await app.operator.put(`/api/admin/settings/${key}`, { value });
    assert.equal(status, 200, text);
  };
  const { run } = app.jobs.find(({ name }) => name === "lights")!;
  const sysop = await app.sysop();
  const account = app.accounts.holder(SYSOP)!.accountId;
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE account SET email = :email WHERE id = :account").run(
      tx,
      { email: "sysop@example.org", account } as never,
    )
  );
  return {
    ...{ app, set, sysop },
    /** Minutes pass, each with its look. */
    minutes: async (n: number) => {
      for (let i = 0; i < n; i++) {
        app.world.pass(60);
        await run();
      }
    },
    alerts: async (): Promise<string[]> =>
      (await sysop.get("/api/watch/alerts")).body.alerts.map((
        { kind, title }: { kind: string; title: string },
      ) => `${kind} ${title}`),
    aired: (): string[] =>
      app.db.sql<Record<never, never>, { payload: string }>(
        "SELECT payload FROM outbox WHERE payload LIKE '%ork%' ORDER BY id",
      ).all({} as never).map(({ payload }) => payload),
  };
}

Deno.test("by every way once, and once when it is well again; the board says since when", async () => {
  const { app, set, sysop, minutes, alerts, aired } = await opened();
  using _ = app;
  await set(QUIET, "off");
  await set(TOLD, "push,mail,aprs");
  await minutes(1);
  const none = app.world.sent.length;
  app.world.lives.failed("broker", "ECONNREFUSED");
  await minutes(10);
  assert.deepEqual(await alerts(), ["light_broken Broker (MQTT)"]);
  const mails = () => app.world.sent.slice(none).map(({ to, subject }) => [to, subject.replace(/^.*: /, "")]);
  assert.deepEqual(mails(), [["sysop@example.org", "Broker (MQTT) does not work"]]);
  assert.equal(aired().length, 1);
  assert.match(aired()[0]!, /Not working: Broker \(MQTT\)/);
  const seen = (await sysop.get("/api/admin/happenings")).body;
  assert.equal(typeof seen.since.broker, "number");
  assert.deepEqual(
    seen.items.filter(({ kind }: { kind: string }) => kind !== "act").map(({ kind, what }: {
      kind: string;
      what: string;
    }) => kind === "start" ? kind : `${what} ${kind}`),
    ["broker broken", "start"],
  );
  assert.ok(
    seen.items.some(({ kind, what, of, actor }: Record<string, string>) =>
      kind === "act" && what === "setting" && of === "setting" && actor === "OPERATOR"
    ),
  );
  app.world.lives.worked("broker");
  await minutes(10);
  assert.deepEqual(await alerts(), ["light_well Broker (MQTT)", "light_broken Broker (MQTT)"]);
  assert.equal(mails().length, 2);
  assert.equal(aired().length, 2);
  assert.equal((await sysop.get("/api/admin/happenings")).body.since.broker, undefined);
});

Deno.test("only by the ways that are chosen, and by none in quiet hours; digests say nothing of it again", async () => {
  const { app, set, sysop, minutes, alerts, aired } = await opened();
  using _ = app;
  await set(QUIET, "00:00-23:59");
  await set(TOLD, "push");
  app.world.lives.failed("mail", "refused");
  await minutes(10);
  assert.deepEqual(await alerts(), []);
  await set(QUIET, "off");
  assert.equal((await sysop.put("/api/notify/prefs", { digest: true })).body.digest, true);
  const before = app.world.sent.length;
  await minutes(2);
  assert.deepEqual(await alerts(), ["light_broken Mail"]);
  await app.jobs.find(({ name }) => name === "alerts-digest")!.run();
  assert.deepEqual([app.world.sent.length - before, aired().length], [0, 0]);
});

Deno.test("a mail that its server refuses goes as soon as it takes it, and once", async () => {
  const { app, set, minutes } = await opened();
  using _ = app;
  await set(QUIET, "off");
  const mailer = app.world.mail!, send = mailer.send;
  mailer.send = () => Promise.reject(new Error("ECONNREFUSED"));
  app.world.lives.failed("broker", "no");
  await minutes(5);
  const before = app.world.sent.length;
  mailer.send = send;
  await minutes(5);
  assert.equal(app.world.sent.length - before, 1);
});

Deno.test("members neither see what happened nor are told", async () => {
  const { app, set, minutes } = await opened();
  using _ = app;
  await set(QUIET, "off");
  assert.equal((await app.visitor.get("/api/admin/happenings")).status, 401);
  assert.equal((await app.operator.get("/api/admin/happenings?days=31")).status, 400);
  app.world.lives.failed("broker", "no");
  await minutes(5);
  const rows = app.db.sql<Record<never, never>, { n: number }>(
    "SELECT count(DISTINCT account_id) AS n FROM alert",
  ).get({} as never);
  assert.equal(rows!.n, 1);
});
