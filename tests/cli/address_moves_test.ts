/** Another address as the shell tells it: what stops before the restart, why after it, and nothing where nothing changed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database } from "../../src/db/mod.ts";
import { addressFaults, movedLines } from "../../src/cli/first_run/address_moves.ts";
import { Settings } from "../../src/settings/mod.ts";
import { gateway, serverEnv, startServer, withFolder } from "../kit/server.ts";

/** A member with a passkey and no mail, who was here just now. */
function keyHolder(env: Record<string, string>): void {
  const db = new Database(join(env.DATA_DIR!, "gateway.db")), world = realWorld();
  const settings = new Settings(env);
  settings.attach(db);
  const source = { version: "0", commit: null, tag: null };
  const app = buildApp({ world, settings, db, dataDir: env.DATA_DIR!, source });
  try {
    db.writeNow((tx) => {
      const account = app.people.calls.signUp(tx, "OE1ABC", null);
      db.sql("UPDATE account SET seen_at = :at").run(tx, { at: world.now() });
      db.sql(
        `INSERT INTO passkey (id, account_id, public_key, counter, transports, added_at) VALUES ('a', :account, x'00', 0, '[]', 5)`,
      ).run(tx, { account });
    });
  } finally {
    app.close();
    db.close();
  }
}

Deno.test("doctor says before the restart what another address stops and where the way in is, and after it for which name the passkeys are", () =>
  withFolder(async (folder) => {
    const before = { ...serverEnv(folder), APP_URL: "http://vm.local" };
    const after = { ...before, APP_URL: "https://club.example" };
    const addressOf = async (env: Record<string, string>) =>
      JSON.parse((await gateway(["doctor", "--json"], env)).stdout).address;
    const first = await startServer(before);
    await first.stop();
    assert.doesNotMatch(first.output(), /address is another one/, "there was none before");
    keyHolder(before);
    assert.deepEqual(await addressOf(before), []);
    const ahead = [{
      detail: "the next start moves from http://vm.local to https://club.example. What stops by that:",
      also: [
        "1 passkey for vm.local: at club.example no browser offers it",
        "1 account with a passkey and no confirmed mail: a link of yours for each",
        "1 person was here in the last 30 days: each signs in again",
        "links, QR codes and pages that name http://vm.local lead nowhere, unless it goes on leading here",
      ],
      fix:
        "before the restart take a way in along: main.ts link OE1SYS prints a link that works once, for 15 minutes, at the new address",
    }];
    assert.deepEqual(await addressOf(after), ahead);
    assert.deepEqual(await addressOf(after), ahead, "doctor asks, and moves nothing");
    const moved = await startServer(after);
    await moved.stop();
    assert.match(moved.output(), /^The address is another one: http:\/\/vm\.local before, https:\/\/club/m);
    assert.match(
      moved.output(),
      /^A passkey that was made before is for vm\.local\. Come in by a new link: .*main\.ts link OE1SYS$/m,
    );
    const text = (await gateway(["doctor"], after)).stdout;
    assert.match(
      text,
      /^look at {2}ADDRESS +moved on [\d-]+: 1 passkey made before is for vm\.local, not for club\.example\n.*: it is for vm\.local\n +→ .*main\.ts link OE1SYS/m,
    );
    const again = await startServer(after);
    await again.stop();
    assert.doesNotMatch(again.output(), /another one/, "once");
  }));

Deno.test("what goes on is not in the list: the same name keeps its passkeys, the same address its sessions and phones", () => {
  const at = (origin: string, name: string) => ({ origin, name });
  const move = {
    from: at("http://club.example", "club.example"),
    to: at("https://club.example", "club.example"),
    ...{ passkeys: 0, alone: 0, people: 2 },
  };
  assert.deepEqual(movedLines(move, 3, "OE1SYS"), [
    "The address is another one: http://club.example before, https://club.example now. What stopped by that:",
    "  2 people were here in the last 30 days: each signs in again",
    "  3 phones with push: each switches it on again at the new address",
    "  links, QR codes and pages that name http://club.example lead nowhere, unless it goes on leading here",
  ]);
  const renamed = {
    ...{ from: at("https://club.example", "club.example"), to: at("https://club.example", "example") },
    ...{ passkeys: 2, alone: 0, people: 0 },
  };
  const [fault] = addressFaults({ ahead: () => renamed, behind: () => undefined }, 3, undefined);
  assert.deepEqual(fault!.also, ["2 passkeys for club.example: at example no browser offers them"]);
  assert.match(fault!.fix, /main\.ts link <callsign>/);
});
