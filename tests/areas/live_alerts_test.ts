/** Watched calls, alerts, the digest mail, and web push. */
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { fromBase64Url, toBase64Url } from "../../src/base/mod.ts";
import { accountStore } from "../../src/accounts/store.ts";
import { Alerts } from "../../src/live/alerts/alerts.ts";
import { Watchers } from "../../src/live/alerts/watchers.ts";
import { digestMail, sendDigests } from "../../src/live/alerts/digest.ts";
import { alertText } from "../../src/live/alerts/text.ts";
import { Push } from "../../src/live/push/push.ts";
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
    near?: boolean;
    vapid?: string;
    subject?: () => string;
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
      return Promise.resolve({
        status: over.status?.() ?? 201,
        bytes: new Uint8Array(),
        headers: {},
        url: ask.url,
      });
    },
  });
  const alerts = new Alerts(db, world, push);
  const watchers = new Watchers(db, world, alerts, {
    cachesNear: () => over.near ? [{ code: "GW1", title: "Bridge", distanceM: 300 }] : [],
  });
  const people = accountStore(db);
  const [alice, bob] = await Promise.all(
    ["OE1ABC", "DL1XYZ"].map((call) => db.write((tx) => people.create(tx, call, START))),
  );
  const hear = async (call: string, at = world.now()) => {
    watchers.position({ call, at, lat: 48.2, lon: 16.4, via: "rf" });
    await db.write(() => {});
    await push.settled();
  };
  return { world, db, push, alerts, watchers, alice: alice!, bob: bob!, hear, posted };
}

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

Deno.test("watch: any SSID of the base call, once an hour, and only what is new", async () => {
  const { world, db, alerts, watchers, alice, bob, hear } = await house();
  await db.write((tx) => watchers.watch(tx, alice, "DL9ABC-7"));
  const list = () =>
    alerts.store.page({ account: alice, at: START + 1e6, id: 0, limit: 10 }).map((
      alert,
    ) => [alert.kind, alert.callsign]);
  await hear("DL9ABC-9");
  await hear("DL9ABC");
  await hear("DL9ABCD");
  assert.deepEqual(list(), [["heard", "DL9ABC-9"]]);
  world.pass(3601);
  await hear("DL9ABC-5", world.now() - 901);
  assert.equal(list().length, 1, "an old packet is no news");
  await hear("DL9ABC-5");
  assert.deepEqual(list(), [["heard", "DL9ABC-5"], ["heard", "DL9ABC-9"]]);
  assert.equal(alerts.store.unseen({ account: bob })!.n, 0);
  const [watch] = alerts.store.watches({ account: alice });
  assert.equal(await db.write((tx) => watchers.unwatch(tx, bob, watch!.id)), false, "another's watch stays");
  assert.equal(await db.write((tx) => watchers.unwatch(tx, alice, watch!.id)), true);
  world.pass(3601);
  await hear("DL9ABC-5");
  assert.equal(list().length, 2);
});

Deno.test("watch: near a cache the alert names it", async () => {
  const { db, alerts, watchers, alice, hear } = await house({ near: true });
  await db.write((tx) => watchers.watch(tx, alice, "DL9ABC"));
  await hear("DL9ABC");
  const [alert] = alerts.store.page({ account: alice, at: START + 1e6, id: 0, limit: 10 });
  assert.deepEqual([alert!.kind, alert!.code, alert!.title], ["near_cache", "GW1", "Bridge"]);
});

Deno.test("watch: a write that fails leaves no watch behind", async () => {
  const { db, alerts, watchers, alice, hear } = await house();
  await assert.rejects(db.write((tx) => {
    watchers.watch(tx, alice, "DL9ABC");
    throw new Error("no");
  }));
  await hear("DL9ABC");
  assert.equal(alerts.store.unseen({ account: alice })!.n, 0);
});

Deno.test("alerts: paged without gaps, seen all at once, forgotten after their days", async () => {
  const { world, db, alerts, alice } = await house();
  for (let n = 0; n < 5; n++) {
    await db.write((tx) =>
      alerts.add(tx, { accountId: alice, kind: "heard", call: `N${n}AB`, at: START + (n >> 1) })
    );
  }
  const all = alerts.store.page({ account: alice, at: START + 1e6, id: 0, limit: 10 }).map((alert) =>
    alert.callsign
  );
  assert.deepEqual(all, ["N4AB", "N3AB", "N2AB", "N1AB", "N0AB"]);
  const second = alerts.store.page({ account: alice, at: START + 1e6, id: 0, limit: 2 })[1]!;
  assert.deepEqual(
    alerts.store.page({ account: alice, at: second.at, id: second.id, limit: 2 }).map((alert) =>
      alert.callsign
    ),
    [
      "N2AB",
      "N1AB",
    ],
  );
  assert.equal(await db.write((tx) => alerts.see(tx, alice)), 5);
  assert.equal(alerts.store.unseen({ account: alice })!.n, 0);
  world.pass(31 * 86_400);
  await alerts.prune(30);
  assert.deepEqual(alerts.store.page({ account: alice, at: world.now() + 1, id: 0, limit: 10 }), []);
});

Deno.test("digest: one mail a day for what is unseen, with the one-click way out; a refused mail is tried again", async () => {
  const { world, db, alerts, alice, bob } = await house();
  const parts = {
    db,
    world,
    store: alerts.store,
    instance: () => "The Club",
    origin: "https://club.example",
    recipient: (account: number) =>
      account === alice
        ? {
          email: "a@example.org",
          callsign: "OE1ABC",
          unsubscribeUrl: "https://club.example/api/notify/unsubscribe?token=t",
        }
        : undefined,
  };
  const send = async () => {
    const before = world.sent.length;
    await sendDigests(parts);
    return world.sent.length - before;
  };
  const add = (accountId: number) =>
    db.write((tx) =>
      alerts.add(tx, {
        accountId,
        kind: "cache_found",
        call: "DL1XYZ",
        code: "GW1",
        title: "Bridge",
        at: world.now(),
      })
    );
  await add(alice);
  await add(bob);
  const deliver = world.mail!.send;
  world.mail!.send = () => Promise.reject(new Error("451 later"));
  assert.equal(await send(), 0);
  world.mail!.send = deliver;
  assert.equal(await send(), 1);
  assert.equal(await send(), 0, "nothing new");
  const [mail] = world.sent;
  assert.equal(mail!.to, "a@example.org");
  assert.equal(mail!.headers!["List-Unsubscribe"], "<https://club.example/api/notify/unsubscribe?token=t>");
  assert.equal(mail!.headers!["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
  assert.match(mail!.text, /DL1XYZ found Bridge \(GW1\)\n\s+https:\/\/club\.example\/c\/GW1/);
  await add(alice);
  assert.equal(await send(), 0, "not twice a day");
  world.pass(86_401);
  assert.equal(await send(), 1);
  await db.write((tx) => alerts.see(tx, alice));
  await add(alice);
  await db.write((tx) => alerts.see(tx, alice));
  world.pass(86_401);
  assert.equal(await send(), 0, "what was seen is not mailed");
  assert.equal(world.sent.length, 2);
});

Deno.test("digest: each line leads to the page of its log or cache; without an address of one's own nothing is linked", () => {
  const to = {
    email: "a@example.org",
    callsign: "OE1ABC",
    unsubscribeUrl: "https://club.example/off?token=t",
  };
  const alert = (over: object) => ({
    id: 1,
    kind: "cache_dnf",
    callsign: "DL1XYZ",
    code: null,
    title: null,
    find: null,
    at: START,
    seenAt: null,
    ...over,
  });
  const alerts = [
    alert({ find: 17, code: "GW1", title: "Bridge" }),
    alert({ kind: "adoption_offered", code: "GW 2", title: "Tower" }),
    alert({ kind: "heard" }),
  ];
  const links = (text: string) => [...text.matchAll(/^ {22}(\S+)$/gm)].map(([, address]) => address);
  const mail = digestMail(to, alerts, { instance: "The Club", origin: "https://club.example", total: 3 });
  assert.deepEqual(links(mail.text), ["https://club.example/find/17", "https://club.example/c/GW%202"]);
  assert.match(mail.text, /\nAll of it: https:\/\/club\.example\/\n/);
  assert.match(mail.text, / Turn it off: https:\/\/club\.example\/off\?token=t\n$/);
  const { unsubscribeUrl: _, ...unlinked } = to;
  const bare = digestMail(unlinked, alerts, { instance: "The Club", total: 3 });
  assert.doesNotMatch(bare.text, /:\/\/|undefined|All of it|Turn it off/);
  assert.match(bare.text, /DL1XYZ did not find Bridge \(GW1\)\n.*Tower \(GW 2\)\n.*DL1XYZ was heard\n/);
  assert.equal(bare.headers, undefined);
});

Deno.test("push: subscriptions are checked, and endpoints on our own network refused", async () => {
  const { subscription } = browser();
  const reason = async (over: object, house_: Awaited<ReturnType<typeof house>>) => {
    try {
      await house_.push.subscribe(house_.alice, { ...subscription, ...over });
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

Deno.test("push: gone subscriptions go, failing ones after ten times, only the newest ten stay", async () => {
  let status = 201;
  const { push, alice, bob, db } = await house({ status: () => status });
  const { subscription } = browser();
  const message = {
    kind: "heard",
    text: "x",
    callsign: "N0CALL",
    code: null,
    lang: "en",
    find: null,
    at: START,
  };
  const send = async () => {
    push.tell(alice, message);
    await push.settled();
    return push.store.ofAccount({ account: alice }).length;
  };
  await push.subscribe(alice, subscription);
  assert.equal(await send(), 1);
  status = 503;
  for (let n = 0; n < 9; n++) assert.equal(await send(), 1);
  assert.equal(await send(), 0);
  await push.subscribe(alice, subscription);
  status = 410;
  assert.equal(await send(), 0);
  for (let n = 0; n < 12; n++) await push.subscribe(alice, { ...subscription, endpoint: `${ENDPOINT}${n}` });
  assert.equal(push.store.ofAccount({ account: alice }).length, 10);
  await push.subscribe(bob, {
    ...subscription,
    endpoint: push.store.ofAccount({ account: alice })[0]!.endpoint,
  });
  assert.deepEqual([
    push.store.ofAccount({ account: alice }).length,
    push.store.ofAccount({ account: bob }).length,
  ], [9, 1]);
  assert.equal(
    await db.write((tx) => push.unsubscribe(tx, alice, push.store.ofAccount({ account: bob })[0]!.endpoint)),
    false,
  );
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
  await push.subscribe(account, {
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
  assert.deepEqual([lookups, hits, push.store.ofAccount({ account })[0]!.failures], [2, 0, 1]);
  listener.close();
  await door;
});

peerTest(
  "push: a browser opens the message, and the push service can check who sent it",
  judgesMissing(),
  async () => {
    const { push, alice, db, alerts, posted } = await house();
    const { privateKey, auth, subscription } = browser();
    await push.subscribe(alice, subscription);
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

Deno.test("an alert is said in both languages, each kind in its own sentence, with the title where one is known", () => {
  const kinds = [
    "heard",
    "near_cache",
    "cache_found",
    "cache_dnf",
    "cache_maintenance",
    "message",
    "mail",
    "call_released",
    "corroborated",
    "box_silent",
    "box_back",
    "of_the_future",
  ];
  const said = (lang: "en" | "de", known: object) =>
    kinds.map((kind) => alertText({ kind, call: "DL1XYZ", ...known }, lang));
  for (const known of [{}, { code: "GW1", title: "Brücke" }]) {
    const english = said("en", known), german = said("de", known);
    assert.equal(new Set([...english, ...german]).size, 2 * kinds.length, english.join());
    for (const text of [...english, ...german]) assert.doesNotMatch(text, /undefined|null/);
  }
  const found = { kind: "cache_found", call: "DL1XYZ", code: "GW1", title: "Brücke" };
  assert.equal(alertText(found), "DL1XYZ found Brücke (GW1)");
  assert.equal(alertText(found, "de"), "DL1XYZ hat Brücke (GW1) gefunden");
});

Deno.test("whom a push service may write to is read at each sending: a changed address counts at once", async () => {
  let subject = "mailto:first@club.example";
  const { db, push, alerts, alice, posted } = await house({ subject: () => subject });
  await push.subscribe(alice, browser().subscription);
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
