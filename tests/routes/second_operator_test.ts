/** The checklist's line for a second operator: in order once somebody else could go on alone. */
import assert from "node:assert/strict";
import { SYSOP, type TestApp, testApp } from "../kit/app.ts";

const SECOND = "OE2TWO";

const line = async (app: TestApp) => {
  const { body } = await app.operator.get("/api/admin/setup");
  const { status, level, reason, values } = body.items.find(({ key }: { key: string }) =>
    key === "operators"
  );
  return { status, level, reason, value: values.value };
};
const mail = (app: TestApp, call: string) =>
  app.db.writeNow((tx) =>
    app.db.sql<{ id: number; email: string }>("UPDATE account SET email = :email WHERE id = :id").run(tx, {
      id: app.accounts.holder(call)!.accountId,
      email: `${call.toLowerCase()}@example.org`,
    })
  );

Deno.test("one operator alone is no fault, and the line says that nobody else could go on", async () => {
  using app = testApp({ ADMIN_CALLSIGNS: SYSOP });
  await app.signIn(SYSOP);
  mail(app, SYSOP);
  assert.deepEqual(await line(app), {
    status: "missing",
    level: "optional",
    reason: "operators.one",
    value: "",
  });
});

Deno.test("a second callsign counts once it is verified, can sign in by itself, and is not suspended", async () => {
  using app = testApp({ ADMIN_CALLSIGNS: `${SYSOP},${SECOND}` });
  await app.signIn(SYSOP);
  mail(app, SYSOP);
  const waiting = { status: "missing", level: "optional", reason: "operators.waiting", value: SECOND };
  assert.deepEqual(await line(app), waiting, "nobody holds it");
  await app.signIn(SECOND);
  assert.deepEqual(await line(app), waiting, "only links of others let in");
  mail(app, SECOND);
  assert.deepEqual(await line(app), {
    status: "ok",
    level: "optional",
    reason: null,
    value: `${SYSOP}, ${SECOND}`,
  });
  app.db.writeNow((tx) => app.accounts.unverify(tx, SECOND));
  assert.deepEqual(await line(app), waiting, "not verified");
});

Deno.test("two callsigns of one person are one operator", async () => {
  using app = testApp({ ADMIN_CALLSIGNS: `${SYSOP},${SECOND}` });
  await app.signIn(SYSOP);
  mail(app, SYSOP);
  app.db.writeNow((tx) => {
    const { accountId } = app.accounts.holder(SYSOP)!;
    app.accounts.store.hold(tx, SECOND, accountId, app.world.now(), false);
    app.accounts.verify(tx, SECOND, "lotw");
  });
  assert.deepEqual(await line(app), {
    status: "missing",
    level: "optional",
    reason: "operators.one",
    value: "",
  });
});
