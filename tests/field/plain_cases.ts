/** Lines that come over sockets, and what goes out to others. */
import { weatherInfo } from "../../src/aprs/mod.ts";
import { bandOf } from "../../src/read/formats/adif.ts";
import { parseClusterLine } from "../../src/read/spots/cluster.ts";
import { readWeatherPush } from "../../src/stations/weather/push.ts";
import type { PlainCase } from "./field_case.ts";
import { LINES } from "./line_cases.ts";
import { SPOTS } from "./spot_cases.ts";

/** 2026-06-01, 17:00 UTC. */
const NOW = Date.UTC(2026, 5, 1, 17) / 1000;
const PLACE = { lat: 48.2, lon: 16.4 };

/** A push whose time lies so many seconds before its arrival. */
const pushedLate = (seconds: number) => () => {
  const dateutc = new Date((NOW - seconds) * 1000).toISOString().slice(0, 19).replace("T", " ");
  return readWeatherPush([["tempf", "50"], ["dateutc", dateutc]], NOW)?.at;
};

export const PLAIN: readonly PlainCase[] = [
  {
    of: "beside ea4k/klog#758",
    right: "a time in a spot's comment is no time of the spot: that stands at the end",
    does: () =>
      parseClusterLine(
        "DX de OE1ABC:    14025.0  DL1XYZ       QRV till 1800Z                 1658Z JN88",
        NOW,
      ),
    gives: { spottedAt: NOW - 120, comment: "QRV till 1800Z de OE1ABC" },
  },
  {
    of: "beside ea4k/klog#758",
    right: "the same where the time in the comment has passed",
    does: () =>
      parseClusterLine("DX de OE1ABC:    14025.0  DL1XYZ       sked 0600Z tmrw                1658Z", NOW),
    gives: { spottedAt: NOW - 120, comment: "sked 0600Z tmrw de OE1ABC" },
  },
  {
    of: "beside weewx/weewx#431",
    right:
      "rain that needs more digits than there are is left out: cut, it would be a tenth (APRS101 chapter 12)",
    does: () => weatherInfo(PLACE, { tempC: 10, rainTodayMm: 300, rain1hMm: 5.08 }),
    gives: "!4812.00N/01624.00E_.../...g...t050r020",
  },
  {
    of: "beside weewx/weewx#431",
    right: "the most rain that fits goes out",
    does: () => weatherInfo(PLACE, { tempC: 10, rainTodayMm: 253.7 }),
    gives: "!4812.00N/01624.00E_.../...g...t050P999",
  },
  {
    of: "cavedon/weewx-aprs#3",
    right: "a console west of Greenwich that sends its local time is heard now",
    does: pushedLate(5 * 3600 + 3),
    gives: undefined,
  },
  {
    of: "cavedon/weewx-aprs#3",
    right: "so is one in a zone of half an hour",
    does: pushedLate(3.5 * 3600 - 20),
    gives: undefined,
  },
  {
    of: "weewx/weewx, its catch-up after an outage",
    right: "what a console kept while its line was away has its own time",
    does: pushedLate(5 * 3600 + 300),
    gives: NOW - 5 * 3600 - 300,
  },
  {
    of: "weewx/weewx",
    right: "a push that is a little late has its own time",
    does: pushedLate(20),
    gives: NOW - 20,
  },
  {
    of: "n4af/TR4W#406",
    right: "QO-100 is on 3 cm, and the other bands of ADIF are known too",
    does: () => [10_489.55, 0.475, 0.1365, 2320.1, 3400.1, 5760.1].map(bandOf),
    gives: ["3cm", "630m", "2190m", "13cm", "9cm", "6cm"],
  },
  ...LINES,
  ...SPOTS,
];
