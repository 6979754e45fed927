/** Who tries to sign in without end locks nobody else out, not even a neighbour in the same IPv6 network. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";

appTest(
  "a host that has used up its sign-in tries leaves its neighbours in the /64 theirs",
  {},
  async (app) => {
    const from = (address: string) => app.visitor.with({}, address);
    const begin = (address: string) => from(address).post("/auth/passkey/login/begin", {});
    for (let n = 0; n < 100; n++) assert.equal((await begin("2001:db8::bad")).status, 200);
    await refused(app, 429, "rate_limited", () => begin("2001:db8::bad"));
    await refused(app, 429, "rate_limited", () => begin("2001:DB8:0::0bad"));
    assert.equal((await begin("2001:db8::1")).status, 200);
    // A host that makes up addresses is counted as one, once it has made up many; who was here before is not.
    for (let n = 0; n < 62; n++) await begin(`2001:db8::f:${n.toString(16)}`);
    for (let n = 0; n < 100; n++) await begin(`2001:db8::e:${n.toString(16)}`);
    await refused(app, 429, "rate_limited", () => begin("2001:db8::e:ffff"));
    assert.equal((await begin("2001:db8::1")).status, 200);
    assert.equal((await begin("2001:db8:0:1::1")).status, 200);
  },
);
