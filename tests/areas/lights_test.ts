/** Lights: what operators are told of what does not work, once, and once when it works again. */
import assert from "node:assert/strict";
import { type Living, NO_LIFE } from "../../src/base/mod.ts";
import { isQuiet } from "../../src/settings/mod.ts";
import { readQuiet, writeQuiet } from "../../src/settings/quiet.ts";
import { actsOf } from "../../src/trends/lights/acts.ts";
import { lightMail, lightName, onAir } from "../../src/trends/lights/say.ts";
import { brokenNow, HOLD_S, type Light, nextLights } from "../../src/trends/lights/state.ts";

const T = 1_790_000_000;
const MAIL = new Map([["mail", true]]), NOTHING = new Map<string, boolean>();

/** Looks one after another, a minute apart unless told. */
function looks(all: readonly { broken: ReadonlyMap<string, boolean>; after?: number; quiet?: boolean }[]) {
  let lights: Light[] = [], now = T;
  return all.map(({ broken, after = 60, quiet = false }) => {
    now += after;
    const { put, drop, tell, happened } = nextLights(lights, broken, { now, quiet });
    lights = [
      ...lights.filter(({ key }) => !put.some((one) => one.key === key) && !drop.includes(key)),
      ...put,
    ];
    return {
      told: tell.map(({ key, kind }) => `${key} ${kind}`),
      happened: happened.map(({ kind }) => kind),
    };
  });
}

Deno.test("what stays out is told once, and once when it is well again", () => {
  const out = { broken: MAIL }, well = { broken: NOTHING };
  const seen = looks([out, out, out, out, out, well, well, well, well, out]);
  assert.deepEqual(seen.map(({ told }) => told), [
    [],
    [],
    ["mail broken"],
    [],
    [],
    [],
    [],
    ["mail well"],
    [],
    [],
  ]);
  assert.deepEqual(seen.flatMap(({ happened }) => happened), ["broken", "well", "broken"]);
});

Deno.test("what comes and goes is no news, however often", () => {
  const out = { broken: MAIL }, well = { broken: NOTHING };
  assert.deepEqual(looks([out, well, well, well, out, well]).flatMap(({ told }) => told), []);
  // A light that flickers stays one light: it is told of once, and not of every flicker.
  assert.deepEqual(
    looks([out, out, out, well, out, well, out, out, well, well, well]).flatMap(({ told }) => told),
    ["mail broken", "mail well"],
  );
});

Deno.test("in quiet hours nobody is told; what is still so is told afterwards, and what came and went never", () => {
  const night = { quiet: true };
  const out = { broken: MAIL }, well = { broken: NOTHING };
  assert.deepEqual(
    looks([{ ...out, ...night }, { ...out, ...night, after: 3600 }, out]).map(({ told }) => told),
    [[], [], ["mail broken"]],
  );
  assert.deepEqual(
    looks([{ ...out, ...night }, { ...out, ...night, after: 3600 }, { ...well, ...night }, {
      ...well,
      ...night,
      after: HOLD_S,
    }, well]).flatMap(({ told }) => told),
    [],
  );
  // Told in the evening, well at night: that is told in the morning.
  assert.deepEqual(
    looks([out, { ...out, after: HOLD_S }, { ...well, ...night }, { ...well, ...night, after: 3600 }, well])
      .map(({ told }) => told),
    [[], ["mail broken"], [], [], ["mail well"]],
  );
});

Deno.test("lines that were never set up have a time, and are no news", () => {
  const seen = looks([
    { broken: new Map([["SERVICE_CALL", false]]) },
    {
      broken: new Map([["SERVICE_CALL", false]]),
      after: 3600,
    },
    { broken: NOTHING },
    { broken: NOTHING, after: 3600 },
  ]);
  assert.deepEqual(seen.flatMap(({ told, happened }) => [...told, ...happened]), []);
});

Deno.test("services that fail and lines of the house are lights; what is accepted or not tried is none", () => {
  const line = (
    key: string,
    status: "ok" | "warn" | "missing" | "untried",
    accepted: string | null = null,
  ) => ({
    ...{ key, status, accepted },
  });
  const living = (service: Living["service"], lastError: string | null): Living => ({
    service,
    life: { ...NO_LIFE, lastOkAt: 5, lastError },
  });
  assert.deepEqual(
    [...brokenNow([
      line("DISK", "warn"),
      line("CLOCK", "ok"),
      line("REPLICA", "warn", "known"),
      line("SERVICE_CALL", "missing"),
      line("SMTP_URL", "untried"),
    ], [living("box:hut", "silent"), living("push", null), living("job:nightly-backup", "no room")])],
    [["DISK", true], ["SERVICE_CALL", false], ["box:hut", true]],
  );
});

Deno.test("quiet hours lie within a day or over midnight, and are said as they were read", () => {
  const night = readQuiet("22-7")!, noon = readQuiet("12:30-13:00")!;
  assert.deepEqual([22 * 60, 3 * 60, 7 * 60, 21 * 60 + 59].map((at) => isQuiet(night, at)), [
    true,
    true,
    false,
    false,
  ]);
  assert.deepEqual([750, 779, 780, 0].map((at) => isQuiet(noon, at)), [true, true, false, false]);
  assert.equal(isQuiet("off", 0), false);
  assert.deepEqual([writeQuiet(night), writeQuiet(noon), writeQuiet(readQuiet("off")!)], [
    "22:00-07:00",
    "12:30-13:00",
    "off",
  ]);
  for (const wrong of ["", "22", "24-7", "7-7", "22:60-7", "1-2-3"]) {
    assert.equal(readQuiet(wrong), undefined, wrong);
  }
});

Deno.test("a message on the air fits, and a mail says since when", () => {
  const all = ["mail", "box:hütte", "neighbour:a-very-long-name.example.org", "backup"].map((key) => ({
    ...{ key, kind: "broken" as const, since: T },
  }));
  const line = onAir(all);
  assert.ok(line.length <= 67 && /^Not working: Mail, Receiver h\?tte/.test(line), line);
  const about = { to: "a@example.org", lang: "de", instance: "Klub", origin: "https://klub.example" };
  const mail = lightMail([all[0]!], about);
  assert.equal(mail.subject, "Klub: Mail geht nicht");
  assert.match(mail.text, /2026-09-21 \d\d:\d\d UTC {2}Klub: Mail geht nicht\n/);
  assert.match(mail.text, /https:\/\/klub\.example\/admin\n/);
  assert.match(lightMail(all, { ...about, lang: "xx" }).subject, /^Klub: 4 things/);
  assert.equal(lightName("dns:one.example", "es"), "Verificación por DNS (one.example)");
});

Deno.test("acts of one kind that follow each other are one, with the time of the first", () => {
  const row = (id: number, at: number, more = {}) => ({
    ...{
      id,
      at,
      actor: "OE1DEM",
      action: "disable",
      kind: "cache",
      targetId: "",
      label: `C${id}`,
      reason: "storm",
    },
    ...{ about: null, batch: null, ...more },
  });
  assert.deepEqual(
    actsOf([row(4, T + 200), row(3, T + 50, { actor: "CLI" }), row(2, T + 20), row(1, T)]).map((
      { at, n, label, actor },
    ) => [at - T, n, label, actor]),
    [[200, 1, "C4", "OE1DEM"], [50, 1, "C3", "CLI"], [0, 2, "", "OE1DEM"]],
  );
});
