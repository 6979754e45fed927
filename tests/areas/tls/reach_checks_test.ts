/** What the checklist says of an authority that was made earlier: names it should not have, and those it lacks. */
import assert from "node:assert/strict";
import { issueAuthority } from "../../../src/tls/issue.ts";
import { keepAuthority } from "../../../src/tls/authority.ts";
import { newAuthority, Reach } from "../../../src/tls/mod.ts";
import { testApp } from "../../kit/app.ts";
import { withFolder } from "../../kit/server.ts";
import { move } from "../../kit/tls.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("an authority that may speak for a top-level domain is said, with what mends it, until it is renewed", () =>
  withFolder(async (dataDir) => {
    const world = testWorld(), instance = "club.example";
    move(world, ["192.168.1.5"], "app");
    const own = { dataDir, world, instance, origins: [] };
    keepAuthority(dataDir, await issueAuthority({ instance, names: ["app", "pi-4", "club.lan"], world }));
    const reach = new Reach({ mode: "own", bound: "0.0.0.0", ...own });
    using app = testApp({ INSTANCE_ID: instance }, { world, dataDir, reach });
    const line = async () => {
      const { body, text } = await app.operator.get("/api/admin/setup");
      const items = body.items as {
        key: string;
        status: string;
        detail: string;
        reason: string;
        fix: string;
      }[];
      assert.ok(Array.isArray(items), text);
      return items.find(({ key }) => key === "AUTHORITY")!;
    };
    const wide = await line();
    assert.deepEqual([wide.status, wide.reason], ["warn", "AUTHORITY.foreign"]);
    assert.match(wide.detail, /everything below app, which/);
    assert.match(wide.fix, /main\.ts tls renew --authority/);
    // The new one does not speak for the host's bare name, and renewing it again would not help: nothing is said.
    await newAuthority(own);
    assert.equal((await line()).status, "ok");
    move(world, ["192.168.1.5"], "pi-5");
    assert.equal((await line()).reason, "AUTHORITY.strange");
  }));

Deno.test("who asks between the two ports is told of https as soon as it is there, not when the answer of before is old", () => {
  const world = testWorld();
  move(world, ["192.168.1.5"], "pi");
  const reach = new Reach({ mode: "own", bound: "0.0.0.0", world, instance: "club.example", origins: [] });
  reach.http = 8787;
  assert.deepEqual(reach.addresses().filter(({ url }) => url.startsWith("https:")), []);
  reach.https = 8443;
  assert.ok(reach.addresses().some(({ url }) => url === "https://192.168.1.5:8443"), "in the same moment");
  assert.ok(reach.isOwn("pi.local:8443"), "and its names count");
  assert.ok(reach.secure?.startsWith("https://"));
});
