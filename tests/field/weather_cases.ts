/** Weather as consoles push it and as stations send it by APRS. */
import { CONSOLE, type FieldCase } from "./field_case.ts";

const PUSHED = `/api/stations/${CONSOLE}`;

/** A push, and what becomes of its values. */
const pushed = (of: string, right: string, fields: string, wx: Record<string, unknown>): FieldCase => ({
  of,
  right,
  sends: [{ console: `submit?ID=X&PASSWORD=<key>&${fields}` }],
  becomes: { [PUSHED]: { wx } },
});
const CONSOLES: readonly FieldCase[] = [
  pushed(
    "G6EJD/ESP-Weather-Underground-Sensor-Upload#3",
    "a time may be escaped, and the rapid form has fields of its own",
    "action=updateraw&realtime=1&rtfreq=5&dateutc=now&tempf=70&baromin=29.1&dewptf=68.2&humidity=90&winddir=230&windspeedmph=12&windgustmph=12",
    { tempC: 21.1, humidity: 90, pressureHpa: 985.4, windDirection: 230, windMs: 5.36, gustMs: 5.36 },
  ),
  pushed(
    "alexlenk/ecowitt_local#44",
    "a gateway of 2025 with one sensor for all has rain without a bucket",
    "stationtype=GW2000A_V3.2.7&dateutc=now&tempf=33.8&humidity=97&winddir=8&windspeedmph=2.24&drain_piezo=0.000&hrain_piezo=0.000",
    { tempC: 1, humidity: 97, windMs: 1, rainTodayMm: 0, rain1hMm: 0 },
  ),
  pushed(
    "home-assistant/core#79679",
    "fields that nobody knows cost the others nothing",
    "dateutc=now&tempf=50&sunhours=6.35&ptrend1=1&pchange1=-0.0059",
    { tempC: 10 },
  ),
  pushed(
    "wowbe and others' consoles without a sensor",
    "-9999 and dashes are no values",
    "dateutc=now&tempf=-9999&humidity=--&baromin=29.92",
    { tempC: null, humidity: null, pressureHpa: 1013.2 },
  ),
  pushed(
    "cumulusmx/CumulusMX#109",
    "a comma may stand for the point",
    "dateutc=now&tempf=50,0&humidity=61",
    { tempC: 10, humidity: 61 },
  ),
  pushed(
    "leoherzog/WundergroundStationForwarder#1",
    "a clock of twelve hours is not believed where it lies half a day back, and the values are of now",
    "dateutc=2001-01-01+07:30:00&tempf=50",
    { tempC: 10 },
  ),
  pushed(
    "Ambient's consoles, bachya/ecowitt2mqtt#648",
    "rain of an hour has another name there",
    "dateutc=now&tempf=50&hourlyrainin=0.1&dailyrainin=0.2&24hourrainin=0.3",
    { rain1hMm: 2.54, rainTodayMm: 5.08, rain24hMm: 7.62 },
  ),
];

/** A weather report on the air, and what becomes of its values. */
const aired = (
  of: string,
  right: string,
  info: string,
  wx: unknown,
  more: Record<string, unknown> = {},
): FieldCase => ({
  of,
  right,
  sends: [{ internet: [`OE9WXA-13>APRS,TCPIP*:${info}`] }],
  becomes: { "/api/stations/OE9WXA-13": { wx, ...more } },
});
const PLACE = "4812.34N/01634.56E";
const ON_THE_AIR: readonly FieldCase[] = [
  aired(
    "ab0oo/javAPRSlib#29",
    "more light than 1000 W has a small letter, and dots are no values",
    `@081706z${PLACE}_187/000g002t...r000p028P028h...b10295l063AmbientCWOP.com`,
    { tempC: null, humidity: null, luminosityWm2: 1063, rain24hMm: 7.11, pressureHpa: 1029.5, gustMs: 0.89 },
    { comment: "AmbientCWOP.com" },
  ),
  aired(
    "hessu/perl-aprs-fap#5",
    "digits in an address behind the report are no rain",
    `!${PLACE}_000/000g...t048r...p...P...h29b10174https://example.com/foor89/blah`,
    { rain1hMm: null, tempC: 8.9, humidity: 29 },
    { comment: "https://example.com/foor89/blah" },
  ),
  aired(
    "leoherzog/cwop.rest#5",
    "fields may be left out",
    `@081706z${PLACE}_180/008g017t069r039h45b10135L800eREST`,
    { rain1hMm: 9.91, rain24hMm: null, rainTodayMm: null, humidity: 45, luminosityWm2: 800 },
    { comment: "eREST" },
  ),
  aired(
    "rhymeswithmogul/aprs-weather-submit#1",
    "a compressed place without wind has weather all the same",
    "@160413z/9K_C;uXw_  Ct069p000P000Xaprs-weather-submit/1.2.1",
    { tempC: 20.6, rain24hMm: 0, rainTodayMm: 0, windMs: null },
  ),
  aired(
    "rhymeswithmogul/aprs-weather-submit#30",
    "what looks like weather under another symbol is a comment",
    `@160413z${PLACE}5t041b10000aprs-weather-submit/1.8.2`,
    null,
    { comment: "t041b10000aprs-weather-submit/1.8.2" },
  ),
  aired(
    "rhymeswithmogul/aprs-weather-submit#10",
    "direction and speed of the wind are no movement",
    `!${PLACE}_220/004g005t077`,
    { windDirection: 220, windMs: 1.79, tempC: 25 },
    { course: null, speedKmh: null },
  ),
  aired(
    "rossengeorgiev/aprs-python#72",
    "a Vantage of Davis without wind has dots",
    `@132350z${PLACE}_.../000g000t030r000p000P000b10149h33.weewx-4.5.1-Vantage`,
    { windDirection: null, windMs: 0, tempC: -1.1, humidity: 33 },
    { comment: ".weewx-4.5.1-Vantage" },
  ),
  aired(
    "rossengeorgiev/aprs-python#72",
    "temperatures below nought have a sign",
    `@132350z${PLACE}_090/003g006t-07r000p000P000h00b10132.DsVP`,
    { tempC: -21.7, humidity: 100, windMs: 1.34 },
  ),
  aired(
    "wb2osz/direwolf",
    "an Ultimeter of Peet says words of sixteen bits",
    "$ULTW0031003702CE0069----000086A00001----011901CC00000005",
    { tempC: 22.1, humidity: null, rainTodayMm: 0 },
  ),
  aired(
    "wb2osz/direwolf",
    "and lines in another mode",
    "!!006B00580250----2785----0258----000B016D0000000000",
    { tempC: 15.1, pressureHpa: 1011.7, humidity: 60 },
  ),
  {
    of: "ab0oo/javAPRSlib#29",
    right: "two reports of one second with values of their own are both kept, field by field",
    sends: [{ internet: [`OE9WXA-13>APRS,TCPIP*:!${PLACE}_220/004g005t077`] }, {
      together: [
        `OE9WXB-13>APRS,TCPIP*:!${PLACE}_220/004g005t077`,
        `OE9WXB-13>APRS,TCPIP*:!${PLACE}_.../...g...t...r010h50b10132`,
      ],
    }],
    becomes: {
      "/api/stations/OE9WXB-13": {
        wx: { windDirection: 220, tempC: 25, rain1hMm: 2.54, humidity: 50, pressureHpa: 1013.2 },
      },
    },
  },
];

export const WEATHER: readonly FieldCase[] = [
  {
    of: "rmibelgium/wowbe#181, garbled1/homeassistant_ecowitt#139",
    right: "rain of a console without a bucket has names of its own",
    sends: [{
      console: "submit",
      form: "PASSKEY=<key>&stationtype=GW2000A_V2.1.4&dateutc=now&tempf=55.9&humidity=81&rrain_piezo=0.094" +
        "&hrain_piezo=0.031&drain_piezo=0.130&model=GW2000A",
    }],
    becomes: { [PUSHED]: { wx: { rain1hMm: 0.79, rainTodayMm: 3.3, tempC: 13.3 } } },
  },
  {
    of: "garbled1/homeassistant_ecowitt#145",
    right: "the rain of the last 24 hours has a name of its own",
    sends: [{ console: "submit?PASSKEY=<key>&dateutc=now&last24hrainin=0.5" }],
    becomes: { [PUSHED]: { wx: { rain24hMm: 12.7 } } },
  },
  {
    of: "neilenns/ambientweather2mqtt#136",
    right: "an empty Host is one that names nothing (RFC 9112, 3.2)",
    sends: [{ console: "submit?PASSKEY=<key>&dateutc=now&tempf=61.3", headers: { host: "" } }],
    becomes: { [PUSHED]: { wx: { tempC: 16.3 } } },
  },
  {
    of: "bachya/ecowitt2mqtt#648",
    right: "a path that ends with a slash and has no question mark is read like one that has none",
    sends: [{ console: "submit/ID=X&PASSWORD=<key>&tempf=61.3&dateutc=now" }],
    becomes: { [PUSHED]: { wx: { tempC: 16.3 } } },
  },
  {
    of: "ab0oo/javAPRSlib#30",
    right: "snow may have a point, and what stands behind it is read (APRS101 chapter 12)",
    sends: [{ internet: ["OE9TST-13>APRS,TCPIP*:!4812.34N/01634.56E_220/004g005t032s1.5P020h50b10132"] }],
    becomes: {
      "/api/stations/OE9TST-13": { wx: { tempC: 0, rainTodayMm: 5.08, humidity: 50, pressureHpa: 1013.2 } },
    },
  },
  {
    of: "ab0oo/javAPRSlib#30",
    right: "snow of less than an inch may begin with the point (APRS101 chapter 12)",
    sends: [{ internet: ["OE9TST-13>APRS,TCPIP*:!4812.34N/01634.56E_220/004g005t032s.50r012h50"] }],
    becomes: { "/api/stations/OE9TST-13": { wx: { rain1hMm: 3.05, humidity: 50 } } },
  },
  ...CONSOLES,
  ...ON_THE_AIR,
];
