/** Records of instances in DNS as texts: what is read out of them, and what makes all of one count for nothing. */
import assert from "node:assert/strict";
import {
  type CallName,
  endpointsOf,
  nameOfCall,
  nameOfHost,
  placesOf,
  readBinding,
  urlOf,
  writeBinding,
} from "../../../src/federation/onboarding/binding.ts";
import { ownIdentity } from "../../../src/federation/onboarding/own_records.ts";
import { keyFrom } from "../node.ts";

const ZONE = "ampr.org";
const KEY = keyFrom("club").publicKey;
const NAME: CallName = { call: "OE1XYZ", host: "oe1xyz.ampr.org", txt: "_svc.oe1xyz.ampr.org" };
const read = (text: string, name = NAME) => readBinding(text, name, ZONE);
const plain = { instance: "club.example", key: KEY, host: null, web: null };

Deno.test("a callsign is looked up under its base call, in any case", () => {
  for (const call of ["OE1XYZ", "oe1xyz", " OE1xyz-7 "]) assert.deepEqual(nameOfCall(call, ZONE), NAME);
  for (const none of ["", "APRS", "OE1XYZ.ampr", "OE1XYZ/P", "../OE1XYZ"]) {
    assert.equal(nameOfCall(none, ZONE), undefined, none);
  }
});

Deno.test("a host is a callsign's name in the zone or one below it, and nothing else", () => {
  assert.deepEqual(nameOfHost("OE1XYZ.AMPR.org.", ZONE), NAME);
  assert.deepEqual(nameOfHost("gw.hill.oe1xyz.ampr.org", ZONE), {
    call: "OE1XYZ",
    host: "gw.hill.oe1xyz.ampr.org",
    txt: "_svc.gw.hill.oe1xyz.ampr.org",
  });
  const refused = [
    "ampr.org",
    "gateways.ampr.org",
    "oe1xyz.ampr.org.evil.example",
    "oe1xyz.evil-ampr.org",
    "oe1xyzampr.org",
    "oe1xyz.ampr.org..",
    "_svc.oe1xyz.ampr.org",
    "-a.oe1xyz.ampr.org",
    `${"a".repeat(64)}.oe1xyz.ampr.org`,
    "a b.oe1xyz.ampr.org",
    "44.1.2.3",
    "",
  ];
  for (const host of refused) assert.equal(nameOfHost(host, ZONE), undefined, host);
});

Deno.test("a record is read field by field: any order, any case of the names, blanks, what is unknown passed over", () => {
  assert.deepEqual(read(`v=svc1; inst=club.example; key=${KEY}`), plain);
  assert.deepEqual(read(`KEY=${KEY};  Inst=club.example ;V=svc1;later=x;`), plain);
  assert.deepEqual(
    read(`v=svc1;inst=club.example;key=${KEY};host=gw.oe1xyz.ampr.org;web=https://club.example:8443`),
    {
      ...plain,
      host: "gw.oe1xyz.ampr.org",
      web: "https://club.example:8443",
    },
  );
  for (const binding of [plain, { ...plain, host: "gw.oe1xyz.ampr.org", web: "https://club.example" }]) {
    assert.deepEqual(read(writeBinding(binding)), binding);
  }
});

Deno.test("one part that does not fit makes the whole record count for nothing", () => {
  const base = `v=svc1; inst=club.example; key=${KEY}`;
  const bad = [
    "",
    base.replace("svc1", "svc2"),
    base.replace("v=svc1; ", ""),
    base.replace("club.example", "Club.example"),
    base.replace("club.example", "club.example:cache"),
    base.replace(KEY, KEY.slice(1)),
    base.replace(KEY, "A".repeat(43)),
    base.replace(KEY, `${KEY}=`),
    `${base}; inst=other.example`,
    `${base}; key=${KEY}`,
    ...[
      "oe1xyz.ampr.org",
      "gw.oe1abc.ampr.org",
      "gw.oe1xyz.ampr.org.",
      "GW.oe1xyz.ampr.org",
      "gw.oe1xyz.ampr.org.evil.example",
      "evil.example",
      "xoe1xyz.ampr.org",
      "-gw.oe1xyz.ampr.org",
      "gw-.oe1xyz.ampr.org",
      "g_w.oe1xyz.ampr.org",
      `${"a".repeat(64)}.oe1xyz.ampr.org`,
      "44.1.2.3",
      "",
    ].map((host) => `${base}; host=${host}`),
    ...[
      "http://club.example",
      "https://club.example/",
      "https://club.example/x",
      "https://club.example?x",
      "https://club.example#x",
      "https://me@club.example",
      "https://me:pw@club.example",
      "https://Club.example",
      "club.example",
      "",
    ].map((web) => `${base}; web=${web}`),
  ];
  const others = (count: number) => `${base};${Array.from({ length: count }, (_, n) => `x${n}=1`).join(";")}`;
  assert.deepEqual([read(others(29)), read(others(30))], [plain, undefined], "32 parts and no more");
  assert.deepEqual(read(`${base}; =a; =b; c; d`), plain, "parts without a name are none");
  for (const text of bad) assert.equal(read(text), undefined, text);
});

Deno.test("places: the record's own name unless it names another, and which is dialled first", () => {
  const places = (host: string | null, web: string | null, name = NAME) => {
    const found = placesOf({ ...plain, host, web }, name);
    return [
      urlOf(found),
      ...[false, true].map((own) =>
        endpointsOf(found, own).map((one) =>
          `${one.transport} ${one.address} ${one.priority} ${one.verifiedVia}`
        )
      ),
    ];
  };
  const GW = "gw.oe1xyz.ampr.org", WEB = "https://club.example";
  assert.deepEqual(places(null, null)[0], "http://oe1xyz.ampr.org");
  assert.deepEqual(places(null, null, nameOfHost(GW, ZONE))[0], `http://${GW}`);
  assert.deepEqual(places(GW, null), [
    `http://${GW}`,
    [`44net ${GW} 20 ardc-lot`],
    [`44net ${GW} 10 ardc-lot`],
  ]);
  assert.deepEqual(places(null, WEB), [WEB, [`https ${WEB} 10 ardc-lot`], [`https ${WEB} 20 ardc-lot`]]);
  assert.deepEqual(places(GW, WEB), [
    WEB,
    [`https ${WEB} 10 ardc-lot`, `44net ${GW} 20 ardc-lot`],
    [`44net ${GW} 10 ardc-lot`, `https ${WEB} 20 ardc-lot`],
  ]);
});

const facts = {
  instance: "club.example",
  key: KEY as string | undefined,
  serviceCall: "OE1XYZ-15",
  zone: ZONE,
  appUrl: "https://club.example" as string | undefined,
  endpoints: [{ transport: "44net", address: "https://gw.oe1xyz.ampr.org", priority: 10 }],
};

Deno.test("own records: an address for the host and the binding, with the same at the host's own name beside it", () => {
  const own = ownIdentity(facts);
  assert.deepEqual([own.callsign, own.host, own.web, own.reason], [
    "OE1XYZ",
    "gw.oe1xyz.ampr.org",
    "https://club.example",
    undefined,
  ]);
  assert.deepEqual(
    own.records.map(({ name, portal, type, value, placeholder }) => [name, portal, type, value, placeholder]),
    [
      ["gw.oe1xyz.ampr.org", "gw", "A", "44.x.y.z", true],
      [
        "_svc.oe1xyz.ampr.org",
        "_svc",
        "TXT",
        `v=svc1; inst=club.example; key=${KEY}; host=gw.oe1xyz.ampr.org; web=https://club.example`,
        false,
      ],
    ],
  );
  assert.deepEqual([own.alternative!.name, own.alternative!.portal], ["_svc.gw.oe1xyz.ampr.org", "_svc.gw"]);
  // What is printed is what neighbours read.
  for (const record of [own.records[1]!, own.alternative!]) {
    const name = nameOfHost(record.name.slice(5), ZONE)!;
    assert.ok(placesOf(readBinding(record.value, name, ZONE)!, name).host === "gw.oe1xyz.ampr.org");
  }
});

Deno.test("own records where there is less: only https, the callsign's own name, nothing at all", () => {
  const web = ownIdentity({ ...facts, endpoints: [] });
  assert.deepEqual(web.records.map(({ value }) => value), [
    `v=svc1; inst=club.example; key=${KEY}; web=https://club.example`,
  ]);
  assert.equal(web.alternative, null);
  const bare = ownIdentity({
    ...facts,
    appUrl: "http://club.example",
    endpoints: [{ transport: "44net", address: "oe1xyz.ampr.org", priority: 1 }],
  });
  assert.deepEqual(bare.records.map(({ portal, value }) => [portal, value]), [
    ["", "44.x.y.z"],
    ["_svc", `v=svc1; inst=club.example; key=${KEY}`],
  ]);
  const elsewhere = {
    ...facts,
    endpoints: [{ transport: "44net", address: "gw.oe9abc.ampr.org", priority: 1 }],
  };
  assert.equal(ownIdentity(elsewhere).host, null, "another's name cannot be ours");
  assert.deepEqual(
    [{ key: undefined }, { serviceCall: "APRSCG" }, { appUrl: undefined, endpoints: [] }].map((less) => {
      const own = ownIdentity({ ...facts, ...less });
      return [own.reason, own.records.length];
    }),
    [["unsigned", 0], ["no_callsign", 0], ["no_place", 0]],
  );
});
