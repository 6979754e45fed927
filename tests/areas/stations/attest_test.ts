/** The table of who may attest what. */
import assert from "node:assert/strict";
import { attest, type TrustView } from "../../../src/stations/evidence/attest.ts";
import type { Delivery } from "../../../src/stations/reception.ts";

const trust: TrustView = {
  firstPartySince: (site) => site === "OE1GATE-10" ? 0 : site === "OE1LATE-10" ? 1500 : undefined,
  boxTrust: (box) =>
    box === "attic"
      ? { sites: new Map([["OE3ATTIC", 0], ["OE3LATE", 1500]]), ownerAccountId: 7, since: 1000 }
      : box === "cellar"
      ? { sites: new Map(), since: 0 }
      : undefined,
};
const heard = (changes: Partial<Delivery>): Delivery => ({
  via: "rf",
  port: "kiss",
  site: "OE1GATE-10",
  credential: "secret",
  box: "",
  ...changes,
});

const TABLE: [why: string, delivery: Delivery, trusted: boolean, reason?: RegExp][] = [
  ["the secret's own site", heard({}), true],
  ["a site with another SSID is another site", heard({ site: "OE1GATE-11" }), false, /not trusted/],
  ["a box's trusted site", heard({ credential: "box", box: "attic", site: "OE3ATTIC" }), true],
  [
    "a first-party site grants a box nothing",
    heard({ credential: "box", box: "attic" }),
    false,
    /under the box attic/,
  ],
  ["a box's site grants the secret nothing", heard({ site: "OE3ATTIC" }), false, /ingest secret/],
  [
    "a box's site grants another box nothing",
    heard({ credential: "box", box: "cellar", site: "OE3ATTIC" }),
    false,
    /under the box/,
  ],
  ["a revoked box", heard({ credential: "box", box: "gone", site: "OE3ATTIC" }), false, /not enrolled/],
  ["APRS-IS", heard({ via: "aprsis", port: "aprs-is" }), false, /Internet/],
  ["APRS-IS dressed up as radio", heard({ port: "aprs-is" }), false, /not a radio/],
  ["an IP tunnel", heard({ port: "axudp" }), false, /not a radio/],
  ["a driver that nobody knows", heard({ port: "telepathy" }), false, /not a radio/],
  ["no site", heard({ site: "" }), false, /no receiving site/],
  ["a member's own device", heard({ credential: "device" }), false, /own device/],
  ["an app", heard({ via: "app", port: "app" }), false, /own device/],
  ["a mesh node", heard({ via: "meshcom", port: "meshcom" }), true],
  ...["rf", "kiss-tnc", "agwpe", "hostmode", "tnc", "soundcard", "lora-aprs", "meshcom-kiss"].map((
    port,
  ): [string, Delivery, boolean] => [`the radio port ${port}`, heard({ port }), true]),
  ...["axip", "meshtastic", "webserial-kiss", "browser-rf", "unknown"].map((
    port,
  ): [string, Delivery, boolean, RegExp] => [`the port ${port}`, heard({ port }), false, /not a radio/]),
];

Deno.test("attest() trusts only the site that is trusted for what delivered the frame", () => {
  for (const [why, delivery, trusted, reason] of TABLE) {
    const judged = attest(delivery, trust, 1000);
    assert.equal(judged.trusted, trusted, why);
    if (reason) assert.match(judged.flaw?.text ?? "", reason, why);
    else assert.equal(judged.flaw, undefined, why);
    // Whatever speaks against it, a radio of the receiver is told apart from the rest.
    const byRadio = ["rf", "meshcom"].includes(delivery.via) && !/radio of/.test(judged.flaw?.text ?? "");
    assert.equal(judged.radioPort, byRadio, why);
  }
});

Deno.test("what a box heard before it changed hands counts for nothing", () => {
  const hearing = heard({ credential: "box", box: "attic", site: "OE3ATTIC" });
  assert.match(attest(hearing, trust, 999).flaw!.text, /changed hands/);
  assert.equal(attest(hearing, trust, 999).radioPort, true);
  assert.equal(attest(hearing, trust, 999).trusted, false);
  assert.equal(attest(hearing, trust, 1000).trusted, true);
});

Deno.test("what a station heard before it was trusted counts for nothing, with the secret and under a box", () => {
  for (
    const hearing of [
      heard({ site: "OE1LATE-10" }),
      heard({ credential: "box", box: "attic", site: "OE3LATE" }),
    ]
  ) {
    const early = attest(hearing, trust, 1499);
    assert.deepEqual([early.trusted, early.flaw?.code], [false, "trusted_later"]);
    assert.equal(attest(hearing, trust, 1500).trusted, true);
  }
});

Deno.test("a radio port is told apart from the Internet, whoever delivered the frame", () => {
  const port = (changes: Partial<Delivery>) => attest(heard(changes), trust, 1000).radioPort;
  assert.deepEqual(
    [{}, { via: "meshcom" }, { site: "" }, { via: "aprsis" }, { via: "app" }, { port: "axudp" }].map((
      changes,
    ) => port(changes as Partial<Delivery>)),
    [true, true, true, false, false, false],
  );
  assert.deepEqual([port({ credential: "device" }), port({ credential: "device", port: "axudp" })], [
    true,
    false,
  ]);
});
