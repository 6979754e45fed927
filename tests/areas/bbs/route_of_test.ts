/** The routing rule as a table: address, facts, way, and why. */
import assert from "node:assert/strict";
import { type RouteFacts, routeOf } from "../../../src/bbs/route_of.ts";

const rule = (id: number, partner: string, route: string, transport = "rf-fbb") => ({
  id,
  partner,
  route,
  transport,
});
const partner = (call: string, more: Partial<RouteFacts["partners"][number]> = {}) => ({
  call,
  ha: "",
  proto: "rf-fbb",
  enabled: true,
  msgtypes: "PBT",
  ...more,
});
const HOMES: Record<string, { home: string; source: string }> = {
  OE3TLD: { home: "OE3XBB.#OE3.AUT.EU", source: "told" },
  OE3GSD: { home: "OE3XBB.#OE3.AUT.EU", source: "guessed" },
  OE3OPR: { home: "OE3XBB.#OE3.AUT.EU", source: "operator" },
  OE3BOX: { home: "OE3XBB.#OE3.AUT.EU", source: "box" },
  OE1OWN: { home: "OE1SYS.#OE1.AUT.EU", source: "told" },
};
const facts = (more: Partial<RouteFacts> = {}): RouteFacts => ({
  own: "OE1SYS",
  rules: [
    rule(1, "federation", "*", "ip-fed"),
    rule(2, "OE2XBB", "AUT"),
    rule(3, "OE3XAA", "#OE3"),
    rule(4, "OE3XAB", "#OE3.AUT.EU"),
    rule(5, "DL1XBB", "EU"),
    rule(6, "N0XBB", "*"),
  ],
  partners: [partner("OE2XBB"), partner("OE3XAA"), partner("OE3XAB"), partner("DL1XBB-8"), partner("N0XBB")],
  home: (call) => HOMES[call],
  isRead: (call) => call === "OE1MEM",
  ...more,
});
const mail = (to: string, at: string, more = {}) => routeOf({ type: "P", to, at, ...more }, facts());
const way = (routing: ReturnType<typeof routeOf>) =>
  routing.ways.map(({ partner, rule }) => `${partner} by ${rule}`);

Deno.test("personal mail goes by the closest rule; of equal ones the longer route", () => {
  const cases: [at: string, by: string[]][] = [
    ["OE9XYZ.#OE9.AUT.EU", ["OE2XBB by 2"]],
    ["OE3XYZ.#OE3.AUT.EU", ["OE3XAB by 4"]],
    ["OE3XYZ.#OE3.AUT.EURO", ["OE3XAB by 4"]],
    ["OE3XYZ.#OE3", ["OE3XAA by 3"]],
    ["F6FBB.FRA.EU", ["DL1XBB by 5"]],
    ["W1AW.#CT.USA.NOAM", ["N0XBB by 6"]],
    // The addressed mailbox is a partner itself, with or without its SSID.
    ["OE2XBB.#OE2.AUT.EU", ["OE2XBB by null"]],
    ["DL1XBB.#BAY.DEU.EU", ["DL1XBB-8 by null"]],
    ["DL1XBB", ["DL1XBB-8 by null"]],
  ];
  for (const [at, by] of cases) {
    const routing = mail("OE9AAA", at);
    assert.deepEqual([way(routing), routing.here], [by, false], at);
  }
});

Deno.test("closeness counts before the length of a route, and that before the order of rules", () => {
  const by = (rules: [partner: string, route: string][], at = "OE3XYZ.#OE3.AUT.EU") =>
    way(routeOf(
      { type: "P", to: "OE9AAA", at },
      facts({ partners: [], rules: rules.map(([partner, route], i) => rule(i, partner, route)) }),
    ));
  assert.deepEqual(by([["LONG", "AUT.EU"], ["CLOSE", "#OE3"]]), ["CLOSE by 1"]);
  assert.deepEqual(by([["SHORT", "AUT"], ["LONG", "AUT.EU"]]), ["LONG by 1"]);
  assert.deepEqual(by([["FIRST", "AUT"], ["OTHER", "AUT"]]), ["FIRST by 0"]);
});

Deno.test("mail stays where it is addressed to, or where its addressee reads", () => {
  for (
    const [to, at] of [["OE9AAA", "OE1SYS"], ["OE9AAA", "OE1SYS.#OE1.AUT.EU"], ["OE1MEM", ""], [
      "OE1OWN",
      "",
    ]] as const
  ) {
    const routing = mail(to, at);
    assert.deepEqual([routing.here, routing.ways], [true, []], to + at);
  }
  // An address outside is followed even for who reads here.
  assert.deepEqual(way(mail("OE1MEM", "F6FBB.FRA.EU")), ["DL1XBB by 5"]);
});

Deno.test("a bare call is expanded by White Pages, and the answer names the entry", () => {
  const told = mail("OE3TLD", "");
  assert.deepEqual([way(told), told.at], [["OE3XAB by 4"], "OE3XBB.#OE3.AUT.EU"]);
  assert.deepEqual(told.whitePages, { call: "OE3TLD", home: "OE3XBB.#OE3.AUT.EU", source: "told" });
  assert.match(told.why, /White Pages \(told\) name OE3XBB.*rule #OE3\.AUT\.EU of OE3XAB/);
  assert.deepEqual(mail("OE3TLD", "F6FBB.FRA.EU").whitePages, undefined, "an address needs no White Pages");
  // Unknown: only a rule for everything fits.
  assert.deepEqual(way(mail("OE9UNK", "")), ["N0XBB by 6"]);
  assert.match(mail("OE9UNK", "").why, /whose home White Pages do not know/);
});

Deno.test("who reads here is moved away by the operator's word and the box's alone", () => {
  for (
    const [call, moved] of [["OE3TLD", false], ["OE3GSD", false], ["OE3OPR", true], ["OE3BOX", true]] as const
  ) {
    const routing = routeOf({ type: "P", to: call, at: "" }, facts({ isRead: () => true }));
    assert.equal(routing.here, !moved, call);
    assert.equal(routing.ways.length, moved ? 1 : 0, call);
  }
});

Deno.test("nothing goes back to whom it came from, nor through whom it went: the next closest rule is taken", () => {
  const avoid = (...calls: string[]) => (call: string) => calls.includes(call);
  const at = "OE3XYZ.#OE3.AUT.EU";
  assert.deepEqual(way(mail("OE9AAA", at, { avoid: avoid("OE3XAB") })), ["OE3XAA by 3"]);
  assert.deepEqual(way(mail("OE9AAA", at, { avoid: avoid("OE3XAB", "OE3XAA", "OE2XBB") })), ["DL1XBB by 5"]);
  const none = mail("OE9AAA", at, { avoid: () => true });
  assert.deepEqual([none.ways, none.here], [[], false]);
  assert.match(none.why, /no partner's rule fits/);
});

Deno.test("federation's rule carries no mail: it is named as the closest, and gives no way", () => {
  const alone = facts({ rules: [rule(1, "federation", "*", "ip-fed")], partners: [] });
  const routing = routeOf({ type: "P", to: "OE9UNK", at: "" }, alone);
  assert.deepEqual([routing.ways, routing.here], [[], false]);
  assert.deepEqual(routing.closest, { partner: "federation", route: "*", transport: "ip-fed", rule: 1 });
  // A partner's rule for everything counts before it, though it is the younger.
  assert.equal(routeOf({ type: "P", to: "OE9UNK", at: "" }, facts()).closest?.partner, "N0XBB");
});

Deno.test("a partner that is switched off, or does not take the type, is passed over; one not entered yet is waited for", () => {
  const at = "OE3XYZ.#OE3.AUT.EU";
  const by = (partners: RouteFacts["partners"], type: "P" | "B" | "T" = "P") =>
    way(
      routeOf(
        { type, to: "OE9AAA", at },
        facts({ partners, rules: [rule(2, "OE2XBB", "AUT"), rule(4, "OE3XAB", "#OE3.AUT.EU")] }),
      ),
    );
  assert.deepEqual(by([]), ["OE3XAB by 4"]);
  assert.deepEqual(by([partner("OE3XAB", { enabled: false })]), ["OE2XBB by 2"]);
  assert.deepEqual(by([partner("OE3XAB", { msgtypes: "B" })]), ["OE2XBB by 2"]);
  assert.deepEqual(by([partner("OE3XAB", { msgtypes: "B" })], "T"), ["OE2XBB by 2"]);
  assert.deepEqual(by([partner("OE3XAB", { msgtypes: "T" })], "T"), ["OE3XAB by 4"]);
  assert.deepEqual(by([partner("OE3XAB", { msgtypes: "PT" })], "B"), ["OE2XBB by 2"]);
});

Deno.test("a bulletin goes to every partner once, by area", () => {
  const spread = (at: string, more = {}) => routeOf({ type: "B", to: "ALL", at, ...more }, facts());
  assert.deepEqual(way(spread("AUT.EU")), ["OE2XBB by 2", "DL1XBB by 5", "N0XBB by 6"]);
  assert.deepEqual(way(spread("EU")), ["DL1XBB by 5", "N0XBB by 6"]);
  assert.deepEqual(way(spread("")), ["N0XBB by 6"]);
  assert.deepEqual(way(spread("WW")), ["N0XBB by 6"]);
  assert.deepEqual(way(spread("EU", { avoid: (call: string) => call === "DL1XBB" })), ["N0XBB by 6"]);
  const own = spread("OE1SYS.#OE1.AUT.EU");
  assert.deepEqual([own.ways, own.here], [[], true]);
  assert.match(own.why, /this mailbox itself/);
  assert.match(spread("EU").why, /Rules of DL1XBB, N0XBB fit the area EU/);
  assert.match(spread("").why, /Rules of N0XBB fit a bulletin without an area/);
  const nobody = routeOf(
    { type: "B", to: "ALL", at: "EU" },
    facts({ rules: [rule(1, "federation", "*", "ip-fed")] }),
  );
  assert.match(nobody.why, /No partner's rule fits the area EU/);
  assert.deepEqual([nobody.ways, nobody.closest?.partner], [[], "federation"]);
  assert.equal(routeOf({ type: "B", to: "ALL", at: "EU" }, facts({ rules: [] })).closest, undefined);
  // Two rules of one partner: one row.
  const two = facts({ rules: [rule(1, "OE2XBB", "EU"), rule(2, "OE2XBB", "*")] });
  assert.deepEqual(way(routeOf({ type: "B", to: "ALL", at: "EU" }, two)), ["OE2XBB by 1"]);
});
