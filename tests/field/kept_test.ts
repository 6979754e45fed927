/**
 * What is understood is not lost: each field that the decoder reads off a packet is kept and shown with its station, object or
 * message, or is left in the comment. Left out are those that say how a value was written, and not what.
 */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { type Content, decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";
import { FIELD_SETTINGS, SITE } from "./field_case.ts";

const CALL = "OE9TST-9";
const PLACE = "4812.46N/01625.00E";

/** A line for every form, with every field that the form has. */
const LINES = [
  `!${PLACE}>088/036/A=001234 hello`,
  `=${PLACE}>146.520MHz T100 +060 mobile`,
  `!${PLACE}#PHG5132 wide`,
  `!${PLACE}#RNG0050 range`,
  `!4812.46N\\01625.00E#DFS2360 hunting`,
  `!4812.46N/01625.00E\\088/036/270/729`,
  `!${PLACE}_220/004g005t077r001p002P003h50b09900L123s050wRSW`,
  `_10090556c220s004g005t077r001p002P003h50b09900wRSW`,
  `;LEADER   *092345z${PLACE}>088/036/A=001234 convoy`,
  `;WXSTN    *092345z${PLACE}_220/004g005t077r001h50b09900 test`,
  `;145.600  *092345z${PLACE}r145.600MHz T088 -060 R25k Testberg`,
  `;A96.000-D*111111z${PLACE}ahalf 1296.1250MHz -28.000MHz behind`,
  `;TOWER    *111111z${PLACE}#PHG5132 wide`,
  `;REACH    *111111z${PLACE}#RNG0050 range`,
  `;FOX      *111111z4812.46N\\01625.00E#DFS2360 hunting`,
  `=${PLACE}>A96.000MHz Toff up there`,
  `=${PLACE}&440 MMDVM Voice 438.95000MHz -7.6000MHz`,
  `)AID #2!4812.46N/01625.00EA145.600MHz tent`,
  `>JN88EE/- My house`,
  `T#005,199,000,255,073,123,01101001`,
  `:OE1XYZ-1 :hello{ab}cd`,
  `:BLN1WX   :storm`,
  `:OE9TST-9 :PARM.Volt,Amp`,
  "!/5L!!<*e7>{?!text|ss1122|more",
];
const MIC_E = 'OE9TST-9>TU3RQW:`2U-l"P\'/"4a}hello';

/** How a value was written, what the moment of hearing says better, and to whom a message answers. */
const HOW = new Set([
  ...["kind", "encoding", "resolutionM", "messaging", "time", "sort", "line", "group", "number"],
  ...["replyAck", "numberOwn"],
]);

/** What has no place of its own, by kind and field, and why. Packets of the last day show it as they came. */
const EXCUSED = new Set([
  "status symbol", // a station is drawn where it is, and a status says no place
  "weather comment", // the letters of the program that made a report without a place
]);

/** Every value and every name in it, with its path. */
function* valuesIn(value: unknown, path: readonly string[] = []): Generator<[string, unknown]> {
  if (value === undefined || value === null || value === "" || HOW.has(path.at(-1) ?? "")) return;
  if (typeof value !== "object") yield [path.join("."), value];
  else {
    for (const [name, inner] of Object.entries(value)) yield* valuesIn(inner, [...path, name]);
  }
}

for (const line of [...LINES.map((info) => `${CALL}>APRS:${info}`), MIC_E]) {
  appTest(`understood is not lost: ${line}`, FIELD_SETTINGS, async (app) => {
    const { body } = await app.ingest.post("/ingest", { packets: [rf(app, line, SITE)] });
    assert.equal(body.accepted, 1);
    const answers = await Promise.all(
      [
        `/api/stations/${CALL}`,
        `/api/stations/${CALL}/series`,
        "/api/stations?bbox=-180,-90,180,90&include=objects",
        `/api/messages?call=${CALL}`,
      ].map(async (path) => (await app.visitor.get(path)).body),
    );
    const all = [...valuesIn(answers)].flatMap(([path, value]) => [String(value), ...path.split(".")]);
    const decoded = decodeTnc2(line, app.world.now());
    assert(!isUnreadable(decoded) && decoded.problems.length === 0, line);
    const { content } = decoded satisfies { content: Content };
    const lost = [...valuesIn(content)].filter(([path, value]) =>
      !EXCUSED.has(`${content.kind} ${path}`) &&
      !all.some((one) => one === String(value) || (typeof value === "string" && one.includes(value)))
    );
    assert.deepEqual(lost, []);
  });
}
