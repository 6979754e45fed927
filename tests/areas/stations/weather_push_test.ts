/** Requests as real consoles send them. */
import assert from "node:assert/strict";
import { readWeatherPush } from "../../../src/stations/weather/push.ts";

/** 2026-06-01 12:00:00 UTC. */
const NOON = 1_780_315_200;
const push = (query: string) => readWeatherPush(new URLSearchParams(query), NOON);

Deno.test("readWeatherPush() reads the Weather Underground form into metric units", () => {
  const read = push(
    "ID=KCASANFR5&PASSWORD=secret&dateutc=2026-06-01+11%3A58%3A30&winddir=230&windspeedmph=12&windgustmph=20.5&tempf=70" +
      "&rainin=0.10&baromin=29.92&dewptf=68.2&humidity=90&solarradiation=455&UV=3.2&softwaretype=vws&action=updateraw",
  );
  assert.deepEqual(read, {
    at: NOON - 90,
    weather: {
      windDirection: 230,
      windMs: 5.36,
      gustMs: 9.16,
      tempC: 21.1,
      rain1hMm: 2.54,
      pressureHpa: 1013.2,
      dewPointC: 20.1,
      humidity: 90,
      luminosityWm2: 455,
      uvIndex: 3.2,
    },
  });
});

Deno.test("readWeatherPush() reads Ecowitt's names", () => {
  const read = push(
    "PASSKEY=AB&stationtype=GW1000&dateutc=2026-06-01+12:00:00&tempinf=72.5&humidityin=45&baromrelin=30.01&baromabsin=28.9&tempf=50&uv=1",
  );
  assert.deepEqual(read?.weather, {
    indoorTempC: 22.5,
    indoorHumidity: 45,
    pressureHpa: 1016.3,
    stationPressureHpa: 978.7,
    tempC: 10,
    uvIndex: 1,
  });
});

Deno.test("readWeatherPush() takes what is there and leaves out what is no value", () => {
  const read = push(
    "?tempf= 70.0 &humidity=-9999&baromin=--&winddir=&amp;windspeedmph=5&dateutc=now&windgustmph=9999&x=1",
  );
  assert.deepEqual(read, { weather: { tempC: 21.1, windMs: 2.24 } });
});

Deno.test("readWeatherPush() keeps a pressure that only a height explains apart", () => {
  // 21.26 inches of mercury are 719.9 hPa, the air at 2,800 m; 14.77 are 500.2, 23.62 are 799.9, 23.63 are 800.2.
  assert.deepEqual(push("baromin=21.26&tempf=50"), { weather: { tempC: 10 }, lowPressureHpa: 719.9 });
  assert.deepEqual(push("baromin=21.26"), { weather: {}, lowPressureHpa: 719.9 });
  assert.deepEqual(push("baromrelin=14.77"), { weather: {}, lowPressureHpa: 500.2 });
  assert.deepEqual(push("baromin=23.62"), { weather: {}, lowPressureHpa: 799.9 });
  assert.deepEqual(push("baromin=23.63"), { weather: { pressureHpa: 800.2 } });
  assert.equal(push("baromin=14.76"), undefined, "499.8 hPa are those of no station");
  assert.deepEqual(
    push("absbaromin=21.26"),
    { weather: { stationPressureHpa: 719.9 } },
    "it says what it is",
  );
});

Deno.test("readWeatherPush() uses the console's clock only when it can be right", () => {
  for (
    const [date, at] of [
      ["2026-06-01 11:59:00", NOON - 60],
      ["2026-6-1 11:59:0", NOON - 60],
      ["2026-06-01%2011%3A59%3A00", NOON - 60],
      ["2026-05-30 11:59:00", undefined],
      ["2026-06-01 12:06:00", undefined],
      ["2000-01-01 00:00:00", undefined],
      ["yesterday", undefined],
    ] as const
  ) {
    assert.equal(readWeatherPush([["dateutc", date], ["tempf", "50"]], NOON)?.at, at, date);
  }
});

Deno.test("readWeatherPush() gives nothing for a push without weather", () => {
  for (const query of ["", "ID=x&PASSWORD=y", "tempf=abc", "__proto__=1&constructor=2", "tempf=Infinity"]) {
    assert.equal(push(query), undefined, query);
  }
});
