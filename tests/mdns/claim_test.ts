/** One name on the local network, step by step: what is heard, and who has the name afterwards. */
import assert from "node:assert/strict";
import { Claim } from "../../src/mdns/claim.ts";
import { type Message, readMessage, type TYPE } from "../../src/mdns/read.ts";
import {
  announcement,
  goodbye,
  hostRecords,
  type Own,
  probeFor,
  serviceRecords,
} from "../../src/mdns/records.ts";

const NAME = "pi.local";
const OWN = hostRecords(NAME, ["10.0.0.1", "10.1.0.1"]);
const host = (...addresses: string[]) => hostRecords(NAME, addresses);
const said = (records: Own[]): Message => readMessage(announcement(records))!;
const asked = (records: Own[]): Message => readMessage(probeFor(records[0]!.name, records))!;
const gone = (records: Own[]): Message => readMessage(goodbye(records))!;

const claim = (yields = false, records: Own[] = OWN) =>
  new Claim(records[2]!.name, () => records, 0, 100, yields);
/** Lets it do what is due until `end`; gives what it did and when. */
function until(one: Claim, end: number): string[] {
  const deeds: string[] = [];
  while (one.at <= end) {
    const at = one.at;
    deeds.push(`${one.tick(at)} ${at}`);
  }
  return deeds;
}
function inState(state: Claim["state"], yields: boolean): Claim {
  const one = claim(yields);
  if (state === "ours") until(one, 5000);
  if (state === "taken") one.heard(said(host("10.0.0.7")), false, 0);
  if (state === "shared") {
    until(one, 5000);
    one.heard(asked(host("10.0.0.1")), true, 5000);
  }
  assert.equal(one.state, state);
  return one;
}

Deno.test("a name comes by three questions and two announcements, and waits for what is due", () => {
  const one = claim();
  assert.equal(one.tick(99), undefined);
  assert.deepEqual(until(one, 1e9), ["probe 100", "probe 350", "probe 600", "announce 850", "announce 1850"]);
  assert.deepEqual([one.state, one.at], ["ours", Infinity]);
  const taken = inState("taken", false);
  assert.equal(taken.at, 300_000);
  assert.deepEqual(until(taken, 300_300), ["probe 300000", "probe 300250"]);
  const shared = inState("shared", true);
  assert.deepEqual(until(shared, 312_000).slice(0, 3), ["look 305000", "look 308000", "probe 311000"]);
});

const MINE = host("10.0.0.1"), OTHERS = host("10.0.0.7");
const cases: [string, Claim["state"], boolean, Message, boolean, number, Claim["state"]][] = [
  ["the host's service answers before we did", "asking", true, said(MINE), true, 500, "shared"],
  ["the same from elsewhere is an echo of nobody", "asking", true, said(MINE), false, 500, "asking"],
  ["a name that does not yield has no such service", "asking", false, said(MINE), true, 500, "asking"],
  ["our own words come back", "ours", true, said(MINE), true, 100_000, "ours"],
  ["another host answers while we ask", "asking", true, said(OTHERS), false, 500, "taken"],
  ["one address of two is another's", "asking", true, said(host("10.0.0.1", "10.0.0.7")), true, 500, "taken"],
  ["another host answers for a name in use", "ours", false, said(OTHERS), false, 60_000, "asking"],
  ["within a minute of asking it is not doubted", "ours", false, said(OTHERS), false, 59_999, "ours"],
  ["another host answers where ours did", "shared", true, said(OTHERS), false, 10_000, "asking"],
  ["the host's service asks for its name", "ours", true, asked(MINE), true, 10_000, "shared"],
  ["it asks with other addresses", "ours", true, asked(OTHERS), true, 10_000, "ours"],
  [
    "it asks with one other among ours",
    "ours",
    true,
    asked(host("10.0.0.1", "10.0.0.7")),
    true,
    10_000,
    "ours",
  ],
  [
    "this host asks for another name",
    "ours",
    true,
    asked(hostRecords("x.local", ["10.0.0.1"])),
    true,
    10_000,
    "ours",
  ],
  ["somebody else asks with our addresses", "ours", true, asked(MINE), false, 10_000, "ours"],
  [
    "our own question comes back to a name that yields to nobody",
    "ours",
    false,
    asked(MINE),
    true,
    10_000,
    "ours",
  ],
  ["a goodbye frees what another has", "taken", false, gone(OTHERS), false, 10_000, "asking"],
  ["a goodbye frees what the host's service has", "shared", true, gone(MINE), true, 10_000, "asking"],
  ["a goodbye at once frees nothing", "taken", false, gone(OTHERS), false, 9999, "taken"],
  ["a goodbye for what is ours changes nothing", "ours", false, gone(MINE), false, 100_000, "ours"],
  [
    "a message about another name",
    "asking",
    true,
    said(hostRecords("x.local", ["10.0.0.7"])),
    false,
    500,
    "asking",
  ],
];
for (const [what, before, yields, message, isHere, now, after] of cases) {
  Deno.test(`${what}: ${before}, then ${after}`, () => {
    const one = inState(before, yields);
    one.heard(message, isHere, now);
    assert.equal(one.state, after);
  });
}

Deno.test("of two who ask at once the lower data waits a second; numbers count, not their digits", () => {
  const waits = (records: Own[], theirs: Own[]) => {
    const one = new Claim(records.at(-1)!.name, () => records, 0, 0);
    one.tick(0);
    one.heard(asked(theirs), false, 100);
    return one.at;
  };
  assert.deepEqual(
    [["10.0.0.9", "10.0.0.10"], ["10.0.0.10", "10.0.0.9"], ["10.0.0.9", "10.0.0.9"]].map(([ours, theirs]) =>
      waits(host(ours!), host(theirs!))
    ),
    [1100, 250, 250],
  );
  const service = (port: number) =>
    serviceRecords({ kind: "_svc._tcp", label: "club", port, text: ["id=club"] }).filter(({ unique }) =>
      unique
    );
  assert.deepEqual([waits(service(900), service(8000)), waits(service(8000), service(900))], [1100, 250]);
});

Deno.test("a service's texts are as much its own as its place", () => {
  const records = serviceRecords({ kind: "_svc._tcp", label: "club", port: 80, text: ["id=club"] });
  const other = serviceRecords({ kind: "_svc._tcp", label: "club", port: 80, text: ["id=else"] });
  const heardOf = (type: keyof typeof TYPE, from: Own[]) => {
    const one = claim(false, records);
    one.heard(said(from.filter((own) => own.type === type)), false, 10);
    return one.state;
  };
  assert.deepEqual([
    heardOf("TXT", other),
    heardOf("TXT", records),
    heardOf("SRV", other),
    heardOf("PTR", other),
  ], [
    "taken",
    "asking",
    "asking",
    "asking",
  ]);
});
