/** What administration says of receivers: silent, quiet, heard and not trusted. No browser. */
import assert from "node:assert/strict";
import {
  type Box,
  faultsOf,
  type Heard,
  hearingOf,
  hoursOf,
  sayLast,
  type SiteList,
} from "../../src/client/admin/receivers/boxes.ts";
import { lineOf } from "../../src/client/admin/receivers/join_line.ts";
import { chosen, matches } from "../../src/client/admin/settings/settings.ts";

const NOW = 1_800_000_000;
const box = (more: Partial<Box> = {}): Box => ({
  box: "oe1xyz-10",
  label: "Hut",
  callsign: null,
  services: false,
  enrolledBy: "OE1SYS",
  enrolledAt: NOW - 86_400,
  revokedBy: null,
  revokedAt: null,
  lastSeenAt: null,
  trust: null,
  state: null,
  ...more,
});
const heard = (more: Partial<Heard> = {}): Heard => ({
  box: "oe1xyz-10",
  site: "OE1XYZ-10",
  day: 412,
  direct: 130,
  hours: new Array(24).fill(0),
  lastAt: NOW - 41 * 60,
  usualGapS: 20,
  ...more,
});
Deno.test("a box that hears and names no station says so, with the line to write", () => {
  const ports = [{
    address: "kiss://127.0.0.1:8001",
    state: "hearing",
    in: 17,
    lastHeardAt: NOW,
    unusuallyQuiet: false,
    site: null,
  }];
  const one = box({ state: { ...state(NOW)!, ports } });
  const { sentence, fix } = faultsOf({ boxes: [one], openCodes: [] }, { sites: [], heard: [] }, NOW)[0]!;
  assert.match(
    String(sentence),
    /hears, but counts for nothing: its connection .* names no station of its own/,
  );
  assert.match(String(fix), /kiss:\/\/127\.0\.0\.1:8001\?site=OE1XYZ-10/);
  const named = box({ state: { ...state(NOW)!, ports: [{ ...ports[0]!, site: "OE1XYZ-10" }] } });
  assert.deepEqual(faultsOf({ boxes: [named], openCodes: [] }, { sites: [], heard: [] }, NOW), []);
});

Deno.test("the line to paste has the address that was chosen, others behind it, and by https whom to trust", () => {
  const made = { code: "ABCD-EFGH-JKLM-NPQR", authority: "ab".repeat(32) };
  const [lan, name, plain] = ["https://192.168.1.7:8443", "https://pi.local:8443", "http://192.168.1.7:8000"];
  const pinned = ` --code ${made.code} --authority ${made.authority}`;
  assert.equal(lineOf(made, [lan, name, plain], ""), `box --gateway ${lan} --gateway ${name}${pinned}`);
  assert.equal(lineOf(made, [lan, name, plain], name), `box --gateway ${name} --gateway ${lan}${pinned}`);
  assert.equal(lineOf(made, [lan, name, plain], plain), `box --gateway ${plain} --code ${made.code}`);
  assert.equal(
    lineOf({ ...made, authority: null }, [name], "https://elsewhere.example"),
    `box --gateway ${name} --code ${made.code}`,
    "where its certificate is another's, and no address that is none of its own",
  );
  const many = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `https://a${n}.example`);
  assert.equal(
    lineOf(made, many, many[4]!).match(/--gateway \S+/g)!.join(" "),
    [5, 1, 2, 3, 4, 6, 7, 8].map((n) => `--gateway https://a${n}.example`).join(" "),
  );
});

const state = (at: number, unusuallyQuiet = false): Box["state"] => ({
  at,
  silent: NOW - at > 900,
  version: "1",
  clock: { offsetMs: null },
  spool: { in: 0, sent: 0, waiting: 0, rejected: 0, dropped: 0 },
  tx: { on: false, locks: [] },
  ports: [{ address: "kiss://x", state: "hearing", in: 1, lastHeardAt: at, unusuallyQuiet }],
});

Deno.test("a box is new, hears, is unusually quiet, or is silent after a quarter of an hour", () => {
  const cases: [string, Box, Heard[]][] = [
    ["new", box(), []],
    ["new", box({ lastSeenAt: NOW - 900 }), []],
    ["silent", box({ lastSeenAt: NOW - 901 }), []],
    ["live", box(), [heard({ lastAt: NOW - 900 })]],
    ["silent", box(), [heard({ lastAt: NOW - 901 })]],
    ["silent", box(), [heard({ box: "other" }), heard({ lastAt: NOW - 901 })]],
    ["live", box({ state: state(NOW - 60) }), [heard()]],
    ["quiet", box({ state: state(NOW - 60, true) }), [heard()]],
    ["silent", box({ state: state(NOW - 901) }), [heard()]],
    ["live", box({ state: state(NOW - 901) }), [heard({ lastAt: NOW - 5 })]],
  ];
  for (const [wanted, one, list] of cases) {
    assert.equal(hearingOf(one, list, NOW), wanted, JSON.stringify(one));
  }
});

Deno.test("a silent box is said with when it was heard and how often it usually is, and why that may be", () => {
  const hours = [3, ...new Array<number>(22).fill(0), 5];
  const ofTwo = [heard({ hours }), heard({ site: "OE1XYZ-11", hours }), heard({ box: "other", hours })];
  assert.deepEqual(hoursOf(box(), ofTwo), [6, ...new Array(22).fill(0), 10], "of all its stations");
  assert.equal(sayLast(box(), [heard()], NOW), "Last heard 41 minutes ago, usually every 20 seconds");
  assert.equal(sayLast(box(), [heard({ usualGapS: null })], NOW), "Last heard 41 minutes ago");
  assert.equal(sayLast(box(), [heard({ box: null })], NOW), "Nothing yet");
  const told = { sites: [], heard: [heard()] };
  const trusted = { sites: ["OE1XYZ-10"], trustedByCall: "OE1SYS", trustedAt: NOW };
  const list = (...boxes: Box[]) => ({ boxes, openCodes: [] });
  const [silent, untrusted, ...more] = faultsOf(list(box()), told, NOW);
  assert.deepEqual([silent!.kind, untrusted!.kind, more.length], ["bad", "wait", 0]);
  assert.match(
    String(silent!.sentence),
    /^Hut is silent\. Last heard 41 minutes ago, usually every 20 seconds\.$/,
  );
  assert.match(String(silent!.fix), /power or network/);
  assert.match(String(untrusted!.sentence), /Hut heard 130 packets directly as OE1XYZ-10 today/);
  assert.equal(faultsOf(list(box({ trust: trusted })), told, NOW).length, 1, "what is trusted is no fault");
  const relayed = { sites: [], heard: [heard({ direct: 0, lastAt: NOW })] };
  assert.deepEqual(faultsOf(list(box()), relayed, NOW), [], "what only came by digipeaters could not count");
  assert.deepEqual(faultsOf(list(box({ revokedAt: NOW })), told, NOW), [], "an ended box is no fault");
});

Deno.test("a box that plays a recording hears nothing, says so as a fault, and is silent once it stops", () => {
  const plays = (at: number): Box["state"] => ({ ...state(at)!, simulated: true });
  const told: SiteList = { sites: [], heard: [] };
  const one = box({ state: plays(NOW) });
  assert.equal(hearingOf(one, [], NOW), "new");
  assert.equal(hearingOf(one, [heard()], NOW), "quiet", "what it heard before is not what it hears now");
  assert.equal(sayLast(one, [], NOW), "Nothing yet");
  assert.match(sayLast(one, [heard()], NOW), /^Last heard 41 minutes ago/);
  const faults = (box: Box, list = told) => faultsOf({ boxes: [box], openCodes: [] }, list, NOW);
  assert.match(String(faults(one)[0]!.sentence), /^Hut plays a recording .* nothing is kept\.$/);
  const trust = { sites: ["OE1XYZ-10"], trustedByCall: "OE1SYS", trustedAt: NOW };
  assert.equal(faults(box({ state: plays(NOW), trust }), { sites: [], heard: [heard()] }).length, 1);
  assert.equal(hearingOf(box({ state: plays(NOW - 901) }), [], NOW), "silent");
  assert.match(String(faults(box({ state: plays(NOW - 901) }))[0]!.sentence), /is silent/);
});

Deno.test("settings are found by each word of a search, in name, label, hint or group; none is an empty list", () => {
  const one = { key: "HIDE_DAILY_LIMIT", label: "New caches a day", hint: "0 lifts the limit." };
  for (const found of ["", "hide", "caches LIMIT", "finds day"]) {
    assert.ok(matches(one, "Caches and finds", found), found);
  }
  assert.ok(!matches(one, "Caches and finds", "hide mail"));
  assert.deepEqual([chosen("none"), chosen(null), chosen("pota, sota")], [[], [], ["pota", "sota"]]);
});
