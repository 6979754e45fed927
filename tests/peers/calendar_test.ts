/** Meetings before a calendar program's own library: what it reads is what was sent. */
import assert from "node:assert/strict";
import { CacheRecord } from "../../src/wire/records.ts";
import { type CalendarEvent, icalendar } from "../../src/read/formats/icalendar.ts";
import { readFields } from "../../src/wire/fields.ts";
import { exists } from "../kit/test_data.ts";
import { peerTest, run } from "./peer.ts";

const EVENTS: CalendarEvent[] = [
  {
    ...{ code: "KTR4729", title: "Fieldday: 80 m; bring \\ and, if you have one, a chair", owner: "OE1ABC" },
    description: "First line\r\nsecond line; äöü €\u0007 " + "🗻 long ".repeat(40),
    ...{
      from: 1_783_188_000,
      until: 1_783_198_800,
      lat: 48.2,
      lon: -16.37,
      url: "https://club.example/c/KTR4729",
    },
    ...{ status: "active", createdAt: 1_780_000_000, updatedAt: 1_780_000_500 },
  },
  {
    ...{ code: "ABC2345", title: "Next", owner: "OE1ABC", description: "", from: 1_783_288_000 },
    ...{ until: 1_783_298_800, lat: 0, lon: 0, url: "https://club.example/c/ABC2345", status: "disabled" },
    ...{ createdAt: 1_780_000_000, updatedAt: 1_780_000_000 },
  },
];
const READER = `
import sys, json
import icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
one = lambda e: {
  "uid": str(e["UID"]), "summary": str(e["SUMMARY"]), "description": str(e.get("DESCRIPTION", "")),
  "from": e["DTSTART"].dt.timestamp(), "until": e["DTEND"].dt.timestamp(),
  "geo": [e["GEO"].latitude, e["GEO"].longitude], "status": str(e["STATUS"]), "sequence": int(e["SEQUENCE"]),
  "errors": [str(x) for x in e.errors],
}
print(json.dumps([one(e) for e in calendar.walk("VEVENT")]))
`;

peerTest(
  "python's icalendar reads every event as it was written, and no line is too long",
  exists("/usr/lib/python3/dist-packages/icalendar/__init__.py")
    ? undefined
    : "python3-icalendar is not installed (apt-get install python3-icalendar)",
  async () => {
    const file = [...icalendar({ instance: "club.example", name: "Meetings, all" }, EVENTS)].join("");
    for (const line of file.split("\r\n")) {
      assert.ok(new TextEncoder().encode(line).length <= 75, line);
      assert.ok(!line.includes("\n"), line);
    }
    const read = await run("/usr/bin/python3", ["-c", READER], file);
    assert.equal(read.code, 0, read.stderr);
    assert.deepEqual(
      JSON.parse(read.stdout),
      EVENTS.map((event) => ({
        uid: `${event.code}@club.example`,
        summary: event.title,
        description: event.description.replace("\r\n", "\n").replace("\u0007", " "),
        from: event.from,
        until: event.until,
        geo: [event.lat, event.lon],
        status: event.status === "active" ? "CONFIRMED" : "CANCELLED",
        sequence: event.updatedAt - event.createdAt,
        errors: [],
      })),
    );
  },
);

Deno.test("a cache record with a meeting is read by whoever knows no meetings, and the other way round", () => {
  const body = {
    ...{
      code: "KTR4729",
      title: "Fieldday",
      type: "virtual" as const,
      size: "none" as const,
      difficultyX10: 10,
    },
    ...{ terrainX10: 10, latE7: 482_000_000, lonE7: 163_700_000, owner: "OE1ABC", status: "active" as const },
    ...{ scope: "federated" as const, createdAt: 1_780_000_000, updatedAt: 1_780_000_000 },
  };
  const event = { from: 1_783_188_000, until: 1_783_198_800 };
  const written = CacheRecord.write({ ...body, event });
  const { event: _, ...older } = CacheRecord.fields;
  const read = readFields(older, written, 1_790_000_000);
  assert.deepEqual(read.ok && read.body, body);
  const now = CacheRecord.read(CacheRecord.write(body));
  assert.deepEqual(now.ok && now.body, body);
  const both = CacheRecord.read(written);
  assert.deepEqual(both.ok && both.body.event, event);
});
