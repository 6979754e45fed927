/** Sixty forgeries: none of them counts, and none changes anything. Each is one change of a visit that is taken. */
import assert from "node:assert/strict";
import { newToken, toBase64Url } from "../../../src/base/mod.ts";
import { privateDigest, readSigningKey, signDocument, type SigningKey } from "../../../src/wire/mod.ts";
import { type Club, club, here, HOME, taken, type Visit, VISITOR } from "./visitor.ts";

interface Scene {
  one: Club;
  /** A visit as it is taken. */
  good: Visit;
  /** Somebody else's key, of which nothing is known. */
  thief: SigningKey;
  sign(document: object, by?: SigningKey, prefix?: "svc-visit/1" | "svc-log/1" | "svc-act/1"): Visit;
}
type Forgery = (scene: Scene) => Visit | string | Uint8Array<ArrayBuffer> | Promise<Visit>;

const without = (visit: Visit, ...names: string[]): Visit =>
  Object.fromEntries(Object.entries(visit).filter(([name]) => !names.includes(name))) as Visit;
/** Changes one member after it was signed. */
const changed = (over: object): Forgery => ({ good }) => ({ ...good, ...over });
const unsigned = (visit: Visit) => without(visit, "sig", "private");
const flipped = (sig: string, at: number): string =>
  sig.slice(0, at) + (sig[at] === "A" ? "B" : "A") + sig.slice(at + 1);

const FORGERIES: Record<string, Forgery> = {
  // What was signed is not what is sent.
  "another time": ({ good }) => ({ ...good, at: Number(good.at) - 1 }),
  "another time, later": ({ good }) => ({ ...good, at: Number(good.at) + 1 }),
  "another cache": changed({ cache: "localhost:cache:99" }),
  "another call": changed({ call: "OE5XYZ" }),
  "another SSID": changed({ call: `${VISITOR}-7` }),
  "another home": async ({ one, good }) => {
    await Promise.resolve(one.trust.set("oe6.example", "trusted"));
    return { ...good, home: "oe6.example" };
  },
  "another instance": changed({ instance: "oe6.example" }),
  "another kind": changed({ kind: "DNF" }),
  "a note made a find": ({ one }) => ({ ...one.visit({ kind: "note" }), kind: "found" }),
  "another name": changed({ sentId: "another-name-of-this-visit" }),
  "another text": changed({ text: "Found it twice" }),
  "no text": changed({ text: "" }),
  "another digest": changed({ priv: "0".repeat(64) }),
  "no digest": ({ good }) => without(good, "priv"),
  "no digest and nothing beside it": ({ good }) => without(good, "priv", "private"),
  "a digest with nothing beside it": ({ good }) => without(good, "private"),
  "beside what has no digest": ({ one }) => ({ ...one.visit(), private: here }),
  // What lies beside it is not what was signed.
  "another place": changed({ private: { ...here, lat: here.lat + 0.001 } }),
  "another accuracy": changed({ private: { ...here, accuracyM: 5000 } }),
  "no accuracy": changed({ private: without(here as unknown as Visit, "accuracyM") }),
  "another salt": changed({ private: { ...here, salt: toBase64Url(new Uint8Array(16)) } }),
  "a tag put beside it": changed({ private: { ...here, tag: "SECRET" } }),
  "a code put beside it": changed({ private: { ...here, code: "SECRET" } }),
  "a place swapped, with its digest": ({ good }) => {
    const place = { ...here, lat: 10 };
    return { ...good, private: place, priv: privateDigest(place)! };
  },
  // Signatures.
  "no signature": ({ good }) => without(good, "sig"),
  "an empty signature": changed({ sig: "" }),
  "a signature of zeros": changed({ sig: toBase64Url(new Uint8Array(64)) }),
  "a flipped first letter": ({ good }) => ({ ...good, sig: flipped(good.sig, 0) }),
  "a flipped letter in the middle": ({ good }) => ({ ...good, sig: flipped(good.sig, 50) }),
  "a signature with a letter that says nothing": ({ good }) => ({
    ...good,
    sig: good.sig.slice(0, 85) + "_",
  }),
  "a cut signature": ({ good }) => ({ ...good, sig: good.sig.slice(0, 80) }),
  "a longer signature": ({ good }) => ({ ...good, sig: `${good.sig}AA` }),
  "the order of the curve added to it": ({ good }) => ({ ...good, sig: malleable(good.sig) }),
  "the signature of another visit": ({ one, good }) => ({ ...good, sig: one.visit({ text: "Other" }).sig }),
  "another key's signature": ({ good, sign, thief }) => ({ ...good, sig: sign(unsigned(good), thief).sig }),
  "the signature of a log": ({ good, sign }) => ({
    ...good,
    sig: sign(unsigned(good), undefined, "svc-log/1").sig,
  }),
  "the signature of an action": ({ good, sign }) => ({
    ...good,
    sig: sign(unsigned(good), undefined, "svc-act/1").sig,
  }),
  "a member's log, as members sign it": ({ one, good, sign }) => {
    const { at, call, instance, key, kind, text } = good;
    const log = { at, cache: one.cache.code, call, instance, key, kind, text };
    return { ...good, sig: sign(log, undefined, "svc-log/1").sig };
  },
  "the home's key signs in the visitor's place": ({ one, good, sign }) => ({
    ...good,
    sig: sign(unsigned(good), one.homeKey).sig,
  }),
  // Keys.
  "another key named, signed by it": ({ good, sign, thief }) =>
    sign({ ...unsigned(good), key: thief.publicKey }, thief),
  "another key named, signed by the right one": ({ good, sign, thief }) =>
    sign({ ...unsigned(good), key: thief.publicKey }),
  "the home's own key as a device's": ({ one, good, sign }) =>
    sign({ ...unsigned(good), key: one.homeKey.publicKey }, one.homeKey),
  "a key of zeros": changed({ key: toBase64Url(new Uint8Array(32)) }),
  "the neutral point as a key": ({ good }) => {
    const point = new Uint8Array(32), sig = new Uint8Array(64);
    point[0] = sig[0] = 1;
    return { ...good, key: toBase64Url(point), sig: toBase64Url(sig) };
  },
  "a short key": changed({ key: "AAAA" }),
  "a key that another instance vouches for": ({ one, good, sign, thief }) => {
    one.trust.set("oe6.example", "trusted");
    one.keys.set(`oe6.example ${thief.publicKey}`, { call: VISITOR, verified: true, addedAt: 0 });
    return sign({ ...unsigned(good), key: thief.publicKey }, thief);
  },
  "a key of another call": ({ one, good, sign, thief }) => {
    one.keys.set(`${HOME} ${thief.publicKey}`, { call: "OE5XYZ", verified: true, addedAt: 0 });
    return sign({ ...unsigned(good), key: thief.publicKey }, thief);
  },
  "a key that nobody verified": ({ one, good, sign, thief }) => {
    one.keys.set(`${HOME} ${thief.publicKey}`, { call: VISITOR, verified: false, addedAt: 0 });
    return sign({ ...unsigned(good), key: thief.publicKey }, thief);
  },
  "a key that was revoked, signing at an earlier time before it began": ({ one, good, sign, thief }) => {
    one.keys.set(`${HOME} ${thief.publicKey}`, {
      call: VISITOR,
      verified: true,
      addedAt: Number(good.at) + 1,
      revokedAt: Number(good.at) + 2,
    });
    return sign({ ...unsigned(good), key: thief.publicKey }, thief);
  },
  "a key that was revoked": ({ one, good, sign, thief }) => {
    one.keys.set(`${HOME} ${thief.publicKey}`, {
      call: VISITOR,
      verified: true,
      addedAt: 0,
      revokedAt: Number(good.at),
    });
    return sign({ ...unsigned(good), key: thief.publicKey }, thief);
  },
  "a member of this instance as a visitor": async ({ one, good, sign, thief }) => {
    const member = await one.app.signIn(VISITOR);
    const registered = await member.post("/keys/register", {
      callsign: VISITOR,
      publicKey: thief.publicKey,
      label: "phone",
    });
    assert.equal(registered.status, 200, registered.text);
    return sign({ ...unsigned(good), home: "localhost", key: thief.publicKey }, thief);
  },
  // Forms.
  "a further member, signed": ({ good, sign }) => sign({ ...unsigned(good), tier: "A" }),
  "a further member, not signed": changed({ foundAt: 1 }),
  "a verdict of its own": ({ good, sign }) => sign({ ...unsigned(good), verified: true }),
  "a time that is no whole number": ({ good, sign }) =>
    sign({ ...unsigned(good), at: Number(good.at) + 0.5 }),
  "a time in words": changed({ at: "now" }),
  "a call in small letters": ({ good, sign }) => sign({ ...unsigned(good), call: VISITOR.toLowerCase() }),
  "a call that is none": ({ good, sign }) => sign({ ...unsigned(good), call: "NOBODY-AT-ALL" }),
  "a maintenance note of the owner's": ({ good, sign }) => sign({ ...unsigned(good), kind: "maintenance" }),
  "a code in place of the global id": ({ one, good, sign }) =>
    sign({ ...unsigned(good), cache: one.cache.code }),
  "a member named twice": ({ good }) =>
    JSON.stringify(good).replace('"kind":"found"', '"kind":"found","kind":"note"'),
  "a list of visits": ({ good }) => JSON.stringify([good]),
  "control characters in the text": ({ good, sign }) => sign({ ...unsigned(good), text: "a\u0007b" }),
  "more text than anybody writes": ({ good, sign }) => sign({ ...unsigned(good), text: "x".repeat(2001) }),
  "nothing at all": () => "",
  "bytes that are no text": () => new Uint8Array([0xff, 0xfe, 0x00]),
};

/** The same signature with the group's order added to its second half: another form of it, which is none. */
function malleable(sig: string): string {
  const bytes = Uint8Array.from(
    atob(sig.replaceAll("-", "+").replaceAll("_", "/")),
    (one) => one.charCodeAt(0),
  );
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let s = 0n;
  for (let i = 63; i >= 32; i--) s = s << 8n | BigInt(bytes[i]!);
  s += order;
  for (let i = 32; i < 64; i++, s >>= 8n) bytes[i] = Number(s & 255n);
  return toBase64Url(bytes);
}

Deno.test("sixty forgeries and more: none counts, and none changes anything", async (t) => {
  assert.ok(Object.keys(FORGERIES).length >= 60);
  for (const [what, forge] of Object.entries(FORGERIES)) {
    await t.step(what, async () => {
      const one = await club(), { app } = one;
      const thief = readSigningKey(newToken(one.world))!;
      const good = one.visit({}, { beside: here });
      const sign: Scene["sign"] = (document, by = one.phone, prefix = "svc-visit/1") => ({
        ...document,
        sig: signDocument(prefix, document, by),
        private: here,
      });
      const forged = await forge({ one, good, thief, sign });
      const before = counted(one), rows = app.fingerprint();
      const reply = await app.visitor.post("/federation/visits", forged, {
        "content-type": "application/json",
      });
      // What a key signed that is not here yet waits, apart from everything that counts; all else is refused and not kept.
      const waits = reply.status === 202;
      assert.ok(waits || (reply.status >= 400 && reply.status < 500), `${reply.status} ${reply.text}`);
      if (!waits) assert.equal(app.fingerprint(), rows, "a forgery changed something");
      assert.deepEqual(counted(one), before);
      // A forgery is in nobody's way either.
      one.trust.set(HOME, "trusted");
      const again = await one.post(good);
      assert.equal(again.status, 201, again.text);
      one.close();
    });
  }
});

/** Everything of the game that a visit could have changed. */
function counted(one: Club) {
  const rows = (table: string) => one.app.db.sql(`SELECT * FROM ${table}`).all();
  return {
    tables: [
      "log",
      "visit",
      "visitor",
      "open_find",
      "stage_unlock",
      "finder_sum",
      "finder_call",
      "cache",
      "alert",
    ].map(rows),
    published: one.published.length,
    told: one.told.length,
  };
}

Deno.test("a visit that was taken is no way to another: each forgery of it again changes nothing", async () => {
  const one = await club();
  const { visit, reply } = await taken(one);
  for (
    const over of [{ text: "Mine" }, { call: "OE5XYZ" }, { at: Number(visit.at) + 1 }, {
      private: undefined,
      priv: undefined,
    }]
  ) {
    const before = one.app.fingerprint();
    const again = await one.post({ ...visit, ...over });
    assert.equal(again.status, 422, again.text);
    assert.equal(one.app.fingerprint(), before);
  }
  const key = (await one.post(visit)).body;
  assert.deepEqual(key, reply.body);
  one.close();
});
