/** Web push: which browsers get messages, what an outage does, and who sends. */
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { fromBase64Url, toBase64Url } from "../../src/base/mod.ts";
import { accountStore } from "../../src/accounts/store.ts";
import { Alerts } from "../../src/live/alerts/alerts.ts";
import { Push } from "../../src/live/push/push.ts";
import { pushContact } from "../../src/live/push/vapid.ts";
import { judge, judgesMissing } from "../peers/judges.ts";
import { peerTest } from "../peers/peer.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { START, testWorld } from "../kit/world.ts";

const VAPID = toBase64Url(new Uint8Array(32).fill(7));
const ENDPOINT = "https://push.example/send/abc";

interface Posted {
  url: string;
  headers: Headers;
  body: Uint8Array;
}

async function house(
  over: {
    status?: () => number;
    addresses?: string[];
    vapid?: string;
    subject?: () => string | undefined;
    fails?: () => Promise<never> | undefined;
    retryAfter?: () => string;
  } = {},
) {
  const posted: Posted[] = [];
  const world = Object.assign(testWorld(), {
    lookup: () => Promise.resolve(over.addresses ?? ["93.184.216.34"]),
  });
  const db = freshDatabase(world);
  const push = new Push(db, world, {
    privateKey: "vapid" in over ? over.vapid : VAPID,
    subject: () => over.subject?.() ?? "mailto:op@club.example",
    fetch: (ask) => {
      posted.push({ url: ask.url, headers: new Headers(ask.headers), body: ask.body as Uint8Array });
      assert.deepEqual([ask.method, ask.httpsOnly], ["POST", true]);
      const failing = over.fails?.();
      if (failing) return failing;
      return Promise.resolve({
        status: over.status?.() ?? 201,
        bytes: new Uint8Array(),
        headers: over.retryAfter ? { "retry-after": over.retryAfter() } : {},
        url: ask.url,
      });
    },
  });
  const alerts = new Alerts(db, world, push);
  const people = accountStore(db);
  const [alice, bob] = await Promise.all(
    ["OE1ABC", "DL1XYZ"].map((call) => db.write((tx) => people.create(tx, call, START))),
  );
  return { world, db, push, alerts, alice: alice!, bob: bob!, posted };
}

const inSession = (account: number, id = "s1", expiresAt = START + 30 * 86_400) => ({
  account,
  id,
  expiresAt,
});

const browser = () => {
  const keys = createECDH("prime256v1");
  const point = keys.generateKeys();
  const auth = toBase64Url(new Uint8Array(16).fill(9));
  return {
    privateKey: toBase64Url(keys.getPrivateKey()),
    auth,
    subscription: { endpoint: ENDPOINT, keys: { p256dh: toBase64Url(point), auth } },
  };
};

Deno.test("push: subscriptions are checked, and endpoints on our own network refused", async () => {
  const { subscription } = browser();
  const reason = async (over: object, house_: Awaited<ReturnType<typeof house>>) => {
    try {
      await house_.push.subscribe(inSession(house_.alice), { ...subscription, ...over });
      return "taken";
    } catch (failure) {
      return (failure as { reason: string }).reason;
    }
  };
  const ours = await house();
  assert.equal(await reason({}, ours), "taken");
  for (
    const endpoint of [
      "http://push.example/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://10.1.2.3/",
      "https://u:p@push.example/",
      "not a url",
      "https://[::ffff:10.0.0.1]/",
      "https://2130706433/",
    ]
  ) {
    assert.equal(await reason({ endpoint }, ours), "bad_subscription", endpoint);
  }
  assert.equal(
    await reason({ keys: { p256dh: "AAAA", auth: subscription.keys.auth } }, ours),
    "bad_subscription",
  );
  assert.equal(
    await reason({ keys: { p256dh: subscription.keys.p256dh, auth: "AAAA" } }, ours),
    "bad_subscription",
  );
  assert.equal(await reason({}, await house({ addresses: ["192.168.1.7"] })), "bad_subscription");
  assert.equal(await reason({}, await house({ addresses: ["93.184.216.34", "::1"] })), "bad_subscription");
  assert.equal(await reason({}, await house({ addresses: [] })), "bad_subscription");
  assert.equal(await reason({}, await house({ vapid: undefined })), "push_off");
});

const MESSAGE = {
  kind: "heard",
  text: "x",
  callsign: "N0CALL",
  code: null,
  lang: "en",
  find: null,
  at: START,
};

Deno.test("push: what is gone goes, and only the newest ten browsers of an account stay", async () => {
  let status = 201;
  const { push, alice, bob, db } = await house({ status: () => status });
  const { subscription } = browser();
  const send = async () => {
    push.tell(alice, MESSAGE);
    await push.settled();
    return push.store.ofAccount({ account: alice, now: START }).length;
  };
  for (const gone of [404, 410]) {
    status = 201;
    await push.subscribe(inSession(alice), subscription);
    assert.equal(await send(), 1);
    status = gone;
    assert.equal(await send(), 0);
  }
  for (let n = 0; n < 12; n++) {
    await push.subscribe(inSession(alice), { ...subscription, endpoint: `${ENDPOINT}${n}` });
  }
  const rows = (account: number) => push.store.ofAccount({ account, now: START });
  assert.equal(rows(alice).length, 10);
  await push.subscribe(inSession(bob), { ...subscription, endpoint: rows(alice)[0]!.endpoint });
  assert.deepEqual([rows(alice).length, rows(bob).length], [9, 1]);
  assert.equal(await db.write((tx) => push.unsubscribe(tx, alice, rows(bob)[0]!.endpoint)), false);
});

for (
  const [what, outage, status] of [
    ["no internet", () => Promise.reject(new Error("ENETUNREACH")), 0],
    ["a bad certificate", () => Promise.reject(new Error("invalid peer certificate")), 0],
    ...[500, 503, 429, 403, 401, 413].map((status) => [`${status}`, undefined, status] as const),
  ] as const
) {
  Deno.test(`push: an outage is no refusal, and what waited is sent after it: ${what}`, async () => {
    let down = true;
    const { push, alice, world, posted, db } = await house({
      status: () => down ? status : 201,
      fails: () => down ? outage?.() : undefined,
    });
    await push.subscribe(inSession(alice), browser().subscription);
    const tell = async (text: string) => {
      push.tell(alice, { ...MESSAGE, text });
      await push.settled();
    };
    const row = () => push.store.ofAccount({ account: alice, now: world.now() })[0]!;
    const waiting = () =>
      push.store.waiting({ endpoint: ENDPOINT }).map(({ message }) => JSON.parse(message).text);
    for (let n = 0; n < 25; n++) {
      await tell(`message ${n}`);
      if (n % 2) world.pass(600);
      await push.again();
    }
    assert.ok(row().failures > 3 && row().nextTryAt! > START, "it is tried again, later and later");
    assert.ok(posted.length < 25, "a message for a service that failed a moment ago is no further try");
    assert.equal(push.light().nextTryAt, row().nextTryAt);
    assert.match(push.light().lastError!, status === 0 ? /ENETUNREACH|certificate/ : new RegExp(`${status}`));
    // The newest wait, as many as are kept.
    assert.deepEqual([waiting().length, waiting().at(-1)], [20, "message 24"]);
    const tries = posted.length;
    await push.again();
    assert.equal(posted.length, tries, "before its time nobody is asked");
    down = false;
    world.pass(6 * 3600);
    await push.again();
    assert.equal(posted.length, tries + 20);
    assert.deepEqual(waiting(), []);
    assert.deepEqual([row().failures, row().nextTryAt], [0, null]);
    assert.equal(push.light().lastOkAt, world.now());
    await tell("after it");
    assert.equal(posted.length, tries + 21);
    // What waits is of a day at most.
    down = true;
    await tell("of yesterday");
    world.pass(86_401);
    down = false;
    await push.again();
    assert.deepEqual([waiting(), posted.length], [[], tries + 22]);
    assert.equal(row().nextTryAt, null);
    await db.write(() => {});
  });
}

Deno.test("push: a service is asked as late as it says, within bounds", async () => {
  let after = "7200";
  const { push, alice, world } = await house({ status: () => 429, retryAfter: () => after });
  await push.subscribe(inSession(alice), browser().subscription);
  const next = async () => {
    push.tell(alice, MESSAGE);
    await push.settled();
    return push.store.ofAccount({ account: alice, now: world.now() })[0]!.nextTryAt! - world.now();
  };
  assert.equal(await next(), 1800);
  world.pass(1801);
  after = "600";
  assert.equal(await next(), 600);
  world.pass(601);
  after = "Wed, 21 Oct 2026 07:28:00 GMT";
  assert.equal(await next(), 240);
});

Deno.test("push: nothing goes to a browser whose session is over", async () => {
  const { push, alice, db, world, posted } = await house();
  const at = (n: number) => ({ ...browser().subscription, endpoint: `${ENDPOINT}${n}` });
  await push.subscribe(inSession(alice, "lent"), at(1));
  await push.subscribe(inSession(alice, "own"), at(2));
  await push.subscribe(inSession(alice, "short", START + 60), at(3));
  const told = async () => {
    const before = posted.length;
    push.tell(alice, MESSAGE);
    await push.settled();
    return posted.slice(before).map(({ url }) => url.slice(ENDPOINT.length)).sort();
  };
  assert.deepEqual(await told(), ["1", "2", "3"]);
  await db.write((tx) => push.sessionEnded(tx, alice, "lent"));
  assert.deepEqual(await told(), ["2", "3"]);
  world.pass(61);
  assert.deepEqual(await told(), ["2"]);
  await push.again();
  assert.equal(push.store.ofAccount({ account: alice, now: START }).length, 1);
  await db.write((tx) => push.sessionEnded(tx, alice));
  assert.deepEqual(await told(), []);
});

Deno.test("push: the contact is one that resolves, or none", () => {
  for (
    const [email, address, contact] of [
      ["op@club.example.org", undefined, "mailto:op@club.example.org"],
      ["op@localhost", "https://club.oe1.at/x", "https://club.oe1.at"],
      [undefined, "https://club.oe1.at", "https://club.oe1.at"],
      [undefined, "http://club.oe1.at", undefined],
      [undefined, "https://gateway.local:8443", undefined],
      [undefined, "https://192.0.2.7", undefined],
      [undefined, "https://localhost", undefined],
      ["op@gateway.local", undefined, undefined],
      ["op@[192.0.2.7]", undefined, undefined],
      [undefined, undefined, undefined],
    ] as const
  ) assert.equal(pushContact(email, address), contact, `${email} ${address}`);
});

Deno.test("push: a name that means our own network by the time of the message is not asked, and counts as failed", async () => {
  let hits = 0;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const door = (async () => {
    for await (const connection of listener) {
      hits++;
      connection.close();
    }
  })();
  let lookups = 0;
  // The first look-up is the subscription's; it is looked up once for each message, and dialled as it was found.
  const world = Object.assign(testWorld(), {
    lookup: () => Promise.resolve([++lookups === 1 ? "93.184.216.34" : "127.0.0.1"]),
    fetch: () => Promise.reject(new Error("asked past the guard")),
  });
  const db = freshDatabase(world);
  const push = new Push(db, world, { privateKey: VAPID, subject: () => "mailto:op@club.example" });
  const account = await db.write((tx) => accountStore(db).create(tx, "OE1ABC", START));
  const { subscription } = browser();
  await push.subscribe(inSession(account), {
    ...subscription,
    endpoint: `https://push.example:${listener.addr.port}/x`,
  });
  push.tell(account, {
    kind: "heard",
    text: "x",
    callsign: "N0CALL",
    code: null,
    lang: "en",
    find: null,
    at: START,
  });
  await push.settled();
  assert.deepEqual([lookups, hits, push.store.ofAccount({ account, now: START })[0]!.failures], [2, 0, 1]);
  listener.close();
  await door;
});

peerTest(
  "push: a browser opens the message, and the push service can check who sent it",
  judgesMissing(),
  async () => {
    const { push, alice, db, alerts, posted } = await house();
    const { privateKey, auth, subscription } = browser();
    await push.subscribe(inSession(alice), subscription);
    await db.write((tx) =>
      alerts.add(tx, {
        accountId: alice,
        kind: "cache_found",
        call: "DL1XYZ",
        code: "GW1",
        title: "Brücke",
        find: 17,
        at: START,
      })
    );
    await push.settled();
    assert.equal(posted.length, 1);
    const { url, headers, body } = posted[0]!;
    assert.equal(url, ENDPOINT);
    assert.equal(headers.get("content-encoding"), "aes128gcm");
    assert.equal(headers.get("ttl"), "86400");
    const opened = JSON.parse(await judge("push", { body: toBase64Url(body), privateKey, auth }));
    assert.deepEqual(opened, {
      kind: "cache_found",
      text: "DL1XYZ found Brücke (GW1)",
      lang: "en",
      callsign: "DL1XYZ",
      code: "GW1",
      find: 17,
      at: START,
    });
    const [, token, key] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.get("authorization")!)!;
    assert.equal(key, push.publicKey);
    const [head, claims, signature] = token!.split(".");
    const publicKey = await crypto.subtle.importKey(
      "raw",
      fromBase64Url(key!)!,
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    assert.ok(
      await crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        publicKey,
        fromBase64Url(signature!)!,
        new TextEncoder().encode(`${head}.${claims}`),
      ),
    );
    const read = JSON.parse(new TextDecoder().decode(fromBase64Url(claims!)!));
    assert.deepEqual([read.aud, read.sub], ["https://push.example", "mailto:op@club.example"]);
  },
);

Deno.test("whom a push service may write to is read at each sending: a changed address counts at once", async () => {
  let subject = "mailto:first@club.example";
  const { db, push, alerts, alice, posted } = await house({ subject: () => subject });
  await push.subscribe(inSession(alice), browser().subscription);
  const claimed = async () => {
    await db.write((tx) => alerts.add(tx, { accountId: alice, kind: "message", call: "DL1XYZ", at: START }));
    await push.settled();
    const token = /t=([^,]+)/.exec(posted.at(-1)!.headers.get("authorization")!)?.[1] ?? "";
    return JSON.parse(new TextDecoder().decode(fromBase64Url(token.split(".")[1]!)!)).sub;
  };
  assert.equal(await claimed(), "mailto:first@club.example");
  subject = "mailto:second@club.example";
  assert.equal(await claimed(), "mailto:second@club.example");
});
