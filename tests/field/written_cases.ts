/** Files that others' programs read: what they once choked on, written by ours. */
import { adif } from "../../src/read/formats/adif.ts";
import { type CalendarEvent, icalendar } from "../../src/read/formats/icalendar.ts";
import { gpx } from "../../src/read/formats/gpx.ts";
import { rss } from "../../src/read/formats/rss.ts";
import type { ExportCache, ExportFind, FeedItem } from "../../src/read/formats/views.ts";
import type { PlainCase } from "./field_case.ts";

/** 2026-06-01, 17:05:09 UTC. */
const AT = Date.UTC(2026, 5, 1, 17, 5, 9) / 1000;

const FIND: ExportFind = {
  call: "Q0ABC-7",
  code: "XYZ1",
  title: "Mill",
  type: "traditional",
  foundAt: AT,
  tier: "A",
  lat: 48.2,
  lon: 16.4,
  owner: "Q0DEF",
};
const adi = (find: Partial<ExportFind>): string =>
  [...adif({ programme: "CLUB", version: "1", madeAt: AT, about: "Finds" }, [[{ ...FIND, ...find }]])].filter(
    (one) => typeof one === "string",
  ).join("");
/** The fields of the only record, read as a program does that believes each length, in octets. */
function fieldsOf(text: string): Record<string, string> {
  const bytes = new TextEncoder().encode(text.slice(text.indexOf("<EOH>") + 5)),
    fields: Record<string, string> = {};
  const letters = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  for (let at = bytes.indexOf(0x3c); at >= 0;) {
    const end = bytes.indexOf(0x3e, at), [name = "", length = "0"] = letters(at + 1, end).split(":");
    if (name === "EOR") return fields;
    fields[name] = letters(end + 1, end + 1 + Number(length));
    at = bytes.indexOf(0x3c, end + 1 + Number(length));
  }
  return {};
}

const EVENT: CalendarEvent = {
  code: "XYZ1",
  title: "Meeting",
  description: "",
  from: AT,
  until: AT + 3600,
  lat: 48.2,
  lon: 16.4,
  url: "https://club.example/c/XYZ1",
  status: "active",
  owner: "Q0DEF",
  createdAt: AT - 60,
  updatedAt: AT - 50,
};
const ics = (event: Partial<CalendarEvent>): string =>
  [...icalendar({ instance: "club.example", name: "Club" }, [{ ...EVENT, ...event }])].join("");
/** The lines as a calendar takes them: each fold is a line's end and one blank. */
const unfolded = (text: string): string[] => text.replaceAll("\r\n ", "").split("\r\n");

const CACHE: ExportCache = {
  code: "XYZ1",
  title: "Mill",
  type: "mystery",
  size: "small",
  difficulty: 2.5,
  terrain: 1,
  lat: 48.2,
  lon: 16.4,
  owner: "Q0DEF",
  status: "active",
  createdAt: AT,
  url: "https://club.example/c/XYZ1",
  description: "Under a stone",
  hint: "Look up",
  logs: [
    { id: 2, at: AT + 60, kind: "found", author: "Q0ABC", text: "Nice" },
    { id: 1, at: AT, kind: "note", author: "Q0ABC", text: "Soon" },
  ] as ExportCache["logs"] & object,
};
const gpxOf = (cache: Partial<ExportCache>): string =>
  [...gpx({ instance: "club.example", name: "Club", url: "https://club.example", madeAt: AT }, [[{
    ...CACHE,
    ...cache,
  }]])]
    .filter((one) => typeof one === "string").join("");

const ITEM: FeedItem = {
  guid: "find:1",
  title: "Found",
  link: "https://club.example/c/XYZ1",
  at: AT,
  text: "Nice",
};
const feed = (...items: FeedItem[]): string =>
  [...rss({
    title: "Club",
    description: "d",
    link: "https://club.example/",
    self: "https://club.example/feed",
    items,
  })].join("");
const guids = (text: string): string[] => [...text.matchAll(/<guid[^>]*>([^<]*)</g)].map(([, guid]) => guid!);

export const WRITTEN: readonly PlainCase[] = [
  {
    of: "OpenSAK-Org/OpenSAK#656, GPSBabel/gpsbabel#1195",
    right: "devices know a cache in GPX 1.0 alone, by its symbol and type",
    does: () => {
      const text = gpxOf({});
      return [
        'version="1.0"',
        "topografix.com/GPX/1/0",
        "<sym>Geocache</sym>",
        "<type>Geocache|Unknown Cache</type>",
      ]
        .filter((one) => !text.includes(one));
    },
    gives: [],
  },
  {
    of: "OpenSAK-Org/OpenSAK#588",
    right: "description, hint and logs stand where a device looks for them",
    does: () =>
      ["long_description", "encoded_hints", "text", "container", "difficulty"].map((name) =>
        new RegExp(`<groundspeak:${name}[^>]*>([^<]*)<`).exec(gpxOf({}))?.[1]
      ),
    gives: ["Under a stone", "Look up", "Nice", "Small", "2.5"],
  },
  {
    of: "cachly/issues-tracker#5002",
    right: "logs stand the latest first",
    does: () => [...gpxOf({}).matchAll(/<groundspeak:date>([^<]*)</g)].map(([, date]) => date),
    gives: ["2026-06-01T17:06:09Z", "2026-06-01T17:05:09Z"],
  },
  {
    of: "cgeo/cgeo#13374, the other way",
    right: "kinds are written as programs know them, and one that none knows as one that all know",
    does: () =>
      ["traditional", "multi", "mystery", "letterbox", "virtual", "earth", "audio", "living", "sota"].filter((
        type,
      ) =>
        !/<groundspeak:type>(Traditional Cache|Multi-cache|Unknown Cache|Letterbox Hybrid|Virtual Cache|Earthcache)</
          .test(gpxOf({ type }))
      ),
    gives: [],
  },
  {
    of: "ok2cqr/cqrlog#221",
    right: "no letter of a value is more than an octet, so that lengths in letters and in octets are one",
    does: () => fieldsOf(adi({ title: "El Campello (Ávila)", text: "Hämeenlinna, Grüße – 5 €" })),
    gives: {
      COMMENT: "Cache XYZ1 El Campello (Avila), verified find, tier A",
      NOTES: "Hameenlinna, Grusse - 5 ?",
      CALL: "Q0DEF",
    },
  },
  {
    of: "magicbug/Cloudlog#813",
    right: "a value that ends in a letter with an accent ends whole",
    does: () => fieldsOf(adi({ text: "Café" })).NOTES,
    gives: "Cafe",
  },
  {
    of: "patrickrb/FT8AF#648",
    right:
      "no value holds what begins or ends a field: programs cut there, and a text of somebody ends no record",
    does: () => fieldsOf(adi({ text: "took > 2 h <EOR> <3 <call:5>OE1XX" })).NOTES,
    gives: "took > 2 h (EOR) <3 (call:5)OE1XX",
  },
  {
    of: "MarSik/adif#5",
    right: "a text of several lines is one line, so that no line's end is counted twice",
    does: () => fieldsOf(adi({ text: "one\r\ntwo\nthree" })).NOTES,
    gives: "one two three",
  },
  {
    of: "ok2cqr/cqrlog#247",
    right: "packet is the mode PKT, and no submode",
    does: () => fieldsOf(adi({})),
    gives: { MODE: "PKT", SUBMODE: undefined, QSO_DATE: "20260601", TIME_ON: "170509", BAND: "2m" },
  },
  {
    of: "bjornregnell/kapten-alloc-web#10",
    right: "each line ends with CR and LF, and times have all their digits",
    does: () => {
      const text = ics({ from: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000 });
      return { bare: /[^\r]\n/.test(text), start: unfolded(text).find((line) => line.startsWith("DTSTART")) };
    },
    gives: { bare: false, start: "DTSTART:20260102T030405Z" },
  },
  {
    of: "FuzzyGrim/Yamtrack#669",
    right: "an event has the time at which it was made, an id of its own, and the calendar a maker",
    does: () => unfolded(ics({})).filter((line) => /^(DTSTAMP|UID|PRODID|SEQUENCE)/.test(line)),
    gives: [
      "PRODID:-//club.example//Service Gateway//EN",
      "UID:XYZ1@club.example",
      "DTSTAMP:20260601T170419Z",
      "SEQUENCE:10",
    ],
  },
  {
    of: "ProtonMail/WebClients#513",
    right: "a fold takes no blank of the text",
    does: () => {
      const description = "Jazz für alle? ".repeat(30).trim(), lines = ics({ description }).split("\r\n");
      return {
        whole: unfolded(ics({ description })).includes(`DESCRIPTION:${description}`),
        long: lines.filter((line) => new TextEncoder().encode(line).length > 75),
      };
    },
    gives: { whole: true, long: [] },
  },
  {
    of: "spatie/calendar-links#46",
    right: "semicolons, commas and backslashes of a text are escaped, and a line's end is two letters",
    does: () => unfolded(ics({ title: "a;b,c\\d\ne" })).find((line) => line.startsWith("SUMMARY")),
    gives: "SUMMARY:a\\;b\\,c\\\\d\\ne",
  },
  {
    of: "lfos/calcurse#360",
    right: "a calendar of no events is one still",
    does: () =>
      [...icalendar({ instance: "club.example", name: "Club" }, [])].join("").includes("BEGIN:VTIMEZONE"),
    gives: true,
  },
  {
    of: "neos/Neos.NeosIo#618",
    right: "each entry has an id, and two of the same second have two",
    does: () => guids(feed(ITEM, { ...ITEM, guid: "log:1" })),
    gives: ["find:1", "log:1"],
  },
  {
    of: "brief-rss/brief#470",
    right: "an id that is no address says so",
    does: () => feed(ITEM).includes('<guid isPermaLink="false">find:1</guid>'),
    gives: true,
  },
  {
    of: "thorsten/phpMyFAQ#886",
    right: "a date has four digits of its year and one zone",
    does: () => /<pubDate>([^<]*)</.exec(feed(ITEM))?.[1],
    gives: "Mon, 01 Jun 2026 17:05:09 GMT",
  },
  {
    of: "cachly/issues-tracker#4821",
    right: "a letter that XML has no place for breaks no feed",
    does: () => {
      const text = feed({ ...ITEM, title: "a\u0002b", text: "c\u001fd" });
      return ["\u0002", "\u001f"].some((letter) => text.includes(letter));
    },
    gives: false,
  },
];
