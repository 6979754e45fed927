import assert from "node:assert/strict";
import { newToken } from "../../../src/base/mod.ts";
import { type Applier, type Bodies, makeGid, readSigningKey, type Received } from "../../../src/wire/mod.ts";
import { appTest, type TestApp } from "../../kit/app.ts";
import { signUp } from "../../kit/people.ts";

const KEY = "k".repeat(43);
interface Told {
  origin: string;
  key?: string;
  verified?: boolean;
  revokedAt?: number;
}

/** Hands records over as federation would, once it has verified them. */
function mirror(app: TestApp) {
  const appliers = app.people.moves.appliers();
  let n = 0;
  const apply = <K extends keyof typeof appliers>(kind: K, origin: string, body: Bodies[K]) => {
    const gid = makeGid(origin, kind, ++n);
    const record: Received<K> = { gid, origin, v: n, at: app.world.now(), body };
    const applier: Applier<K> = appliers[kind];
    app.db.writeNow((tx) => assert.equal(applier.apply(tx, record), true));
    return gid;
  };
  return {
    key: ({ origin, key = KEY, verified = true, revokedAt }: Told) =>
      apply("key", origin, {
        call: "OE1ABC-7",
        key,
        addedAt: 1,
        verified,
        ...(revokedAt !== undefined && { revokedAt }),
      }),
    move: (to: string, signedAt: number, key = KEY) =>
      apply("account-move", to, {
        call: "OE1ABC",
        from: "old.example",
        to,
        movedAt: signedAt,
        key,
        sig: "s",
        signedAt,
      }),
    drop: (gid: string) =>
      app.db.writeNow((tx) => appliers[gid.includes(":key:") ? "key" : "account-move"].drop(tx, gid)),
  };
}
const home = (app: TestApp) => app.people.moves.homeOf("OE1ABC-3");

appTest("a move is believed when a trusted third instance knows the mover's key as verified", {}, (app) => {
  app.people.ports.trusts = (origin) => origin === "good.example";
  const told = mirror(app);
  told.move("new.example", 100);
  assert.equal(home(app), undefined, "nobody vouches for the key");
  told.key({ origin: "new.example" });
  assert.equal(home(app), undefined, "the claimant vouches for itself");
  told.key({ origin: "stranger.example" });
  assert.equal(home(app), undefined, "who vouches is not trusted");
  const unverified = told.key({ origin: "good.example", verified: false });
  assert.equal(home(app), undefined, "the call was never proven there");
  told.drop(unverified);
  told.key({ origin: "good.example", revokedAt: 5 });
  assert.equal(home(app), undefined, "the key was revoked");
  const vouched = told.key({ origin: "good.example" });
  assert.equal(home(app), "new.example");
  told.drop(vouched);
  assert.equal(home(app), undefined, "a tombstone takes the word back");
});

appTest(
  "moves of one call are ordered by the mover's own time: an old proof announced again loses",
  {},
  (app) => {
    app.people.ports.trusts = () => true;
    const told = mirror(app);
    told.key({ origin: "good.example" });
    told.move("second.example", 200);
    told.move("first.example", 100);
    assert.equal(home(app), "second.example");
    const third = told.move("third.example", 300);
    assert.equal(home(app), "third.example");
    told.move("evil.example", 900, "e".repeat(43));
    assert.equal(home(app), "third.example", "a key that nobody knows moves nobody");
    told.drop(third);
    assert.equal(home(app), "second.example");
  },
);

appTest(
  "a key registered here proves its holder's move away, and signing up here again comes home",
  {},
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    assert.equal(home(app), "localhost");
    const key = readSigningKey(newToken(app.world))!.publicKey;
    await client.post("/keys/register", { callsign: "OE1ABC", publicKey: key });
    const told = mirror(app);
    told.move("new.example", app.world.now() - 10, key);
    assert.equal(home(app), "localhost", "signed before the account was here");
    told.move("new.example", app.world.now() + 10, key);
    assert.equal(home(app), "new.example");
    assert.equal((await app.visitor.get("/api/profile/OE1ABC")).body.homeInstance, "new.example");
    assert.equal(app.people.moves.homeOf("OE9NIX"), undefined);
  },
);

appTest("somebody who says here that they moved is shown there", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  await client.post("/api/account/OE1ABC/move", { target: "new.example" });
  assert.equal(home(app), "new.example");
});
