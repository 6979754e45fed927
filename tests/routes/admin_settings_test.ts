import assert from "node:assert/strict";
import { named, PROGRAM } from "../../src/base/mod.ts";
import { appTest, refused, SECRETS, SYSOP } from "../kit/app.ts";

appTest("an operator signs in by link, changes a setting, and reads it back", {}, async (app) => {
  const sysop = await app.sysop();
  assert.deepEqual((await sysop.get("/api/admin/whoami")).body, {
    sysop: true,
    callsign: SYSOP,
    configured: true,
  });

  const saved = await sysop.put("/api/admin/settings/HIDE_DAILY_LIMIT", { value: " 7 " });
  assert.equal(saved.status, 200);
  assert.equal(saved.body.setting.value, "7");
  assert.deepEqual(saved.body.setting.stored, { value: "7", at: app.world.now(), by: SYSOP });

  const listed = (await sysop.get("/api/admin/settings")).body;
  const limit = listed.settings.find((one: { key: string }) => one.key === "HIDE_DAILY_LIMIT");
  assert.deepEqual([limit.value, limit.source, limit.default, limit.min, limit.max], [
    "7",
    "site",
    "5",
    0,
    1000,
  ]);
  assert.ok(listed.groups.some((group: { id: string }) => group.id === limit.group));

  const reset = await sysop.delete("/api/admin/settings/HIDE_DAILY_LIMIT");
  assert.deepEqual([reset.body.setting.value, reset.body.setting.source, reset.body.setting.stored], [
    "5",
    "default",
    null,
  ]);
});

appTest("PUT settings refuses what does not fit, what is unknown, and what the environment sets", {
  API_RATE_ANON: "30",
}, async (app) => {
  const put = (key: string, value: unknown) => app.operator.put(`/api/admin/settings/${key}`, { value });
  const invalid = await refused(app, 400, "setting_invalid", () => put("HIDE_DAILY_LIMIT", "1001"));
  assert.match(invalid.body.error, /HIDE_DAILY_LIMIT takes a whole number from 0 to 1000/);
  await refused(app, 400, "setting_invalid", () => put("MIN_TRUST", "C"));
  await refused(app, 400, "setting_invalid", () => put("MIN_TRUST", " "));
  await refused(
    app,
    400,
    "setting_invalid",
    () => put("SECURITY_CONTACT", "a@b.at,c@d.at,e@f.at,g@h.at,i@j.at,k@l.at"),
  );
  await refused(app, 400, "invalid_body", () => put("MIN_TRUST", 1));
  await refused(app, 404, "setting_unknown", () => put("INGEST_SECRET", "another"));
  await refused(app, 404, "setting_unknown", () => put("ADMIN_CALLSIGNS", "OE1XYZ"));
  await refused(app, 404, "setting_unknown", () => put("NOTHING", "1"));
  await refused(app, 409, "setting_fixed_by_env", () => put("API_RATE_ANON", "50"));
  await refused(
    app,
    409,
    "setting_fixed_by_env",
    () => app.operator.delete("/api/admin/settings/API_RATE_ANON"),
  );
});

appTest("setting changes are audit-logged and stop at 120 an hour", {}, async (app) => {
  for (let i = 0; i < 130; i++) {
    assert.equal(
      (await app.operator.put("/api/admin/settings/HIDE_DAILY_LIMIT", { value: "x" })).status,
      400,
    );
  }
  for (let i = 0; i < 120; i++) {
    assert.equal(
      (await app.operator.put("/api/admin/settings/HIDE_DAILY_LIMIT", { value: String(i) })).status,
      200,
    );
  }
  const last = await refused(
    app,
    429,
    "rate_limited",
    () => app.operator.put("/api/admin/settings/HIDE_DAILY_LIMIT", { value: "1" }),
  );
  assert.ok(Number(last.headers.get("retry-after")) > 3000);
  const noted = app.db.sql<never, { n: number; actor: string }>(
    "SELECT count(*) AS n, min(actor) AS actor FROM audit_log",
  ).get()!;
  assert.deepEqual({ ...noted }, { n: 120, actor: "OPERATOR" });
});

appTest("the setup checklist shows secrets as set or unset only", {
  SMTP_URL: "smtp://user:hunter2@mail.example",
}, async (app) => {
  const { text, body } = await app.operator.get("/api/admin/setup");
  for (const secret of [...Object.values(SECRETS), "hunter2"]) assert.ok(!text.includes(secret));
  const found = (key: string) => body.items.find((item: { key: string }) => item.key === key)?.status;
  assert.deepEqual([
    found("INGEST_SECRET"),
    found("SESSION_SECRET"),
    found("APP_URL"),
    found("FED_PRIVATE_KEY"),
  ], [
    "ok",
    "ok",
    "missing",
    "missing",
  ]);
});

appTest("mail-test says how the mail server took it", {}, async (app) => {
  assert.deepEqual((await app.operator.post("/api/admin/mail-test", { to: "op@club.example" })).body, {
    ok: true,
    transport: "test",
  });
  assert.equal(app.world.sent[0]?.to, "op@club.example");
  await refused(app, 400, "invalid_body", () => app.operator.post("/api/admin/mail-test", { to: "nobody" }));
  app.world.mail!.send = () => Promise.reject(new Error("550 no such user"));
  const broken = await refused(
    app,
    502,
    "mail_refused",
    () => app.operator.post("/api/admin/mail-test", { to: "op@club.example" }),
  );
  assert.equal(broken.body.why, "550 no such user", "an operator is told what the server said");
});

appTest(
  "what operators are told to type begins with the program's name as it is here; others learn nothing of it",
  { FED_PRIVATE_KEY: "" },
  async (app) => {
    const sysop = await app.sysop();
    assert.equal((await sysop.get("/api/start")).body.program, PROGRAM);
    assert.equal("program" in (await app.visitor.get("/api/start")).body, false);
    assert.equal("program" in (await (await app.signIn("OE1ABC")).get("/api/start")).body, false);
    const items = (await sysop.get("/api/admin/setup")).body.items as {
      detail: string;
      fix: string | null;
    }[];
    const lines = items.flatMap(({ detail, fix }) => [detail, fix ?? ""]).filter((line) =>
      line.includes("main.ts")
    );
    assert.ok(lines.length > 0);
    for (const line of lines) assert.equal(line.replaceAll(PROGRAM, "").includes("main.ts"), false, line);
  },
);

Deno.test("a text that has the program's name already keeps it", () => {
  assert.equal(named("see main.ts backup, main.ts link"), `see ${PROGRAM} backup, ${PROGRAM} link`);
  assert.equal(named(named("main.ts backup")), `${PROGRAM} backup`);
});
