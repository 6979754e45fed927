/** What members bring from their devices and programs: field notes, and finds that were made elsewhere. */
import type { FieldCase } from "./field_case.ts";

const notes = (...rows: string[]): FieldCase["sends"][number] => ({ file: "notes", text: rows.join("\r\n") });
const FOUND = "OC1ZZ,2026-01-02T10:00Z,Found it,";
const NOTES = "/api/my/field-notes";
const finds = (...waypoints: string[]): FieldCase["sends"][number] => ({
  file: "finds",
  text: `<gpx xmlns:groundspeak="http://www.groundspeak.com/cache/1/0"><name>My Finds Pocket Query</name>${
    waypoints.join("")
  }</gpx>`,
});
const find = (code: string, date: string, type = "Found it") =>
  `<wpt lat="47.5" lon="15.5"><name>${code}</name><sym>Geocache Found</sym><type>Geocache|Traditional Cache</type>` +
  `<groundspeak:cache><groundspeak:name>Mill</groundspeak:name><groundspeak:logs><groundspeak:log>` +
  `<groundspeak:date>${date}</groundspeak:date><groundspeak:type>${type}</groundspeak:type></groundspeak:log>` +
  "</groundspeak:logs></groundspeak:cache></wpt>";

export const FILES: readonly FieldCase[] = [
  {
    of: "cgeo/cgeo#11607",
    right: "seconds of three digits, as c:geo once wrote them, are seconds",
    sends: [notes('OC1ZZ,2021-08-30T23:00:000Z,Found it,"text"')],
    becomes: {
      answer: { taken: 1, broken: 0 },
      [NOTES]: { notes: [{ at: Date.UTC(2021, 7, 30, 23) / 1000 }] },
    },
  },
  {
    of: "OpencachingDeutschland/oc-server3#389",
    right: "a blank between day and time is as good as a T",
    sends: [notes('OC1ZZ,2017-07-30 12:34:56,Found it,"text"')],
    becomes: { [NOTES]: { notes: [{ at: Date.UTC(2017, 6, 30, 12, 34, 56) / 1000 }] } },
  },
  {
    of: "cachly/issues-tracker#1174",
    right: "a time with an offset is that instant",
    sends: [notes('OC1ZZ,2016-10-21T10:00:00+02:00,Found it,"text"')],
    becomes: { [NOTES]: { notes: [{ at: Date.UTC(2016, 9, 21, 8) / 1000 }] } },
  },
  {
    of: "cgeo/cgeo#8230",
    right: "visits of a phone that GSAK refused: no line's end behind the last, no quotes around a text",
    sends: [notes("OC1ZZ,2026-01-02T10:00Z,Found it,thanks")],
    becomes: { answer: { taken: 1 }, [NOTES]: { notes: [{ text: "thanks", kind: "found" }] } },
  },
  {
    of: "OpencachingDeutschland/oc-server3#913",
    right: "kinds in any letters, with a typesetter's apostrophe",
    sends: [notes(
      "OC1ZZ,2026-01-02T10:00Z,FOUND IT,a",
      "OC2ZZ,2026-01-02T10:00Z,Didn’t find it,b",
      "OC3ZZ,2026-01-02T10:00Z,webcam photo taken,c",
      "OC4ZZ,2026-01-02T10:00Z,Will Attend,d",
    )],
    becomes: { answer: { taken: 4, unknownKinds: 0 } },
  },
  {
    of: "cachly/issues-tracker#831, texts of several lines",
    right: "a text keeps its lines, its quotes and its commas",
    sends: [notes(`${FOUND}"One, two\n""three""\n\nfour"`, "OC2ZZ,2026-01-02T10:00Z,Write note,x")],
    becomes: {
      answer: { taken: 2 },
      "/api/my/field-notes?": /One, two\\n\\"three\\"\\n\\nfour/,
    },
  },
  {
    of: "beside cgeo/cgeo#7404",
    right: "a quote that the device lost costs its own visit's end, and not the visit behind it",
    sends: [notes(`${FOUND}"no end`, 'OC2ZZ,2026-01-02T10:00Z,Found it,"whole"')],
    becomes: { answer: { taken: 2 }, "/api/my/field-notes?": /whole/ },
  },
  {
    of: "opencaching/okapi#630",
    right: "the same file brought again is no second visit",
    sends: [notes(`${FOUND}"a"`), notes(`${FOUND}"a"`)],
    becomes: { answer: { taken: 0, known: 1 } },
  },
  {
    of: "cgeo/cgeo#14908",
    right: "a visit to a cache of another site waits as it is, and is not dropped",
    sends: [notes('OP99ZZ,2026-01-02T10:00Z,Found it,"elsewhere"')],
    becomes: { answer: { taken: 1 }, [NOTES]: { notes: [{ code: "OP99ZZ" }] } },
  },
  {
    of: "beside opencaching/opencaching-pl#42",
    right: "a day before its month is no time that anybody could be sure of",
    sends: [notes('OC1ZZ,03-04-2014 10:00,Found it,"x"', 'OC2ZZ,2026-01-02T10:00Z,Found it,"y"')],
    becomes: { answer: { taken: 1, broken: 1 } },
  },
  {
    of: "Garmin, geocache_visits.txt of an Oregon",
    right: "a mark at the file's beginning and blanks behind commas",
    sends: [{ file: "notes", text: '\uFEFFOC1ZZ, 2026-01-02T10:00Z, Found it, "good"\r\n\r\n' }],
    becomes: { answer: { taken: 1, broken: 0 }, [NOTES]: { notes: [{ code: "OC1ZZ", text: "good" }] } },
  },
  {
    of: "Garmin, visits to which nobody went",
    right: "Unattempted is counted, and no draft",
    sends: [notes("OC1ZZ,2026-01-02T10:00Z,Unattempted,", `OC2ZZ,2026-01-02T10:00Z,Found it,""`)],
    becomes: { answer: { taken: 1, unattempted: 1 }, [NOTES]: { notes: [{ code: "OC2ZZ", text: "" }] } },
  },
  {
    of: "steve8x8/geotoad#15",
    right: "seven digits behind the second, and an offset of minus nothing",
    sends: [finds(find("OC1ZZ", "2008-09-09T13:36:22.0000000-00:00"))],
    becomes: { answer: { read: 1, finds: [{ foundAt: Date.UTC(2008, 8, 9, 13, 36, 22) / 1000 }] } },
  },
  {
    of: "cachly/issues-tracker#3822",
    right: "a time called null is none: the find is kept without one",
    sends: [finds(find("OC1ZZ", "null"))],
    becomes: { answer: { read: 1, finds: [{ foundAt: null }] } },
  },
  {
    of: "cachly/issues-tracker#1361",
    right: "of a date with strokes nobody can tell the day from the month: the find is kept without one",
    sends: [finds(find("OC1ZZ", "03/04/2017"))],
    becomes: { answer: { read: 1, finds: [{ foundAt: null }] } },
  },
  {
    of: "cachly/issues-tracker#5118",
    right: "a time without a zone is UTC, wherever the server stands",
    sends: [finds(find("OC1ZZ", "2024-12-31T10:00:00"))],
    becomes: { answer: { read: 1, finds: [{ foundAt: Date.UTC(2024, 11, 31, 10) / 1000 }] } },
  },
  {
    of: "cachly/issues-tracker#3874",
    right: "a lab cache is a find like others, by its own code",
    sends: [finds(find("LC-12-3", "2021-02-15T10:00:00Z", "Found It"))],
    becomes: { answer: { read: 1, others: 0 } },
  },
  {
    of: "cachly/issues-tracker#1740",
    right: "an event that was attended and a webcam that took a photo are finds",
    sends: [
      finds(
        find("OC1ZZ", "2021-02-15T10:00:00Z", "Attended"),
        find("OC2ZZ", "2021-02-16T10:00:00Z", "Webcam Photo Taken"),
      ),
    ],
    becomes: { answer: { read: 2 } },
  },
  {
    of: "GoldenCheetah/GoldenCheetah#4876",
    right: "a file with tracks and no waypoint has no finds, and is said to have none",
    sends: [
      finds('<trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-02T10:00:00Z</time></trkpt></trkseg></trk>'),
    ],
    becomes: { answer: { reason: "finds_none", finds: [] } },
  },
  {
    of: "beside cachly/issues-tracker#582",
    right: "a waypoint without a code is another, and the finds around it are read",
    sends: [
      finds(
        find("OC1ZZ", "2021-02-15T10:00:00Z"),
        find("", "2021-02-15T10:00:00Z"),
        find("OC2ZZ", "2021-02-16T10:00:00Z"),
      ),
    ],
    becomes: { answer: { read: 2, others: 1 } },
  },
];
