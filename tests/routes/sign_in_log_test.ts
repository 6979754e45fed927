import assert from "node:assert/strict";
import { configureSync, type LogRecord } from "@logtape/logtape";
import { appTest } from "../kit/app.ts";
import { login, signUp } from "../kit/people.ts";

const records: LogRecord[] = [];
configureSync({
  sinks: { kept: (record) => void records.push(record) },
  loggers: [{ category: ["test"], sinks: ["kept"], lowestLevel: "info" }, {
    category: ["logtape", "meta"],
    sinks: [],
  }],
  reset: true,
});
const lines = () =>
  records.splice(0).filter(({ category }) => category.includes("accounts"))
    .map(({ message }) => message.join(""));

appTest(
  "a refused sign-in is logged with its way, reason and network, and never with what was shown",
  {},
  async (app) => {
    const { device } = await signUp(app, "OE1ABC");
    app.db.writeNow((tx) =>
      app.people.suspensions.suspend(tx, "OE1ABC", { reason: "x", category: "spam", until: null })
    );
    records.length = 0;
    const token = "some-secret-token-of-nobody";
    await app.visitor.with({}, "2001:db8::7").post("/auth/email/verify", { token });
    await login(app, device);
    const said = lines();
    assert.equal(said.length, 2, said.join("\n"));
    assert.match(said[0]!, /link.* from .*2001:db8:0:0::\/64.* refused: .*link_unknown/);
    assert.match(said[1]!, /passkey.* from .*192\.0\.2\.1.* refused: .*suspended/);
    assert.doesNotMatch(said.join(), new RegExp(token));
  },
);

appTest("a sign-in that goes well is no refusal", {}, async (app) => {
  await app.signIn("OE1ABC");
  assert.deepEqual(lines(), []);
});
