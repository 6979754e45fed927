/** Watched calls, alerts and the digest mail. */
import assert from "node:assert/strict";
import { accountStore } from "../../src/accounts/store.ts";
import { Alerts } from "../../src/live/alerts/alerts.ts";
import { Watchers } from "../../src/live/alerts/watchers.ts";
import { digestMail, sendDigests } from "../../src/live/alerts/digest.ts";
import { ALERT_KINDS, alertPage } from "../../src/live/alerts/kinds.ts";
import { alertText } from "../../src/live/alerts/text.ts";
import { LANGUAGES } from "../../src/words/mod.ts";
import { pageAt } from "../../src/client/pages/page_table.ts";
import { sentenceOf } from "../../src/client/shack/watches/alerts.ts";
import { language, languageOf } from "../../src/client/ui/say.ts";
import { Push } from "../../src/live/push/push.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { START, testWorld } from "../kit/world.ts";

async function house(over: { near?: boolean } = {}) {
  const world = testWorld();
  const db = freshDatabase(world);
  const push = new Push(db, world, { privateKey: undefined, subject: () => undefined });
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
  return { world, db, push, alerts, watchers, alice: alice!, bob: bob!, hear };
}

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
    farM: null,
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
  assert.deepEqual(links(mail.text), [
    "https://club.example/find/17",
    "https://club.example/me/caches",
    "https://club.example/s/DL1XYZ",
  ]);
  assert.match(mail.text, /\nAll of it: https:\/\/club\.example\/\n/);
  assert.match(mail.text, / Turn it off: https:\/\/club\.example\/off\?token=t\n$/);
  const { unsubscribeUrl: _, ...unlinked } = to;
  const bare = digestMail(unlinked, alerts, { instance: "The Club", total: 3 });
  assert.doesNotMatch(bare.text, /:\/\/|undefined|All of it|Turn it off/);
  assert.match(
    bare.text,
    /DL1XYZ did not find Bridge \(GW1\)\n.*Tower \(GW 2\) is offered to others.*\n.*DL1XYZ was heard\n/,
  );
  assert.equal(bare.headers, undefined);
});

Deno.test("every kind of alert is said in each language in its own sentence, with the title, and leads to a page of the app", () => {
  const known = { call: "DL1XYZ", code: "GW1", title: "Brücke" };
  for (const lang of LANGUAGES) {
    const said = ALERT_KINDS.map((kind) => alertText({ kind, ...known }, lang));
    assert.equal(new Set(said).size, ALERT_KINDS.length, said.join());
    for (const [i, kind] of ALERT_KINDS.entries()) {
      assert.doesNotMatch(said[i]!, /undefined|null|[{}]/);
      assert.doesNotMatch(alertText({ kind, call: "DL1XYZ" }, lang), /undefined|null|[{}]/);
      if (/^(cache|adoption|find)_|near_cache|corroborated/.test(kind)) {
        assert.match(said[i]!, /Brücke \(GW1\)/, `${lang} ${kind}`);
      }
      // The app says the same beside it.
      language.value = languageOf(lang);
      const alert = { id: 1, kind, callsign: "DL1XYZ", code: "GW1", title: "Brücke", find: null, at: 1 };
      assert.equal(sentenceOf({ ...alert, seenAt: null }), said[i]);
    }
    assert.equal(alertText({ kind: "of_the_future", ...known }, lang).includes("Brücke"), true);
  }
  language.value = languageOf("en");
  for (const kind of ALERT_KINDS) {
    for (const about of [{ call: "DL1XYZ", code: "GW1", find: 7 }, { call: "", code: null, find: null }]) {
      const page = alertPage(kind, about);
      assert.ok(pageAt(page.split("?", 1)[0]!), `${kind} leads to ${page}`);
    }
  }
  // The owner of a cache that is offered to others keeps it on the page of her caches.
  assert.equal(alertPage("adoption_offered", { call: "OE1ANA", code: "GW1", find: null }), "/me/caches");
  assert.equal(
    alertText({ kind: "adoption_offered", ...known }),
    "Your cache Brücke (GW1) is offered to others. Do you want to keep it?",
  );
  assert.equal(alertPage("find_counts", { call: "OE1ANA", code: "GW1", find: 7 }), "/find/7");
  const found = { kind: "cache_found", ...known };
  assert.equal(alertText(found), "DL1XYZ found Brücke (GW1)");
  assert.equal(alertText(found, "de"), "DL1XYZ hat Brücke (GW1) gefunden");
  assert.equal(alertText(found, "es"), "DL1XYZ encontró Brücke (GW1)");
});
