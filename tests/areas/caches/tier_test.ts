/** The trust table: every source of evidence, the tier it gives and the words that say why. */
import assert from "node:assert/strict";
import type { Evidence } from "../../../src/caches/rules/evidence.ts";
import { judge } from "../../../src/caches/rules/tier.ts";
import {
  CACHE,
  evidence,
  fix,
  heard,
  living,
  livingFix,
  north,
  PEERS,
  reading,
  T,
} from "../../kit/evidence.ts";

interface Case {
  name: string;
  given: Partial<Evidence>;
  tier: "A" | "B" | null;
  method: string;
  says: string[];
}

const CASES: Case[] = [
  {
    name: "heard directly by a trusted site",
    given: { fixes: [fix()] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified: OE1XYZ-10 heard OE1ABC-7 directly, 42 m from the cache, 3 min before the find."],
  },
  {
    name: "at the last stage",
    given: { fixes: [fix()], place: { kind: "fixed", ...CACHE, lastStage: true } },
    tier: "A",
    method: "aprs_rf",
    says: ["42 m from the last stage"],
  },
  {
    name: "another SSID of the person",
    given: { fixes: [fix({ call: "OE1ABC-12" })] },
    tier: "A",
    method: "aprs_rf",
    says: ["heard OE1ABC-12 directly"],
  },
  {
    name: "another person's position",
    given: { fixes: [fix({ call: "OE9OTH-7" })] },
    tier: null,
    method: "none",
    says: ["it is OE9OTH-7's, not the logger's"],
  },
  {
    name: "another base call of the account",
    given: { fixes: [fix({ call: "OE1OLD-7" })] },
    tier: null,
    method: "none",
    says: ["it is OE1OLD-7's, not the logger's"],
  },
  {
    name: "own IGate",
    given: { fixes: [fix({}, { site: "OE1ABC-10" })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1ABC-10 is the logger's own call"],
  },
  {
    name: "own IGate under another held call",
    given: { fixes: [fix({}, { site: "OE1OLD-10" })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1OLD-10 is the logger's own call"],
  },
  {
    name: "a registered station of the logger",
    given: { fixes: [fix({}, { site: "OE3CLB-10" })] },
    tier: null,
    method: "aprs_is",
    says: ["OE3CLB-10 is a station of the logger"],
  },
  {
    name: "own box",
    given: { fixes: [fix({}, { deliveredBy: { kind: "box", box: "attic", ownerAccountId: 7 } })] },
    tier: null,
    method: "aprs_is",
    says: ["the box attic belongs to the logger"],
  },
  {
    name: "a box enrolled for a call of the logger",
    given: { fixes: [fix({}, { deliveredBy: { kind: "box", box: "attic", enrolledFor: "OE1OLD" } })] },
    tier: null,
    method: "aprs_is",
    says: ["the box attic is enrolled for OE1OLD, a call of the logger"],
  },
  {
    name: "somebody else's box",
    given: { fixes: [fix({}, { deliveredBy: { kind: "box", box: "club", ownerAccountId: 8 } })] },
    tier: "A",
    method: "aprs_rf",
    says: ["OE1XYZ-10 heard OE1ABC-7"],
  },
  {
    name: "own site and another's site heard the same frame",
    given: { fixes: [fix({ hearings: [heard({ site: "OE1ABC-10" }), heard()] })] },
    tier: "A",
    method: "aprs_rf",
    says: ["OE1XYZ-10 heard OE1ABC-7"],
  },
  {
    name: "commanded beacon",
    given: { fixes: [fix({ commanded: true })] },
    tier: null,
    method: "aprs_is",
    says: ["this instance had told a box to transmit just then"],
  },
  {
    name: "APRS-IS copy",
    given: { fixes: [fix({ via: "aprsis", port: "aprs-is", hearings: [] })] },
    tier: null,
    method: "aprs_is",
    says: ["it came over APRS-IS, which anyone can write to"],
  },
  {
    name: "APRS-IS copy that names a trusted site",
    given: { fixes: [fix({ via: "aprsis", port: "aprs-is" }, { radioPort: false })] },
    tier: null,
    method: "aprs_is",
    says: ["it came over APRS-IS, which anyone can write to"],
  },
  {
    name: "ambiguous position",
    given: { fixes: [fix({ ambiguityM: 185 })] },
    tier: null,
    method: "aprs_is",
    says: ["its position is ambiguous by 185 m"],
  },
  {
    name: "digipeated",
    given: { fixes: [fix({ direct: false }, { direct: false })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1XYZ-10 heard a digipeater, not the sender"],
  },
  {
    name: "one site direct, another by a digipeater",
    given: { fixes: [fix({ hearings: [heard({ site: "OE2DIG-10", direct: false }), heard()] })] },
    tier: "A",
    method: "aprs_rf",
    says: ["OE1XYZ-10 heard OE1ABC-7"],
  },
  {
    name: "site that nobody trusts",
    given: {
      fixes: [fix({}, { trusted: false, flaw: { code: "site_not_of_box", text: "not a site of this box" } })],
    },
    tier: null,
    method: "aprs_is",
    says: ["OE1XYZ-10 is not trusted: not a site of this box"],
  },
  {
    name: "no site named",
    given: { fixes: [fix({ hearings: [] })] },
    tier: null,
    method: "aprs_is",
    says: ["no receiving site is named"],
  },
  {
    name: "30 min before the find, to the second",
    given: { fixes: [fix({ at: T - 1800 })] },
    tier: "A",
    method: "aprs_rf",
    says: ["30 min before the find"],
  },
  {
    name: "stale",
    given: { fixes: [fix({ at: T - 1801 })] },
    tier: null,
    method: "none",
    says: ["it is 30 min older than the find, more than 30 min"],
  },
  {
    name: "60 s after the find",
    given: { fixes: [fix({ at: T + 60 })] },
    tier: "A",
    method: "aprs_rf",
    says: ["60 s after the find"],
  },
  {
    name: "too long after the find",
    given: { fixes: [fix({ at: T + 61 })] },
    tier: null,
    method: "none",
    says: ["it came 61 s after the find, more than 60 s"],
  },
  {
    name: "150 m away",
    given: { fixes: [fix(north(149.9))] },
    tier: "A",
    method: "aprs_rf",
    says: ["150 m from the cache"],
  },
  {
    name: "too far",
    given: { fixes: [fix(north(151))] },
    tier: null,
    method: "none",
    says: ["it is 151 m away, more than 150 m"],
  },
  {
    name: "impossible speed",
    given: { fixes: [fix(), fix({ at: T - 120, ...north(30_042) })] },
    tier: null,
    method: "aprs_is",
    says: ["another position 60 s apart would need 1800 km/h, more than 300"],
  },
  {
    name: "possible speed",
    given: { fixes: [fix(), fix({ at: T + 420, ...north(30_042) })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "the home station of the same person beacons at the same time",
    given: { fixes: [fix(), fix({ call: "OE1ABC-1", at: T - 170, ...north(30_000) })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "a commanded beacon elsewhere is no part of the track",
    given: { fixes: [fix(), fix({ at: T - 170, ...north(30_000), commanded: true })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "mesh node heard the sender directly",
    given: { fixes: [fix({ via: "meshcom", port: "meshcom" })] },
    tier: "A",
    method: "aprs_rf",
    says: ["OE1XYZ-10 heard OE1ABC-7 directly"],
  },
  {
    name: "mesh server",
    given: { fixes: [fix({ via: "meshcom", port: "meshcom" }, { radioPort: false })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1XYZ-10 had it from the mesh server, not from its radio"],
  },
  {
    name: "mesh relay",
    given: { fixes: [fix({ via: "meshcom", port: "meshcom", direct: false }, { direct: false })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1XYZ-10 heard a mesh relay, not the sender"],
  },
  {
    name: "mesh copy without a receiving node",
    given: { fixes: [fix({ via: "meshcom", port: "meshcom", hearings: [] })] },
    tier: null,
    method: "aprs_is",
    says: ["it came through the mesh server or a relay, no site heard it"],
  },
  {
    name: "IP tunnel",
    given: { fixes: [fix({ port: "axudp" }, { radioPort: false })] },
    tier: null,
    method: "aprs_is",
    says: ["OE1XYZ-10 had it over axudp, which is not a radio"],
  },
  {
    name: "batch signed by the logger's own device",
    given: { fixes: [fix({ signedByDevice: true, via: "app", hearings: [] })] },
    tier: null,
    method: "aprs_is",
    says: ["the logger's own device sent it in, no receiving site heard it"],
  },
  {
    name: "the same frame sent in by the logger's device and heard by a trusted site",
    given: { fixes: [fix({ signedByDevice: true })] },
    tier: "A",
    method: "aprs_rf",
    says: [],
  },
  {
    name: "replay: the old frame keeps its old time",
    given: { fixes: [fix({ at: T - 86_400 })] },
    tier: null,
    method: "none",
    says: ["it is 24 h older than the find, more than 30 min"],
  },
  {
    name: "replay: the old frame sent again while its sender is heard elsewhere",
    given: { fixes: [fix({ at: T - 60 }), fix({ at: T - 90, ...north(12_042) })] },
    tier: null,
    method: "aprs_is",
    says: ["another position 30 s apart would need 1440 km/h"],
  },
  {
    name: "a position elsewhere that anybody could write does not contradict: APRS-IS",
    given: {
      fixes: [fix({ at: T - 60 }), fix({ at: T - 90, via: "aprsis", hearings: [], ...north(12_042) })],
    },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "a position elsewhere that anybody could write does not contradict: a site that nobody trusts",
    given: { fixes: [fix({ at: T - 60 }), fix({ at: T - 90, ...north(12_042) }, { trusted: false })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "a position nearer in time that anybody could write does not hide what was heard elsewhere",
    given: {
      fixes: [
        fix({ at: T - 60 }),
        fix({ at: T - 61, via: "app", signedByDevice: true, hearings: [] }),
        fix({ at: T - 90, ...north(12_042) }),
      ],
    },
    tier: null,
    method: "aprs_is",
    says: ["another position 30 s apart would need 1440 km/h"],
  },
  {
    name: "a position nearer in time does not hide a farther one that is too fast",
    given: { fixes: [fix({ at: T - 60 }), fix({ at: T - 61 }), fix({ at: T - 600, ...north(60_042) })] },
    tier: null,
    method: "aprs_is",
    says: ["another position 9 min apart would need 400 km/h"],
  },
  {
    name: "the handheld's SSID alone: the home station stays at home",
    given: { fixes: [fix({ at: T - 60 }), fix({ call: "OE1ABC", at: T - 60, ...north(60_042) })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "an ambiguous position elsewhere counts from its nearest edge",
    given: { fixes: [fix({ at: T - 60 }), fix({ at: T - 120, ambiguityM: 16_000, ...north(20_042) })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "what this instance had sent does not contradict",
    given: { fixes: [fix({ at: T - 60 }), fix({ at: T - 90, commanded: true, ...north(12_042) })] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "in a batch of one's own device: the sentence says who",
    given: {
      fixes: [fix({ signedByDevice: true }, { site: "", deliveredBy: { kind: "device" }, trusted: false })],
    },
    tier: null,
    method: "aprs_is",
    says: ["did not count: the logger's own device sent it in, no receiving site heard it"],
  },
  {
    name: "heard by nobody in particular",
    given: { fixes: [fix({}, { site: "", trusted: false })] },
    tier: null,
    method: "aprs_is",
    says: ["did not count: no receiving site is named"],
  },
  {
    name: "nothing at all",
    given: {},
    tier: null,
    method: "none",
    says: [
      "Logged without proof of place. No position of OE1ABC was heard from 30 min before the find to 60 s after it. " +
      "The log carried no device reading.",
    ],
  },
  {
    name: "phone near",
    given: { reading: reading(20) },
    tier: "B",
    method: "app_geo",
    says: ["Location-verified: the device reading was 20 m from the cache, 10 s before the find."],
  },
  {
    name: "phone near, radio not trusted: both are told",
    given: { reading: reading(20), fixes: [fix({}, { trusted: false })] },
    tier: "B",
    method: "app_geo",
    says: ["the device reading was 20 m", "OE1XYZ-10 is not trusted: nobody trusted it"],
  },
  {
    name: "radio and phone: radio wins",
    given: { reading: reading(20), fixes: [fix()] },
    tier: "A",
    method: "aprs_rf",
    says: ["Radio-verified"],
  },
  {
    name: "phone far",
    given: { reading: reading(161) },
    tier: null,
    method: "none",
    says: ["The device reading did not count: it is 161 m away, more than 150 m and 10 m for its accuracy"],
  },
  {
    name: "phone stale",
    given: { reading: reading(20, { at: T - 121 }) },
    tier: null,
    method: "none",
    says: ["it was taken 2 min before the find, more than 2 min"],
  },
  {
    name: "phone ahead",
    given: { reading: reading(20, { at: T + 121 }) },
    tier: null,
    method: "none",
    says: ["it was taken 2 min after the find, more than 2 min"],
  },
  {
    name: "phone inaccurate but within what its accuracy allows",
    given: { reading: reading(340, { accuracyM: 200 }) },
    tier: "B",
    method: "app_geo",
    says: ["340 m from the cache"],
  },
  {
    name: "phone so inaccurate that its accuracy is cut",
    given: { reading: reading(360, { accuracyM: 5000 }) },
    tier: null,
    method: "none",
    says: ["it is 360 m away, more than 150 m and 200 m for its accuracy"],
  },
  {
    name: "reading that did not come from the signed-in logger",
    given: { reading: reading(20, { session: false }) },
    tier: null,
    method: "none",
    says: ["only the signed-in logger's own device counts"],
  },
  {
    name: "NFC of 40 bits",
    given: { nfc: { stage: 2, bits: 40, at: T - 60 } },
    tier: "B",
    method: "nfc",
    says: ["Location-verified: the last stage was opened with its NFC code of 40 bits."],
  },
  {
    name: "NFC of 39 bits",
    given: { nfc: { stage: 2, bits: 39, at: T - 60 } },
    tier: null,
    method: "none",
    says: ["The unlocked stage is no proof: its NFC code has 39 bits, 40 are needed"],
  },
  {
    name: "living cache with an attested fix",
    given: { place: living([livingFix()]), fixes: [fix()] },
    tier: "A",
    method: "aprs_rf",
    says: ["42 m from the living cache"],
  },
  {
    name: "living cache placed by its owner's device",
    given: {
      place: living([livingFix({ hearings: [], via: "app", signedByDevice: true })]),
      reading: reading(20),
    },
    tier: "B",
    method: "app_geo",
    says: ["20 m from the living cache"],
  },
  {
    name: "living cache without an attested fix",
    given: {
      place: living([livingFix({ via: "aprsis", hearings: [] })]),
      fixes: [fix()],
      reading: reading(20),
    },
    tier: null,
    method: "none",
    says: ["nobody knows where the living cache was", "The device reading did not count"],
  },
  {
    name: "living cache placed only by the finder's own site",
    given: { place: living([livingFix({}, { site: "OE1ABC-10" })]), fixes: [fix()] },
    tier: null,
    method: "none",
    says: ["nobody knows where the living cache was"],
  },
  {
    name: "living cache heard too long ago",
    given: { place: living([livingFix({ at: T - 180 - 301 })]), fixes: [fix()] },
    tier: null,
    method: "none",
    says: ["no attested position of its station within 5 min"],
  },
  {
    name: "peers by quorum",
    given: {
      peers: {
        call: "OE1ABC",
        confirmed: true,
        instances: ["oe5.example", "dl1.example"],
        quorum: 2,
        at: T - 300,
        bucketS: 600,
        distanceM: 100,
      },
    },
    tier: "A",
    method: "aprs_rf_peer",
    says: ["Radio-verified by neighbours: oe5.example and dl1.example heard OE1ABC near the cache."],
  },
  {
    name: "peers short of the quorum",
    given: {
      peers: {
        call: "OE1ABC",
        confirmed: false,
        instances: ["oe5.example"],
        quorum: 2,
        at: T - 300,
        bucketS: 600,
        distanceM: 100,
      },
    },
    tier: null,
    method: "none",
    says: ["The neighbours did not confirm it: 1 of the 2 neighbours needed confirmed it"],
  },
  {
    name: "peers confirm, but a position here is unreachably far",
    given: {
      fixes: [fix({ call: "OE1ABC", at: T - 300, ...north(90_000) })],
      peers: {
        call: "OE1ABC",
        confirmed: true,
        instances: ["oe5.example", "dl1.example"],
        quorum: 2,
        at: T - 300,
        bucketS: 600,
        distanceM: 100,
      },
    },
    tier: null,
    method: "none",
    says: ["a position heard here, 90.0 km away, would need 540 km/h, more than 300"],
  },
  {
    name: "peers confirm, and what contradicts them could be written by anybody",
    given: {
      fixes: [fix({ call: "OE1ABC", at: T - 300, ...north(90_000), via: "aprsis", hearings: [] })],
      peers: PEERS,
    },
    tier: "A",
    method: "aprs_rf_peer",
    says: ["Radio-verified by neighbours: oe5.example and dl1.example"],
  },
  {
    name: "peers confirm, and a near position does not hide an unreachable one",
    given: {
      fixes: [
        fix({ call: "OE1ABC", at: T - 300, via: "app", hearings: [] }),
        fix({ call: "OE1ABC", at: T - 310, ...north(90_000) }),
      ],
      peers: PEERS,
    },
    tier: null,
    method: "aprs_is",
    says: ["a position heard here, 90.0 km away"],
  },
  {
    name: "peers confirm, but nobody knows where the living cache was",
    given: { place: living([]), peers: PEERS },
    tier: null,
    method: "none",
    says: ["The neighbours did not confirm it: nobody knows where the living cache was"],
  },
];

for (const { name, given, tier, method, says } of CASES) {
  Deno.test(`judge() ${tier ?? "no tier"}: ${name}`, () => {
    const verdict = judge(evidence(given));
    assert.equal(verdict.tier, tier, verdict.why.sentence);
    assert.equal(verdict.method, method);
    assert.equal(verdict.why.method, method);
    for (const words of says) {
      assert.ok(verdict.why.sentence.includes(words), `"${verdict.why.sentence}" lacks "${words}"`);
    }
    assert.equal(verdict.why.candidates.some((one) => one.counted), tier !== null);
    for (const one of verdict.why.candidates) assert.equal(one.counted, one.reason === undefined);
  });
}

Deno.test("judge() shows candidates that can be drawn, the counted one first", () => {
  const { why, site } = judge(evidence({
    fixes: [fix({ at: T - 600, ...north(5000) }), fix({ hearings: [heard({ site: "OE1ABC-10" }), heard()] })],
    reading: reading(20),
  }));
  assert.equal(site, "OE1XYZ-10");
  assert.deepEqual(why.candidates[0], {
    kind: "rf",
    at: T - 180,
    call: "OE1ABC-7",
    lat: north(42).lat,
    lon: CACHE.lon,
    distanceM: 42,
    receiver: { site: "OE1XYZ-10", lat: 48.25, lon: 16.35 },
    counted: true,
  });
  assert.deepEqual(why.candidates.map((one) => [one.kind, one.counted]), [
    ["rf", true],
    ["rf", false],
    ["rf", false],
    ["device", true],
  ]);
});
