/** Questions that are not asked as they should be: each refused as specified, and nothing changed (FED "Errors"). */
import assert from "node:assert/strict";
import { START, testWorld } from "../../kit/world.ts";
import { refused, type TestApp } from "../../kit/app.ts";
import { type CborMap, encodeCbor, encodePage, signFrame, type SigningKey } from "../../../src/wire/mod.ts";
import { questionOf } from "../../../src/federation/corroborate/question.ts";
import { forge, type Forgery } from "../hostile.ts";
import { cacheBody } from "../node.ts";
import { RECORDS } from "../../../src/wire/mod.ts";
import { ASKER, freshNonce, HERE, keyOf, knows, put, signed, sought, stranger, witness } from "./kit.ts";

const EVIL = keyOf("evil");

/** A question whose every part may be other than it should be. */
function question(
  app: TestApp,
  { body = {}, key = keyOf(ASKER), options = {}, ...frame }: Omit<Forgery, "body"> & {
    body?: Record<string, unknown>;
    key?: SigningKey;
    options?: Parameters<typeof forge>[2];
  } = {},
): Uint8Array<ArrayBuffer> {
  const nonce = freshNonce();
  const plain = { ...questionOf(sought(app))!, nonce, target: HERE, ...body };
  const at = app.world.now();
  return forge(
    {
      type: 10,
      gid: `${ASKER}:corroborationQuery:${nonce}`,
      origin: ASKER,
      v: at,
      at,
      signer: ASKER,
      body: new Map(Object.entries(plain).filter(([, value]) => value !== undefined)) as CborMap,
      ...frame,
    },
    key,
    options,
  );
}

interface Attack {
  status: number;
  reason: string;
  frame(app: TestApp): Uint8Array<ArrayBuffer>;
  env?: Record<string, string>;
  headers?: Record<string, string>;
}
const bad = (frame: Attack["frame"]): Attack => ({ status: 400, reason: "bad_question", frame });
const withBody = (body: Record<string, unknown>) => bad((app) => question(app, { body }));

const ATTACKS: Record<string, Attack> = {
  "re-targeted: for another instance": {
    status: 400,
    reason: "wrong_target",
    frame: (app) => question(app, { body: { target: "c.example" } }),
  },
  "re-targeted: its target changed after it was signed": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) => {
      const theirs = question(app, { body: { target: "c.example" } });
      const text = new TextDecoder("latin1").decode(theirs).replace("c.example", HERE);
      return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    },
  },
  "re-signed by a stranger in a known asker's name": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) => question(app, { key: EVIL }),
  },
  "re-signed, showing the known key": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) => question(app, { key: EVIL, options: { shownKey: keyOf(ASKER).publicKey } }),
  },
  "signed by a key that was rotated away": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) => question(app, { key: keyOf("a.example of last year") }),
  },
  "signed without the frame's domain": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) => question(app, { options: { domain: (payload) => payload } }),
  },
  "signed as a relay request": {
    status: 401,
    reason: "bad_question_signature",
    frame: (app) =>
      question(app, {
        options: {
          domain: (payload) => new Uint8Array([...new TextEncoder().encode("svc-relay/1\n"), ...payload]),
        },
      }),
  },
  "signed by one instance for another": bad((app) => question(app, { signer: "c.example" })),
  "numbered as another instance's": bad((app) => question(app, { gid: "c.example:corroborationQuery:1" })),
  "in this instance's own name": {
    status: 400,
    reason: "peer_self",
    frame: (app) => question(app, { origin: HERE, signer: HERE, gid: `${HERE}:x:1` }),
  },
  "121 s old": {
    status: 400,
    reason: "stale_question",
    frame: (app) => question(app, { at: app.world.now() - 121 }),
  },
  "signed 121 s ahead": {
    status: 400,
    reason: "stale_question",
    frame: (app) => question(app, { at: app.world.now() + 121 }),
  },
  "of a blocked instance": {
    status: 403,
    reason: "asker_blocked",
    frame: (app) =>
      question(app, {
        origin: "bad.example",
        signer: "bad.example",
        gid: "bad.example:x:1",
        key: keyOf("bad.example"),
      }),
  },
  "of a blocked instance under a new key": {
    status: 403,
    reason: "asker_blocked",
    frame: (app) =>
      question(app, { origin: "bad.example", signer: "bad.example", gid: "bad.example:x:1", key: EVIL }),
  },
  "of a stranger where only known ones are answered": {
    status: 401,
    reason: "asker_unknown",
    env: { FED_CORROBORATION_REQUIRE_KNOWN: "1" },
    frame: (app) =>
      question(app, { origin: "who.example", signer: "who.example", gid: "who.example:x:1", key: EVIL }),
  },
  "without the club's secret": {
    status: 401,
    reason: "no_credential",
    env: { FED_CORROBORATION_SECRET: "the-secret-of-the-club" },
    frame: (app) => question(app),
  },
  "with a wrong secret": {
    status: 401,
    reason: "bad_secret",
    env: { FED_CORROBORATION_SECRET: "the-secret-of-the-club" },
    headers: { "x-fed-secret": "guess" },
    frame: (app) => question(app),
  },
  "as JSON": {
    status: 415,
    reason: "not_a_question",
    headers: { "content-type": "application/json" },
    frame: (app) => question(app),
  },
  "as text that only begins like CBOR": {
    status: 415,
    reason: "not_a_question",
    headers: { "content-type": "application/cborx" },
    frame: (app) => question(app),
  },
  "larger than 16 KiB": {
    status: 413,
    reason: "body_too_large",
    frame: () => new Uint8Array(16 * 1024 + 1),
  },
  "of garbage": bad(() => new Uint8Array([255, 0, 1])),
  "of nothing": bad(() => new Uint8Array()),
  "a page in its place": bad(() =>
    encodePage({ instance: ASKER, nextCursor: 0, complete: true, frames: [] }) as Uint8Array<ArrayBuffer>
  ),
  "a record in its place": bad((app) =>
    signFrame({
      type: 1,
      gid: `${ASKER}:cache:1`,
      origin: ASKER,
      v: 1,
      at: app.world.now(),
      body: RECORDS.cache.write(cacheBody("x")),
    }, keyOf(ASKER))
  ),
  "an answer in its place": bad((app) => question(app, { type: 11 })),
  "with something riding along outside of the signature": bad((app) =>
    question(app, { options: { outer: (outer) => void outer.set(4, 1) } })
  ),
  "in bytes that are not canonical": bad((app) =>
    question(app, { options: { payload: (payload) => new Uint8Array([...payload, 0]) } })
  ),
  "without a nonce": withBody({ nonce: undefined }),
  "with a nonce of 65 characters": withBody({ nonce: "x".repeat(65) }),
  "without a call": withBody({ callsign: undefined }),
  "about a call that is none": withBody({ callsign: "'; DROP TABLE fix; --" }),
  "beyond the pole": withBody({ latE7: 900_000_001 }),
  "beyond the date line": withBody({ lonE7: -1_800_000_001 }),
  "with a negative radius": withBody({ radiusM: -1 }),
  "with a radius of a country": withBody({ radiusM: 100_001 }),
  "with 101 exclusions": withBody({ excludeIgates: Array.from({ length: 101 }, () => "OE1A") }),
  "with exclusions that are no text": withBody({ excludeIgates: [1] }),
  "whose window ends before it begins": {
    status: 400,
    reason: "bad_window",
    frame: (app) => question(app, { body: { since: START, until: START - 1 } }),
  },
  "about more than seven days ago": {
    status: 400,
    reason: "bad_window",
    frame: (app) => question(app, { body: { since: START - 9 * 86_400, until: START - 7 * 86_400 - 1 } }),
  },
  "to an instance without a key": {
    status: 503,
    reason: "cannot_sign",
    env: { FED_PRIVATE_KEY: "" },
    frame: (app) => question(app),
  },
};

for (const [name, { status, reason, frame, env, headers }] of Object.entries(ATTACKS)) {
  Deno.test(`a question ${name} is refused with ${status}`, async () => {
    const { app } = await witness(env);
    using _end = app;
    const old = keyOf("a.example of last year").publicKey;
    knows(app, ASKER, { accept: [{ x: keyOf(ASKER).publicKey }, { x: old, until: START - 1 }] });
    knows(app, "bad.example", { trust: "blocked" });
    await refused(app, status, reason, () => put(stranger(app), frame(app), headers));
    assert.equal(app.federation.corroboration.store.waiting(10).length, 0);
  });
}

Deno.test("while the clock is not set nothing is answered", async () => {
  const world = testWorld("clock");
  const { app } = await witness({}, { world });
  using _end = app;
  const frame = question(app);
  world.pass(-world.now() + 1000);
  await refused(app, 503, "clock_unset", () => put(stranger(app), frame));
});

Deno.test("a body that does not end is cut off at 16 KiB, whatever length it claimed", async () => {
  const { app } = await witness();
  using _end = app;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(encodeCbor(new Uint8Array(4096))),
    });
  await refused(
    app,
    413,
    "body_too_large",
    () =>
      stranger(app).send("POST", "/federation/corroborate", endless(), {
        "content-type": "application/cbor",
      }),
  );
});

Deno.test("one network asks sixty times a minute, whatever it signs with", async () => {
  const { app } = await witness();
  using _end = app;
  const host = stranger(app);
  for (let i = 0; i < 60; i++) {
    const asker = `n${i}.example`;
    assert.equal((await put(host, signed(app, questionOf(sought(app))!, { asker }).frame)).status, 200);
  }
  await refused(
    app,
    429,
    "rate_limited",
    () => put(host, signed(app, questionOf(sought(app))!, { asker: "n60.example" }).frame),
  );
  // Nor does garbage come through: it is not even read.
  await refused(app, 429, "rate_limited", () => put(host, new Uint8Array([0])));
  app.world.pass(60);
  assert.equal((await put(host, signed(app, questionOf(sought(app))!).frame)).status, 200);
});

Deno.test("one asker asks sixty times a minute, from however many networks and under however many names", async () => {
  const { app } = await witness();
  using _end = app;
  const from = (i: number) => ({ asker: `n${i}.example`, key: EVIL });
  const about = (call: string) => questionOf(sought(app, { call }))!;
  for (let i = 0; i < 60; i++) {
    assert.equal((await put(stranger(app), signed(app, about(`OE${i}AA`), from(i)).frame)).status, 200);
  }
  await refused(
    app,
    429,
    "rate_limited",
    () => put(stranger(app), signed(app, about("OE1AA"), from(60)).frame),
  );
});

Deno.test("neither strangers in its name nor whoever repeats its questions spend what an instance may ask", async () => {
  const { app } = await witness();
  using _end = app;
  knows(app, ASKER);
  for (let i = 0; i < 70; i++) {
    assert.equal((await put(stranger(app), question(app, { key: EVIL }))).status, 401);
  }
  const { frame } = signed(app, questionOf(sought(app))!);
  for (let i = 0; i < 70; i++) assert.equal((await put(stranger(app), frame)).status, 200, "the same answer");
  for (let i = 0; i < 59; i++) {
    assert.equal((await put(stranger(app), signed(app, questionOf(sought(app))!).frame)).status, 200);
  }
  await refused(
    app,
    429,
    "rate_limited",
    () => put(stranger(app), signed(app, questionOf(sought(app))!).frame),
  );
});

Deno.test("a question for a spoke is carried for a known asker alone, whose signature holds", async () => {
  const { app } = await witness();
  using _end = app;
  const queued: string[] = [];
  const { relay } = app.federation.corroboration;
  Object.assign(
    relay,
    {
      isSpoke: (instance) => instance === "s.example",
      queue: (_tx, { asker, target }) => {
        queued.push(`${asker} ${target}`);
        return { id: "1", ticket: "t" };
      },
      own: () => null,
    } satisfies typeof relay,
  );
  const to = (over: object = {}) => question(app, { body: { target: "s.example" }, ...over });
  await refused(app, 401, "asker_unknown", () => put(stranger(app), to()));
  knows(app, ASKER, { trust: "unvetted" });
  await refused(app, 401, "bad_question_signature", () => put(stranger(app), to({ key: EVIL })));
  await refused(app, 400, "stale_question", () => put(stranger(app), to({ at: app.world.now() - 121 })));
  await refused(
    app,
    400,
    "wrong_target",
    () => put(stranger(app), question(app, { body: { target: "nobody.example" } })),
  );
  assert.deepEqual(queued, []);
  const carried = await put(stranger(app), to());
  assert.deepEqual([carried.status, carried.body], [202, { relayed: true, id: "1", ticket: "t" }]);
  assert.deepEqual(queued, ["a.example s.example"]);
});
