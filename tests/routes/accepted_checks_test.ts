/** Lines of the checklist that the operator accepts, and the sign-in link for who lost the device. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { signUp } from "../kit/people.ts";

interface Line {
  key: string;
  status: string;
  level: string;
  accepted: string | null;
}

appTest(
  "a line of the checklist is accepted with a note, and counts again where it says something else",
  {},
  async (app) => {
    const sysop = await app.sysop();
    const line = async (key: string): Promise<Line> =>
      (await sysop.get("/api/admin/setup")).body.items.find((one: Line) => one.key === key);
    assert.deepEqual([(await line("SMTP_URL")).status, (await line("SMTP_URL")).accepted], ["missing", null]);
    const put = await sysop.put("/api/admin/setup/SMTP_URL", { note: "no mail here; never" });
    assert.deepEqual([put.status, put.body], [200, { key: "SMTP_URL", accepted: "no mail here; never" }]);
    assert.equal((await line("SMTP_URL")).accepted, "no mail here; never");
    await sysop.put("/api/admin/setup/SERVICE_CALL", { note: "made of mine" });
    // Another fault of the same line is not what was accepted.
    assert.match(
      (await sysop.get("/api/admin/settings")).body.settings
        .find((one: { key: string }) => one.key === "CHECKS_ACCEPTED").value,
      /^SMTP_URL\.unset no mail here; never$/m,
    );
    assert.equal((await sysop.put("/api/admin/setup/SMTP_URL", { note: null })).body.accepted, null);
    assert.equal((await line("SMTP_URL")).accepted, null);
    await refused(app, 409, "check_not_open", () => sysop.put("/api/admin/setup/SMTP_URL", { note: null }));
    await refused(
      app,
      409,
      "check_not_open",
      () => sysop.put("/api/admin/setup/INGEST_SECRET", { note: "x" }),
    );
    await refused(app, 400, undefined, () => sysop.put("/api/admin/setup/SMTP_URL", { note: "a\nb" }));
    await refused(app, 401, undefined, () => app.visitor.put("/api/admin/setup/SMTP_URL", { note: "x" }));
  },
);

appTest("a sysop with a fresh sign-in makes a link for a member, and for nobody who has no account", {
  OPERATOR_LINKS_FOR_ANY_CALL: "",
}, async (app) => {
  const sysop = await app.sysop(), { client: member } = await signUp(app, "OE1XYZ");
  await refused(app, 403, undefined, () => member.post("/api/admin/people/OE1XYZ/link"));
  await refused(app, 401, undefined, () => app.operator.post("/api/admin/people/OE1XYZ/link"));
  const made = await sysop.post("/api/admin/people/OE1XYZ/link");
  assert.equal(made.status, 200, made.text);
  const token = new URL(made.body.link).searchParams.get("token")!;
  const opened = await app.visitor.post("/auth/email/verify", { token });
  assert.equal(opened.status, 200, opened.text);
  assert.equal(opened.body.callsign, "OE1XYZ");
  await refused(app, 403, "not_admin_call", () => sysop.post("/api/admin/people/OE9NEW/link"));
  app.world.pass(1000);
  await refused(app, 401, "fresh_sign_in", () => sysop.post("/api/admin/people/OE1XYZ/link"));
});
