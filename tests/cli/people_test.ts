import assert from "node:assert/strict";
import { join } from "node:path";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

/** A database with one account in it. */
function seed(folder: string): void {
  const db = new Database(join(folder, "gateway.db"));
  migrate(db, MIGRATIONS, testWorld());
  db.writeNow((tx) =>
    db.exec(
      tx,
      `INSERT INTO account (id, created_at, active_call, email) VALUES (1, 1780315200, 'OE1ABC-7', 'ann@example.org');
       INSERT INTO held_call (base, account_id, held_since, is_primary) VALUES ('OE1ABC', 1, 1780315200, 1);`,
    )
  );
  db.close();
}

Deno.test("account show and verify, moderate suspend and unsuspend do at a shell what operators need", () =>
  withFolder(async (folder) => {
    seed(folder);
    const run = (...args: string[]) =>
      command(["account", ...args], { ...serverEnv(folder), ADMIN_CALLSIGNS: "OE1SYS" });
    const shown = await run("show", "oe1abc");
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^Account 1, since 2026-06-01 12:00 UTC, active call OE1ABC-7$/m);
    assert.match(shown.stdout, /OE1ABC\s+not verified/);
    assert.match((await run("show", "OE1NIX")).stderr, /^Nobody holds OE1NIX$/m);
    assert.notEqual((await run("show", "OE1NIX")).code, 0);
    const verified = await run("verify", "OE1ABC", "--note", "licence seen");
    assert.equal(verified.code, 0, verified.stderr);
    assert.match(verified.stdout, /OE1ABC is verified for account 1/);
    assert.match((await run("verify", "OE1ABC", "--note", "again")).stderr, /verified already/);
    assert.match((await run("show", "OE1ABC")).stdout, /verified: sysop/);
    const moderate = (...args: string[]) =>
      command(["moderate", ...args], { ...serverEnv(folder), ADMIN_CALLSIGNS: "OE1SYS" });
    const suspended = await moderate(
      "suspend",
      "OE1ABC",
      "--category",
      "spam",
      "--reason",
      "adverts",
      "--until",
      "2099-01-31",
    );
    assert.equal(suspended.code, 0, suspended.stderr);
    const view = JSON.parse((await run("show", "OE1ABC", "--json")).stdout);
    assert.deepEqual([view.suspension.reason, view.suspension.category], ["adverts", "spam"]);
    assert.match(
      (await moderate("suspend", "OE1ABC", "--category", "x", "--reason", "adverts")).stderr,
      /--category takes/,
    );
    assert.equal((await moderate("unsuspend", "OE1ABC", "--reason", "all well")).code, 0);
    assert.match((await moderate("unsuspend", "OE1ABC", "--reason", "all well")).stderr, /not suspended/);
    const db = new Database(join(folder, "gateway.db"), { readOnly: true });
    const audit = db.sql<never, { actor: string; action: string }>(
      "SELECT actor, action FROM audit_log ORDER BY id",
    ).all();
    db.close();
    assert.deepEqual(audit.map(({ actor, action }) => `${actor} ${action}`), [
      "CLI verify",
      "CLI suspend",
      "CLI unsuspend",
    ]);
  }));

Deno.test("licence import streams a file, closes the run and drops what it no longer lists", () =>
  withFolder(async (folder) => {
    const run = (...args: string[]) => command(["licence", ...args], serverEnv(folder));
    const file = join(folder, "register.csv");
    const rows = Array.from({ length: 25_000 }, (_, n) => `OE${n % 10}${letters(n)},licensed,2099-01-01`);
    await Deno.writeTextFile(file, `callsign,status,expires\n${rows.join("\n")}\nnot a call,licensed,\n`);
    const first = await run("import", "bmlrt", file, "--name", "Austria");
    assert.equal(first.code, 0, first.stderr);
    assert.equal(
      first.stdout,
      "bmlrt: 25000 calls, 0 no longer listed and dropped, 1 rows skipped (1 not a base call).\n",
    );
    assert.match((await run("list")).stdout, /^bmlrt\s+25000 calls, .* Austria$/m);
    // Runs are told apart by whole seconds: the first one was a second ago.
    const db = new Database(join(folder, "gateway.db"));
    db.writeNow((tx) => {
      db.change("UPDATE licence_source SET run_at = run_at - 1, finished_at = finished_at - 1")(tx);
      db.change("UPDATE licence_row SET imported_at = imported_at - 1")(tx);
    });
    db.close();
    const json = join(folder, "register.json");
    await Deno.writeTextFile(json, JSON.stringify([["DL0NEW", "licensed", null]]));
    const second = await run("import", "bmlrt", json);
    assert.equal(
      second.stdout,
      "bmlrt: 1 calls, 25000 no longer listed and dropped, 0 rows skipped.\n",
      second.stderr,
    );
    await Deno.writeTextFile(json, "[]");
    const empty = await run("import", "bmlrt", json);
    assert.notEqual(empty.code, 0);
    assert.match(empty.stderr, /nothing was pruned/);
    assert.match((await run("list")).stdout, /\b1 calls/);
    assert.match((await run("import", "BAD!", json)).stderr, /register's id/);
    assert.match((await run("import", "x", join(folder, "none.csv"))).stderr, /There is no file/);
  }));

const letters = (n: number): string =>
  [0, 1, 2].map((place) => String.fromCharCode(65 + Math.floor(n / 10 / 26 ** place) % 26)).join("");
