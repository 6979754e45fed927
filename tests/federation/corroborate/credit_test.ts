/** What a confirmed quorum says about those that were asked: credit, penalty, trust (FED "Events", Corroboration). */
import assert from "node:assert/strict";
import { credit } from "../../../src/federation/corroborate/credit.ts";
import type { Peer } from "../../../src/federation/tables/peer_store.ts";
import type { Testimony } from "../../../src/federation/corroborate/store.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { ASKER, FINDER, knows } from "./kit.ts";

const PEER = "b.example";
const KEPT = { call: FINDER, distanceM: 300, at: 6000 };

/** What one peer's word does to it, given what it was before. */
function judged(said: Partial<Testimony>, before: Partial<Peer> = {}) {
  const app: TestApp = testApp({ INSTANCE_ID: ASKER });
  knows(app, PEER, { trust: "unvetted", ...before });
  const { peers } = app.federation.store;
  const word: Testimony = {
    ...{ find: 1, instance: PEER, call: FINDER, said: "yes", why: null, askedAt: 1, key: null, wait: null },
    ...{ question: new Uint8Array(), answer: null, igate: null, distanceM: 300, at: 6000, ...said },
  };
  const { audit, world } = app.federation.corroboration.parts;
  app.db.writeNow((tx) => credit(tx, { peers, audit, world, autoPromote: () => 2 }, [word], KEPT));
  const { repConfirmed, repFailed, trust, autoPromotedAt } = peers.live(PEER)!;
  app.close();
  return { repConfirmed, repFailed, trust, automatic: autoPromotedAt !== null };
}

Deno.test("a yes earns credit where it agrees with what is kept, in distance and in time; a no against it a penalty", () => {
  const cases: [Partial<Testimony>, number, number][] = [
    [{}, 1, 0],
    [{ distanceM: 400, at: 6600 }, 1, 0],
    [{ distanceM: 500 }, 0, 0],
    [{ at: 7200 }, 0, 0],
    [{ said: "no" }, 0, 1],
    [{ said: "no", call: "OE2FND-9" }, 0, 0],
    [{ call: "OE2FND-9" }, 0, 0],
    [{ said: "refused" }, 0, 0],
    [{ said: "unreached" }, 0, 0],
    [{ said: "waiting" }, 0, 0],
  ];
  for (const [said, confirmed, failed] of cases) {
    const { repConfirmed, repFailed } = judged(said);
    assert.deepEqual([repConfirmed, repFailed], [confirmed, failed], JSON.stringify(said));
  }
});

Deno.test("trust is earned by what was confirmed and lost by one contradiction; what a sysop decided stays", () => {
  const cases: [Partial<Peer>, Peer["trust"], boolean][] = [
    [{ repConfirmed: 0 }, "unvetted", false],
    [{ repConfirmed: 1 }, "trusted", true],
    [{ repConfirmed: 5, repFailed: 1 }, "unvetted", false],
    [{ repConfirmed: 5, contradictions: 1 }, "unvetted", false],
    [{ repConfirmed: 5, trust: "trusted" }, "trusted", false],
  ];
  for (const [before, trust, automatic] of cases) {
    const after = judged({}, before);
    assert.deepEqual([after.trust, after.automatic], [trust, automatic], JSON.stringify(before));
  }
});
