/** Any order of taking, proving, claiming, releasing and erasing calls keeps the promises about who holds what. */
import assert from "node:assert/strict";
import { Failure, newToken } from "../../../src/base/mod.ts";
import { readSigningKey } from "../../../src/wire/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";

const SEEDS = Number(Deno.env.get("CALLS_SEEDS") ?? 6);
const STEPS = Number(Deno.env.get("CALLS_STEPS") ?? 250);
const CALLS = ["OE1AAA", "OE1AAA-7", "OE2BBB", "OE2BBB-1", "OE3CCC", "OE4DDD-15", "OE1SYS"];

/** There was nothing to pick from, e.g. no claim yet. */
class Nothing extends Error {}

/** mulberry32: the same seed draws the same numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function promises(app: TestApp): void {
  const all = <R>(sql: string) => app.db.sql<never, R>(sql).all();
  const held = all<{ base: string; account: number }>("SELECT base, account_id AS account FROM held_call");
  assert.equal(new Set(held.map((row) => row.base)).size, held.length, "one holder for each base call");
  assert.deepEqual(
    all(
      `SELECT id, active_call FROM account a WHERE active_call IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM held_call h WHERE h.account_id = a.id AND (a.active_call = h.base OR a.active_call LIKE h.base || '-%'))`,
    ),
    [],
    "an active call is held by its account",
  );
  assert.deepEqual(
    all(
      "SELECT id FROM account a WHERE active_call IS NULL AND EXISTS (SELECT 1 FROM held_call h WHERE h.account_id = a.id)",
    ),
    [],
    "an account that holds a call has an active one",
  );
  assert.deepEqual(
    all("SELECT account_id FROM held_call GROUP BY account_id HAVING sum(is_primary) <> 1"),
    [],
    "exactly one primary call",
  );
  assert.deepEqual(
    all("SELECT base FROM verification WHERE base NOT IN (SELECT base FROM held_call)"),
    [],
    "nobody is verified for a call that nobody holds",
  );
  assert.deepEqual(
    all(
      "SELECT c.id FROM claim c JOIN verification v USING (base) WHERE c.status = 'open' AND v.method <> 'sysop'",
    ),
    [],
    "no claim stays open against a proven holder",
  );
  assert.deepEqual(
    all(
      "SELECT k.id FROM device_key k LEFT JOIN held_call h USING (base) WHERE h.account_id IS NOT k.account_id",
    ),
    [],
    "a device key belongs to whoever holds its call",
  );
}

for (let seed = 1; seed <= SEEDS; seed++) {
  Deno.test(`calls keep their promises in any order of events (seed ${seed})`, () => {
    using app = testApp({}, { seed: `calls ${seed}` });
    app.people.ports.receivingSites = () => ["OE9GATE"];
    const { people, db, world } = app;
    const next = seeded(seed);
    const pick = <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Nothing();
      return list[Math.floor(next() * list.length)]!;
    };
    const accounts = () => db.sql<never, { id: number }>("SELECT id FROM account").all().map(({ id }) => id);
    const proofs = () =>
      db.sql<never, { base: string; code: string }>("SELECT base, code FROM proof WHERE method = 'rf_heard'")
        .all();
    const claims = () => db.sql<never, { id: number; call: string }>("SELECT id, call FROM claim").all();
    const hearing = {
      site: "OE9GATE",
      trusted: true,
      radioPort: true,
      direct: true,
      deliveredBy: { kind: "secret" as const },
    };
    const deeds: (() => void)[] = [
      () => db.writeNow((tx) => people.calls.signUp(tx, pick(CALLS), null)),
      () => db.writeNow((tx) => people.calls.add(tx, pick(accounts()), pick(CALLS))),
      () => db.writeNow((tx) => people.calls.switchTo(tx, pick(accounts()), pick(CALLS))),
      () => db.writeNow((tx) => people.claims.open(tx, pick(CALLS), next() < 0.5 ? null : pick(accounts()))),
      () => {
        const account = pick(accounts());
        const call = pick(people.accounts.person(account)!.bases);
        const who = {
          kind: "session",
          id: "1",
          expiresAt: 1,
          account,
          call,
          scope: "full",
          address: "x",
          issuedAt: 0,
          sysop: false,
        } as const;
        db.writeNow((tx) => people.proofs.startOnAir(tx, who, call));
      },
      () => {
        const { id, call } = pick(claims());
        db.writeNow((tx) => people.proofs.startOnAir(tx, { kind: "claim", claim: id, call }, undefined));
      },
      () => {
        const { base, code } = pick(proofs());
        db.writeNow((tx) =>
          people.proofs.heard(tx, {
            call: base,
            text: `VERIFY ${next() < 0.9 ? code : "000000"}`,
            at: world.now(),
            thirdParty: false,
            mesh: false,
            hearings: [hearing],
          })
        );
      },
      () => {
        const account = pick(accounts());
        const call = pick(people.accounts.person(account)!.bases);
        const key = readSigningKey(newToken(world))!.publicKey;
        db.writeNow((tx) =>
          people.keys.register(tx, account, call, key, {
            label: "",
            fresh: true,
            signedInAt: 0,
            session: null,
          })
        );
      },
      () => db.writeNow((tx) => people.calls.detach(tx, pick(CALLS).split("-")[0]!, "OE1SYS", "x", null)),
      () =>
        db.writeNow((tx) =>
          people.suspensions.suspend(tx, pick(CALLS), {
            reason: "r",
            category: "spam",
            until: world.now() + 500,
          })
        ),
      () => db.writeNow((tx) => void (next() < 0.3 && people.portability.erase(tx, pick(accounts())))),
      () => world.pass(Math.floor(next() * 900)),
      () => db.writeNow((tx) => void people.claims.prune(tx)),
    ];
    let done = 0;
    for (let step = 0; step < STEPS; step++) {
      try {
        pick(deeds)();
        done++;
      } catch (error) {
        if (!(error instanceof Failure) && !(error instanceof Nothing)) throw error;
      }
      promises(app);
    }
    assert.ok(done > STEPS / 4, `only ${done} of ${STEPS} deeds came about`);
  });
}
