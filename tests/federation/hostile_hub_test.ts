/** A hub that lies, stalls or asks too much: what a spoke believes of it, and what it does for it. */
import assert from "node:assert/strict";
import { toBase64Url, utf8 } from "../../src/base/mod.ts";
import { readPage } from "../../src/wire/mod.ts";
import type { HubReply } from "../../src/federation/push/effects.ts";
import { MAX_DONE } from "../../src/federation/relay/done.ts";
import { cacheBody } from "./node.ts";
import { HubNode, runHubSteps, type Sent, SpokeNode } from "./spoke_node.ts";

function scene(caches = 3) {
  const clock = { ms: 2_000_000_000_000 };
  const hub = new HubNode("hub.sim", clock), spoke = new SpokeNode("s.sim", clock, hub);
  spoke.write((tx) => {
    for (let n = 0; n < caches; n++) spoke.publisher.publish(tx, "cache", cacheBody(`cache ${n}`));
  });
  const sent: Sent[] = [];
  /** Runs a push or a collection against a hub that answers as told; undefined passes on to the real one. */
  const run = <T>(
    what: "push" | "collect",
    lie: (sent: Sent) => HubReply | undefined,
  ): Promise<unknown> =>
    runHubSteps<unknown>(spoke, spoke[what](), (one) => {
      sent.push(one);
      return Promise.resolve(lie(one) ?? hub.take(one));
    });
  return { hub, spoke, clock, sent, run, close: () => [hub, spoke].forEach((node) => node.close()) };
}
const json = (body: unknown, status = 200): HubReply => ({ status, bytes: utf8(JSON.stringify(body)) });
const isMarks = ({ path }: Sent) => path.endsWith("/marks");
const submits = (sent: Sent[]) => sent.filter(({ path }) => path === "/federation/submit");

Deno.test("a hub that says at every page that it holds nothing gets the records twice in a push, not for ever", async () => {
  const { sent, run, close } = scene();
  await run(
    "push",
    (one) =>
      isMarks(one)
        ? json({ marks: { cache: { cursor: 1 } } })
        : json({ ok: true, applied: 0, rejected: 0, mark: { type: "cache", cursor: 0 } }),
  );
  assert.equal(submits(sent).length, 2);
  close();
});

Deno.test("a hub that always falls back a little further is followed for fifty pages at most", async () => {
  const { sent, run, close } = scene();
  let cursor = 2 ** 40;
  await run(
    "push",
    (one) =>
      isMarks(one)
        ? json({ marks: { cache: { cursor: 0 } } })
        : json({ ok: true, mark: { type: "cache", cursor: --cursor } }),
  );
  assert.ok(submits(sent).length <= 50, String(submits(sent).length));
  close();
});

Deno.test("marks of any shape are read as none, and numbers that are too high as well", async () => {
  for (
    const marks of [null, [], { cache: 5 }, { cache: { cursor: -1 } }, { cache: { cursor: 2 ** 60 } }, {
      cache: { cursor: "9" },
    }, { accounts: { cursor: 9 } }]
  ) {
    const { spoke, sent, run, close } = scene();
    await run("push", (one) => isMarks(one) ? json({ marks }) : undefined);
    const [first] = submits(sent);
    assert.equal(first!.headers!["x-fed-since"], "0", JSON.stringify(marks));
    assert.equal(spoke.store.numbers.last("cache") < 2 ** 52, true);
    close();
  }
});

Deno.test("a hub that names gaps without end gets twenty of a kind, one record each", async () => {
  const { hub, sent, run, close } = scene();
  await run("push", () => undefined);
  const before = submits(sent).length;
  const gaps = { cache: Array.from({ length: 5000 }, (_, n) => n + 1), find: ["x", -1, {}] };
  const held = hub.store.progress.mark({ origin: "s.sim", kind: "cache" });
  await run("push", (one) => isMarks(one) ? json({ marks: { cache: { cursor: held } }, gaps }) : undefined);
  const asked = submits(sent).slice(before);
  assert.equal(asked.length, 20);
  for (const { body } of asked) {
    const read = readPage(body!);
    assert.ok(read.ok && read.page.frames.length === 1);
  }
  close();
});

Deno.test("a hub that nobody trusts does not raise a spoke's numbers, one that is trusted not past ten years", async () => {
  for (const [trusted, cursor, raised] of [[false, 1, false], [true, 1, true], [true, 20, false]] as const) {
    const { spoke, clock, run, close } = scene();
    Object.assign(spoke.spokeDeps, { trustsHub: () => trusted });
    const before = spoke.store.numbers.last("cache");
    const at = clock.ms + cursor * 365 * 86_400_000;
    await run("push", (one) => isMarks(one) ? json({ marks: { cache: { cursor: at } } }) : undefined);
    assert.equal(spoke.store.numbers.last("cache") > before, raised);
    close();
  }
});

Deno.test("a hub's time is taken for an hour of drift, and for no more: nothing is signed for another day", async () => {
  for (const [offS, taken] of [[90, true], [-3000, true], [3700, false], [86_400, false]] as const) {
    const { spoke, hub, sent, run, close } = scene();
    hub.skew = offS;
    await run("push", () => undefined).catch((error) => assert.equal(error.name, "HubFailed"));
    const now = spoke.world.now();
    const furthest = Math.max(...sent.map(({ signed }) => Math.abs(Number(signed["x-relay-at"]) - now)));
    assert.equal(furthest, taken ? Math.abs(offS) : 0, String(offS));
    close();
  }
});

Deno.test("a hub that answers with an error, with nothing or with too much ends the push, which loses nothing", async () => {
  const bad: HubReply[] = [
    json({}, 500),
    { status: 200, bytes: utf8("no json") },
    json([1, 2], 200),
    json({ error: "full" }, 429),
    { status: 200, bytes: new Uint8Array(70_000) },
    json({ error: "moved" }, 302),
  ];
  for (const reply of bad) {
    const { hub, run, close } = scene();
    await assert.rejects(run("push", (one) => isMarks(one) ? undefined : reply));
    await run("push", () => undefined);
    assert.equal(hub.mirror().size, 3);
    close();
  }
});

Deno.test("a lease brings so many questions at most, and what is no question is answered with a refusal", async () => {
  const { spoke, sent, run, close } = scene();
  const queries = [
    { id: "1", kind: "shell", params: { run: "rm" } },
    { id: "2", kind: "feed", params: { feed: "accounts" } },
    { id: "3", kind: "corroborate", params: { question: "not base64url!" } },
    { id: "x".repeat(101), kind: "feed", params: { feed: "caches" } },
    { kind: "feed" },
    null,
    { id: "x".repeat(100), kind: "feed", params: { feed: "caches" } },
    ...Array.from({ length: 100 }, (_, n) => ({ id: `q${n}`, kind: "feed", params: { feed: "caches" } })),
  ];
  await run("collect", ({ method }) => method === "GET" ? json({ queries }) : json({ ok: true }));
  const answers = sent.filter(({ path }) => path.endsWith("/answer")).map(({ body }) =>
    JSON.parse(new TextDecoder().decode(body))
  );
  // 25, as many as a hub of this program leases out; three of them cannot be answered at all.
  assert.equal(answers.length, 25 - 3);
  assert.deepEqual(answers.slice(0, 3).map(({ id, result }) => [id, result.ok]), [
    ["1", false],
    ["2", false],
    [
      "3",
      false,
    ],
  ]);
  assert.equal(spoke.thought.size, 0);
  close();
});

Deno.test("a hub that hands out questions without end is answered until the hour's memory is full", async () => {
  const { spoke, run, close } = scene();
  spoke.write((tx) => {
    for (let n = 0; n < MAX_DONE - 2; n++) {
      spoke.spokeDeps.done.put(tx, { name: `sha256:${n}`, until: spoke.world.now() + 100, answer: null });
    }
  });
  const queries = Array.from({ length: 5 }, (_, n) => ({
    id: `q${n}`,
    kind: "corroborate",
    params: { question: toBase64Url(utf8(`question ${n}`)) },
  }));
  await run("collect", ({ method }) => method === "GET" ? json({ queries }) : json({ ok: true }));
  assert.equal(spoke.thought.size, 2);
  spoke.write((tx) => spoke.spokeDeps.done.purge(tx, { now: spoke.world.now() + 101 }));
  await run("collect", ({ method }) => method === "GET" ? json({ queries }) : json({ ok: true }));
  assert.equal(spoke.thought.size, 5);
  close();
});

Deno.test("an answer that the hub did not take is given again in the same bytes, under whatever id", async () => {
  const { spoke, sent, run, close } = scene();
  const question = toBase64Url(utf8("who was there"));
  const asked = (id: string) => ({ queries: [{ id, kind: "corroborate", params: { question } }] });
  await assert.rejects(
    run("collect", ({ method }) => method === "GET" ? json(asked("a")) : json({ error: "busy" }, 503)),
  );
  await run("collect", ({ method }) => method === "GET" ? json(asked("b")) : json({ ok: true }));
  const results = sent.filter(({ method }) => method === "POST").map(({ body }) =>
    JSON.stringify(JSON.parse(new TextDecoder().decode(body)).result)
  );
  assert.equal(results.length, 2);
  assert.equal(results[0], results[1]);
  assert.deepEqual([...spoke.thought.values()], [1]);
  close();
});

Deno.test("a spoke never sends the relay secret, and the push secret to its hub's own routes alone", async () => {
  const { sent, run, close } = scene();
  await run("push", () => undefined);
  await run("collect", () => undefined);
  for (const { path, secret, headers } of sent) {
    assert.equal(secret, path.startsWith("/federation/submit"), path);
    assert.ok(!Object.keys(headers ?? {}).includes("x-relay-secret"));
  }
  assert.ok(sent.length >= 3);
  close();
});
