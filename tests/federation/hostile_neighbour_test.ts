/** Neighbours that lie in what is not signed: pages, summaries, descriptors, cursors, gaps (FED "States and transitions"). */
import assert from "node:assert/strict";
import { encodePage, fingerprintOf, signDocument } from "../../src/wire/mod.ts";
import { ASKS_PER_KIND, MAX_GAPS } from "../../src/federation/gaps/rules.ts";
import { cbor, json, Liar } from "./hostile.ts";
import { cacheBody, keyFrom, Node, runPull } from "./node.ts";

const NOW_MS = 1_780_315_200_000;
const A = "a.example", EVIL = "evil.example", V = "v.example";
const keyA = keyFrom(`${A} 0`), keyEvil = keyFrom(`${EVIL} 0`);

interface Cast {
  clock: { ms: number };
  a: Node;
  evil: Liar;
  victim: Node;
  gid: string;
}

/** A's one cache is held by the victim; evil is followed, with the trust given. */
async function cast(trust: "trusted" | "unvetted" = "trusted"): Promise<Cast> {
  const clock = { ms: NOW_MS };
  const [a, victim] = [new Node(A, clock), new Node(V, clock)];
  const evil = new Liar(EVIL, clock);
  victim.follow(A);
  victim.follow(EVIL, trust);
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("honest")));
  evil.write((tx) => evil.publisher.publish(tx, "cache", cacheBody("evil's own")));
  await runPull(victim, a);
  return { clock, a, evil, victim, gid };
}

function attack(name: string, run: (cast: Cast) => Promise<void>, trust?: "trusted" | "unvetted"): void {
  Deno.test(`a neighbour ${name}`, async () => {
    const all = await cast(trust);
    await run(all);
    // Whatever it did, the honest record is still there, and A is still read.
    assert.match(all.victim.mirror().get(all.gid)!.body, /honest/);
    const next = all.a.write((tx) => all.a.publisher.publish(tx, "cache", cacheBody("later")));
    await runPull(all.victim, all.a);
    assert.ok(all.victim.mirror().has(next.gid), "A's next record arrives");
    for (const node of [all.a, all.evil, all.victim]) node.close();
  });
}

const failed = (reason: string) => (error: { reason?: string }) => {
  assert.equal(error.reason, reason, String(error));
  return true;
};
const descriptor = (over: Record<string, unknown>) => ({
  instance: EVIL,
  publicKey: keyEvil.publicKey,
  publicKeys: [{ x: keyEvil.publicKey }],
  rotations: [],
  capabilities: ["sync-origins"],
  ...over,
});
const shows = (evil: Liar, over: Record<string, unknown>) =>
  evil.lies.set("/.well-known/svc", () => json(descriptor(over)));

// Who it says it is.
attack("that calls itself by A's name is refused", async ({ evil, victim }) => {
  shows(evil, { instance: A, publicKey: keyA.publicKey });
  await assert.rejects(() => runPull(victim, evil), failed("taken"));
});
attack("that renames itself after it was met is refused", async ({ evil, victim }) => {
  await runPull(victim, evil);
  shows(evil, { instance: "other.example" });
  await assert.rejects(() => runPull(victim, evil), failed("renamed"));
});
attack("that calls itself by the victim's name is refused", async ({ evil, victim }) => {
  shows(evil, { instance: V });
  await assert.rejects(() => runPull(victim, evil), failed("self"));
});
attack("that shows another key without a rotation is refused", async ({ evil, victim }) => {
  await runPull(victim, evil);
  shows(evil, { publicKey: keyFrom("swapped").publicKey });
  await assert.rejects(() => runPull(victim, evil), failed("key_changed"));
  assert.equal(victim.store.peers.live(EVIL)!.pin, keyEvil.publicKey);
});
attack(
  "that shows a rotation signed by the new key instead of the old is refused",
  async ({ evil, victim }) => {
    await runPull(victim, evil);
    const stolen = keyFrom("stolen");
    const record = { at: NOW_MS / 1000, key: stolen.publicKey, prevKey: keyEvil.publicKey };
    shows(evil, {
      publicKey: stolen.publicKey,
      rotations: [{ ...record, sig: signDocument("svc-rot/1", record, stolen) }],
    });
    await assert.rejects(() => runPull(victim, evil), failed("key_changed"));
  },
);
attack("that lists a key without a chain gets no record under it", async ({ evil, victim }) => {
  const stray = keyFrom("stray").publicKey;
  shows(evil, { publicKeys: [{ x: keyEvil.publicKey }, { x: stray }] });
  await runPull(victim, evil);
  assert.deepEqual(victim.trust.originView(EVIL)!.keys, [keyEvil.publicKey]);
});
attack("that goes back to a key it rotated away from is refused", async ({ clock, evil, victim }) => {
  await runPull(victim, evil);
  evil.rotate();
  await runPull(victim, evil);
  clock.ms += 1000;
  const back = { at: clock.ms / 1000, key: keyEvil.publicKey, prevKey: keyFrom(`${EVIL} 1`).publicKey };
  shows(evil, {
    rotations: [...evil.identity.rotations, {
      ...back,
      sig: signDocument("svc-rot/1", back, keyFrom(`${EVIL} 1`)),
    }],
  });
  await assert.rejects(() => runPull(victim, evil), failed("rotated_away"));
});
attack("that had a key and shows none is refused", async ({ evil, victim }) => {
  await runPull(victim, evil);
  shows(evil, { publicKey: null });
  await assert.rejects(() => runPull(victim, evil), failed("regressed"));
});
attack("whose key is a point of small order is refused", async ({ evil, victim }) => {
  shows(evil, { publicKey: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
  await assert.rejects(() => runPull(victim, evil), failed("bad_key"));
});
attack("whose descriptor is no JSON is refused", async ({ evil, victim }) => {
  evil.lies.set("/.well-known/svc", () => ({ status: 200, bytes: Uint8Array.of(0xff, 0xfe) }));
  await assert.rejects(() => runPull(victim, evil), failed("not_json"));
});
attack("whose descriptor names no instance is refused", async ({ evil, victim }) => {
  shows(evil, { instance: "Not A Host" });
  await assert.rejects(() => runPull(victim, evil), failed("no_descriptor"));
});
attack("whose rotation lies in the future moves no key", async ({ evil, victim }) => {
  await runPull(victim, evil);
  const next = keyFrom("next");
  const record = { at: NOW_MS / 1000 + 301, key: next.publicKey, prevKey: keyEvil.publicKey };
  shows(evil, {
    publicKey: next.publicKey,
    rotations: [{ ...record, sig: signDocument("svc-rot/1", record, keyEvil) }],
  });
  await assert.rejects(() => runPull(victim, evil), failed("key_changed"));
});

// What it says of others.
const summaryOf = (evil: Liar, origins: unknown[], more: Record<string, unknown> = {}) =>
  evil.lies.set("/federation/sync/summary", () => json({ instance: EVIL, origins, complete: true, ...more }));

attack("that names another key for A changes nothing of A", async ({ evil, victim }) => {
  summaryOf(evil, [{
    origin: A,
    top: { cache: 1 },
    publicKey: keyEvil.publicKey,
    publicKeys: [],
    rotations: [],
  }]);
  await runPull(victim, evil);
  assert.equal(victim.store.peers.live(A)!.pin, keyA.publicKey);
});
attack(
  "that names a forged key for a stranger loses it to the stranger's own word",
  async ({ clock, evil, victim }) => {
    const s = new Node("s.example", clock);
    summaryOf(evil, [{
      origin: "s.example",
      top: { cache: 1 },
      publicKey: keyEvil.publicKey,
      publicKeys: [],
      rotations: [],
    }]);
    await runPull(victim, evil);
    assert.equal(victim.store.peers.live("s.example")!.addedVia, "transit");
    victim.follow("s.example");
    s.write((tx) => s.publisher.publish(tx, "cache", cacheBody("true")));
    await runPull(victim, s);
    assert.equal(victim.store.peers.live("s.example")!.pin, s.identity.key!.publicKey);
    assert.equal(victim.store.peers.ofInstance("s.example").length, 1);
    s.close();
  },
);
attack("that names a thousand strangers gets fifty written down", async ({ evil, victim }) => {
  const origins = Array.from({ length: 1000 }, (_, i) => ({
    origin: `x${String(i).padStart(4, "0")}.example`,
    top: { cache: 5 },
    publicKey: keyFrom(`x${i % 60}`).publicKey,
    publicKeys: [],
    rotations: [],
  }));
  summaryOf(evil, origins);
  await runPull(victim, evil, { maxPages: 1 });
  assert.equal(victim.store.peers.countVia("transit"), 50);
});
attack("whose summary never ends is read for twenty pages at most", async ({ evil, victim }) => {
  let page = 0;
  evil.lies.set("/federation/sync/summary", () => {
    page++;
    const origin = `p${String(page).padStart(5, "0")}.example`;
    return json({
      instance: EVIL,
      origins: [{ origin, top: {}, publicKey: "" }],
      complete: false,
      next: origin,
    });
  });
  await runPull(victim, evil);
  assert.equal(page, 20);
});
attack("whose summary cursor stands still is not read for ever", async ({ evil, victim }) => {
  let pages = 0;
  evil.lies.set("/federation/sync/summary", () => {
    pages++;
    return json({ instance: EVIL, origins: [], complete: false, next: "" });
  });
  await runPull(victim, evil);
  assert.equal(pages, 1);
});
attack("whose summary is no JSON ends the reading there", async ({ evil, victim }) => {
  evil.lies.set("/federation/sync/summary", () => ({ status: 200, bytes: Uint8Array.of(0x7b) }));
  await runPull(victim, evil);
  assert.ok(
    [...victim.mirror().values()].some((row) => /evil's own/.test(row.body)),
    "its own records still come",
  );
});
attack("that names the victim among its origins serves it nothing", async ({ evil, victim }) => {
  evil.serve(V, "cache", []);
  await runPull(victim, evil);
  assert.ok(!evil.asked.some((path) => path.includes(`origin=${V}`)));
});
attack("that claims numbers past belief is not heard", async ({ evil, victim }) => {
  summaryOf(evil, [{
    origin: A,
    held: { cache: 2 ** 53 - 1 },
    top: { cache: 2 ** 53 - 1 },
    publicKey: keyA.publicKey,
    publicKeys: [],
    rotations: [],
  }]);
  await runPull(victim, evil);
  assert.ok(victim.store.progress.mark({ origin: A, kind: "cache" }) < 2 ** 52);
});
attack(
  "that says it holds huge numbers of ours does not raise ours past belief",
  async ({ evil, victim }) => {
    summaryOf(evil, [], { asker: { held: { cache: 2 ** 52 } } });
    await runPull(victim, evil);
    assert.equal(victim.store.numbers.last("cache"), 0);
  },
);
attack("that is not vetted does not raise our numbers at all", async ({ evil, victim }) => {
  summaryOf(evil, [], { asker: { held: { cache: NOW_MS + 1_000_000 } } });
  await runPull(victim, evil);
  assert.equal(victim.store.numbers.last("cache"), 0);
}, "unvetted");

// Pages and cursors.
attack("that is not vetted moves no mark of A's", async ({ evil, victim }) => {
  const before = victim.store.progress.mark({ origin: A, kind: "cache" });
  evil.serve(A, "cache", [], { nextCursor: NOW_MS + 10_000_000, held: NOW_MS + 10_000_000 });
  await runPull(victim, evil);
  assert.equal(victim.store.progress.mark({ origin: A, kind: "cache" }), before);
}, "unvetted");
attack("whose page says that it is another's is refused", async ({ evil, victim }) => {
  evil.serve(A, "cache", [], { instance: A });
  await assert.rejects(() => runPull(victim, evil), failed("bad_page"));
});
attack("whose page is not canonical is refused", async ({ evil, victim }) => {
  evil.serve(A, "cache", []);
  evil.lies.set("/federation/sync/origin", () => ({ status: 200, bytes: Uint8Array.of(0xbf, 0xff) }));
  await assert.rejects(() => runPull(victim, evil), failed("bad_page"));
});
attack("whose page has more frames than asked for is refused", async ({ evil, victim }) => {
  evil.serve(A, "cache", new Array(501).fill(Uint8Array.of(1)));
  await assert.rejects(() => runPull(victim, evil), failed("bad_page"));
});
attack("whose page is larger than four mebibytes is refused", async ({ evil, victim }) => {
  evil.serve(A, "cache", [new Uint8Array(5 * 1024 * 1024)]);
  await assert.rejects(() => runPull(victim, evil));
});
attack("whose cursor runs backwards is left at once", async ({ evil, victim }) => {
  evil.serve(A, "cache", [], { nextCursor: 0, complete: false, held: NOW_MS + 50 });
  const before = victim.store.progress.mark({ origin: A, kind: "cache" });
  await runPull(victim, evil);
  assert.equal(victim.store.progress.mark({ origin: A, kind: "cache" }), before);
  assert.ok(evil.asked.filter((path) => path.includes(`origin=${A}`)).length <= 4);
});
attack("whose pages never end is left after fifty", async ({ evil, victim }) => {
  evil.serve(A, "find", [], { complete: false });
  evil.lies.set("/federation/sync/origin", (path) => {
    const since = Number(new URL(path, "http://x").searchParams.get("since"));
    return cbor({
      instance: EVIL,
      nextCursor: since + 1,
      complete: false,
      frames: [],
      held: since + 1,
      hops: [],
    });
  });
  await runPull(victim, evil);
  assert.equal(evil.asked.filter((path) => path.includes(`origin=${A}`)).length, 50);
});
attack("whose own feed of keys never ends is left after fifty", async ({ evil, victim }) => {
  evil.lies.set("/federation/sync/key", (path) => {
    const since = Number(new URL(path, "http://x").searchParams.get("since"));
    return cbor({ instance: EVIL, nextCursor: since + 1, complete: false, frames: [] });
  });
  await runPull(victim, evil);
  assert.equal(evil.asked.filter((path) => path.includes("/sync/key")).length, 50);
});
attack("that names a million gaps opens two hundred", async ({ evil, victim }) => {
  const gaps = Array.from({ length: 300_000 }, (_, i) => NOW_MS + 1 + i);
  evil.serve(A, "cache", [], { gaps, nextCursor: NOW_MS + 1_000_000, held: NOW_MS + 1_000_000 });
  await runPull(victim, evil);
  assert.equal(victim.store.gaps.open({ origin: A, kind: "cache" }).length, 200);
});
attack(
  "that opens gaps without end is stopped at a thousand, and the mark waits",
  async ({ evil, victim }) => {
    evil.lies.set("/federation/sync/origin", (path, honest) => {
      const query = new URL(path, "http://x").searchParams;
      if (query.get("origin") !== A || query.get("kind") !== "find") return honest();
      const since = Number(query.get("since"));
      const gaps = Array.from({ length: 200 }, (_, i) => since + 1 + i);
      return cbor({
        instance: EVIL,
        nextCursor: since + 200,
        complete: false,
        frames: [],
        held: 1e9,
        gaps,
        hops: [],
      });
    });
    summaryOf(evil, [{
      origin: A,
      held: { find: 1e9 },
      top: { find: 1e9 },
      publicKey: keyA.publicKey,
      publicKeys: [],
      rotations: [],
    }]);
    await runPull(victim, evil);
    assert.equal(victim.store.gaps.open({ origin: A, kind: "find" }).length, MAX_GAPS);
    assert.equal(victim.store.progress.mark({ origin: A, kind: "find" }), MAX_GAPS);
    const asks = evil.asked.filter((path) => path.includes("kind=find") && path.includes("limit=1&"));
    assert.equal(asks.length, ASKS_PER_KIND);
  },
);
attack(
  "whose hop gaps have no end is stopped at ten thousand, and no mark waits",
  async ({ evil, victim }) => {
    const hopGaps = Array.from({ length: 20_000 }, (_, i) => NOW_MS + 1 + i);
    evil.serve(A, "cache", [], { hopGaps, nextCursor: NOW_MS + 1_000_000, held: NOW_MS + 1_000_000 });
    await runPull(victim, evil);
    assert.equal(victim.store.gaps.open({ origin: A, kind: "cache" }).length, 10_000);
    assert.equal(victim.store.progress.mark({ origin: A, kind: "cache" }), NOW_MS + 1_000_000);
    // The lie is told to A's own words in the check that follows: the mark must not keep A's next record out.
    victim.write((tx) => {
      victim.store.progress.forgetOrigin(tx, A);
      victim.store.gaps.forgetOrigin(tx, { origin: A });
    });
  },
);
attack("whose gaps lie outside the page opens none", async ({ evil, victim }) => {
  evil.serve(A, "cache", [], {
    gaps: [1, 2, 3, NOW_MS + 2_000_000],
    nextCursor: NOW_MS,
    held: NOW_MS,
  });
  await runPull(victim, evil);
  assert.deepEqual(victim.store.gaps.open({ origin: A, kind: "cache" }), []);
});
attack("that hides a record is made good by its origin", async ({ clock, a, evil, victim }) => {
  clock.ms += 1000;
  const hidden = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("hidden")));
  const bytes = a.store.records.byGid({ gid: hidden.gid })!;
  evil.serve(A, "cache", [], { gaps: [hidden.v], nextCursor: hidden.v, held: hidden.v });
  await runPull(victim, evil);
  assert.equal(victim.store.gaps.open({ origin: A, kind: "cache" }).length, 1);
  await runPull(victim, a);
  assert.equal(victim.mirror().get(hidden.gid)?.v, bytes.v);
  assert.deepEqual(victim.store.gaps.open({ origin: A, kind: "cache" }), []);
});
attack("that answers 429 is left alone for the rest of the pull", async ({ evil, victim }) => {
  evil.serve(A, "tombstone", []);
  evil.lies.set(
    "/federation/sync/origin",
    (path, honest) => path.includes(`origin=${A}`) ? json({}, 429) : honest(),
  );
  await runPull(victim, evil);
  assert.equal(evil.asked.filter((path) => path.includes(`origin=${A}`)).length, 1);
});
attack("that answers a page with status 500 ends the pull with its reason", async ({ evil, victim }) => {
  evil.lies.set("/federation/sync/origin", () => json({}, 500));
  await assert.rejects(() => runPull(victim, evil), failed("status"));
});
attack(
  "that claims fewer hops than none, or none at all, is counted as past the limit",
  async ({ clock, a, evil, victim }) => {
    clock.ms += 1000;
    const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("far")));
    const page = (await a.serving.feed("cache", { since: 0, limit: 10 }))!;
    const far = page.frames.at(-1)!;
    evil.serve(A, "cache", [far], { nextCursor: clock.ms, held: clock.ms });
    const pages = evil.lies.get("/federation/sync/origin")!;
    evil.lies.set("/federation/sync/origin", async (path, honest) => {
      if (!path.includes(`origin=${A}`) || !path.includes("kind=cache")) return await pages(path, honest);
      return {
        status: 200,
        bytes: encodePage({
          instance: EVIL,
          nextCursor: clock.ms,
          complete: true,
          frames: [far],
          held: clock.ms,
        }),
      };
    });
    await runPull(victim, evil);
    assert.equal(victim.store.records.byGid({ gid })!.hops, 4);
  },
);
attack(
  "that is blocked is not pulled, nor is its record taken from others",
  async ({ clock, evil, victim }) => {
    const hub = new Node("hub.example", clock);
    hub.follow(EVIL);
    await runPull(hub, evil);
    await runPull(victim, evil);
    victim.write((tx) => {
      const row = victim.store.peers.live(EVIL)!;
      victim.store.peers.save(tx, { ...row, trust: "blocked" });
    });
    await assert.rejects(() => runPull(victim, evil), failed("blocked"));
    const late = evil.write((tx) => evil.publisher.publish(tx, "cache", cacheBody("late")));
    await runPull(hub, evil);
    victim.follow("hub.example");
    await runPull(victim, hub);
    assert.equal(victim.store.records.byGid({ gid: late.gid }), undefined);
    assert.deepEqual(victim.store.gaps.all(), []);
    hub.close();
  },
);

Deno.test("a configured fingerprint that does not match is refused at first sight", async () => {
  const { a, evil, victim } = await cast();
  victim.write((tx) => {
    const row = victim.store.peers.byUrl(`sim://${EVIL}`)!;
    victim.store.peers.save(tx, { ...row, trust: "unvetted", expected: fingerprintOf(keyA.publicKey) });
  });
  await assert.rejects(() => runPull(victim, evil), failed("fingerprint"));
  assert.equal(victim.store.peers.byUrl(`sim://${EVIL}`)!.pin, null);
  for (const node of [a, evil, victim]) node.close();
});
Deno.test("a configured fingerprint that matches makes the peer trusted once", async () => {
  const { a, evil, victim } = await cast();
  const set = (over: Record<string, unknown>) =>
    victim.write((tx) =>
      victim.store.peers.save(tx, { ...victim.store.peers.byUrl(`sim://${EVIL}`)!, ...over })
    );
  set({ trust: "unvetted", expected: fingerprintOf(keyEvil.publicKey) });
  await runPull(victim, evil);
  assert.equal(victim.store.peers.live(EVIL)!.trust, "trusted");
  set({ trust: "unvetted" });
  await runPull(victim, evil);
  assert.equal(victim.store.peers.live(EVIL)!.trust, "unvetted", "the operator's later word stands");
  for (const node of [a, evil, victim]) node.close();
});
