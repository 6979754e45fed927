/**
 * Our parser against Dire Wolf's `decode_aprs` over the same frames: position, course, speed, altitude, symbol, weather
 * and message fields.
 *
 * Where the two differ on purpose (`decode_aprs` 1.6 first):
 * - a blanked position: the corner of the box; ours its middle, with the size of the box.
 * - `/A=-00034`: left in the comment; ours -10.4 m. Below sea level is a place.
 * - a position behind other text (X1J digipeaters), a `[locator]` beacon: "unknown"; ours positions.
 * - a third-party packet: its header only; ours the packet inside.
 * - latitude above 90 and minutes above 59: printed, or half a position; ours refused with a reason.
 * - course above 360: printed; ours left out, with the reason.
 * - course 0: printed as 0; ours absent, since 0 says "unknown" (APRS101 chapter 7) and 360 is north; in the compressed
 *   form, which has no 360, ours is 360.
 * - wind speed of a report with a plain position: taken as knots; ours miles an hour, as all makers of weather stations
 *   send it and APRS101 chapter 12 writes it.
 * - `T#MIC199,…`: shifted by one value; ours five values.
 * - a reply-ack number `AB}CD`: one text; ours the number, and the number acknowledged.
 * - a message number stays in its text; ours is taken out. Bulletins are messages without a number; ours bulletins.
 * - a status with a locator: the middle of its square; ours the locator.
 * - Mic-E device suffixes newer than the program stay in its comment; ours name the device.
 */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable, type Packet, type Weather } from "../../src/aprs/mod.ts";
import { randomFrames, TYPICAL } from "./frames.ts";
import { exists, missing } from "../kit/test_data.ts";
import { runTool } from "./test_data.ts";

/** What one block of the program's output says, imperial made metric. */
interface Said {
  description: string;
  lat?: number;
  lon?: number;
  mph?: number;
  course?: number;
  feet?: number;
  message?: { number: string; addressee: string; kind: string };
  weather: Record<string, number>;
  text: string;
}

const DEGREES = /([NS]) (\d+) ([\d.]+), ([EW]) (\d+) ([\d.]+)/;

/** Blocks of output by the line that they answer. Colours go; each block opens with the echo of its line. */
function blocks(output: string): Said[] {
  // deno-lint-ignore no-control-regex -- terminal colours
  const plain = output.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "");
  return plain.trim().split(/\n\n/).map((block) => {
    const lines = block.split("\n").slice(1).filter((line) =>
      !/^(Digi|APRS Internet|DEBUG|Invalid symbol)/.test(line)
    );
    const text = lines.join("\n");
    const said: Said = { description: lines[0] ?? "", weather: {}, text };
    const place = DEGREES.exec(text);
    if (place) {
      said.lat = (Number(place[2]) + Number(place[3]) / 60) * (place[1] === "S" ? -1 : 1);
      said.lon = (Number(place[5]) + Number(place[6]) / 60) * (place[4] === "W" ? -1 : 1);
    }
    const number = (pattern: RegExp) => pattern.exec(text)?.[1];
    const set = (key: "mph" | "course" | "feet", pattern: RegExp) => {
      const value = number(pattern);
      if (value !== undefined) said[key] = Number(value);
    };
    set("mph", /, (\d+) MPH/);
    set("course", /course (\d+)/);
    set("feet", /alt (-?\d+) ft/);
    const message = /^(APRS Message|ACK message|REJ message) (\S*) ?for "([^"]*)"/.exec(said.description);
    if (message) said.message = { kind: message[1]!, number: message[2]!, addressee: message[3]! };
    for (
      const [key, pattern] of Object.entries({
        wind: /wind ([\d.]+) mph/,
        direction: /direction (\d+)/,
        gust: /gust (\d+)/,
        temperature: /temperature (-?\d+)/,
        rain1h: /rain ([\d.]+) in last hour/,
        rain24h: /rain ([\d.]+) in last 24/,
        rainToday: /rain ([\d.]+) since/,
        humidity: /humidity (\d+)/,
        barometer: /barometer ([\d.]+)/,
      })
    ) {
      const value = number(pattern);
      if (value !== undefined) said.weather[key] = Number(value);
    }
    return said;
  });
}

const near = (ours: number | undefined, theirs: number | undefined, within: number): boolean =>
  ours === undefined || theirs === undefined ? ours === theirs : Math.abs(ours - theirs) <= within;

function weatherDiffers(ours: Weather, theirs: Record<string, number>, asKnots: boolean): string[] {
  const wind = ours.windMs === undefined
    ? undefined
    : ours.windMs / 0.44704 * (asKnots ? 1.852 / 1.609344 : 1);
  const checks: [string, number | undefined, number | undefined, number][] = [
    ["wind", wind, theirs.wind, 0.1],
    ["direction", ours.windDirection, theirs.direction, 0],
    ["gust", ours.gustMs === undefined ? undefined : ours.gustMs / 0.44704, theirs.gust, 0.1],
    ["temperature", ours.tempC === undefined ? undefined : ours.tempC * 9 / 5 + 32, theirs.temperature, 0.2],
    ["rain1h", ours.rain1hMm === undefined ? undefined : ours.rain1hMm / 25.4, theirs.rain1h, 0.006],
    ["rain24h", ours.rain24hMm === undefined ? undefined : ours.rain24hMm / 25.4, theirs.rain24h, 0.006],
    [
      "rainToday",
      ours.rainTodayMm === undefined ? undefined : ours.rainTodayMm / 25.4,
      theirs.rainToday,
      0.006,
    ],
    ["humidity", ours.humidity, theirs.humidity, 0],
    [
      "barometer",
      ours.pressureHpa === undefined ? undefined : ours.pressureHpa / 33.86389,
      theirs.barometer,
      0.011,
    ],
  ];
  return checks.filter(([, a, b, within]) => !near(a, b, within)).map(([what, a, b]) =>
    `${what}: ${a} against ${b}`
  );
}

/** Every field in which the two disagree. */
function differences(packet: Packet, said: Said, symbols: Map<string, string>): string[] {
  const found: string[] = [];
  const { content } = packet;
  if ("lat" in content || said.lat !== undefined && content.kind !== "status") {
    const at = "lat" in content ? content : undefined;
    // Both print or round to 0.0001 minute.
    if (!near(at?.lat, said.lat, 0.0000018) || !near(at?.lon, said.lon, 0.0000018)) {
      found.push(`place: ${at?.lat}, ${at?.lon} against ${said.lat}, ${said.lon}`);
    }
    if (at && !at.weather) {
      const mph = at.speedKmh === undefined ? undefined : at.speedKmh / 1.609344;
      if (!near(mph, said.mph, 0.51)) found.push(`speed: ${mph} against ${said.mph}`);
      if (!near(at.course! % 360 || undefined, said.course! % 360 || undefined, 0)) {
        found.push(`course: ${at.course} against ${said.course}`);
      }
    }
    const feet = at?.altitudeM === undefined ? undefined : at.altitudeM / 0.3048;
    if (!near(feet, said.feet, 0.8)) found.push(`altitude: ${feet} against ${said.feet}`);
    const name = at ? symbols.get(at.symbol) : undefined;
    if (name && !said.description.includes(name)) found.push(`symbol: ${name} against ${said.description}`);
  }
  const weather = content.kind === "weather" ? content : "lat" in content ? content.weather : undefined;
  if (weather || Object.keys(said.weather).length > 0) {
    {
      const asKnots = "encoding" in content && content.encoding === "plain";
      found.push(...weatherDiffers(weather ?? {}, said.weather, asKnots));
    }
  }
  if (content.kind === "message" || content.kind === "ack" || content.kind === "rej") {
    const kind = { message: "APRS Message", ack: "ACK message", rej: "REJ message" }[content.kind];
    const theirs = said.message;
    if (
      !theirs || theirs.kind !== kind || theirs.addressee !== content.addressee ||
      theirs.number !== (content.number ?? "")
    ) {
      found.push(`message: ${JSON.stringify(content)} against ${JSON.stringify(theirs)}`);
    }
    if (content.kind === "message" && !said.text.includes(content.text)) {
      found.push(`text: ${content.text} against ${said.text}`);
    }
  }
  if (content.kind === "telemetry") {
    for (const [i, value] of content.analog.entries()) {
      if (!said.text.includes(`A${i + 1}=${value}`)) {
        found.push(`telemetry ${i + 1}: ${value} against ${said.text}`);
      }
    }
    for (const [i, bit] of [...content.bits ?? ""].entries()) {
      if (!said.text.includes(`D${i + 1}=${bit}`)) {
        found.push(`telemetry bit ${i + 1}: ${bit} against ${said.text}`);
      }
    }
  }
  return found;
}

const PROGRAM = "/usr/bin/decode_aprs";
const WITHOUT = missing(PROGRAM, exists(PROGRAM), "deno task peers");
const decodeAprs = (lines: readonly string[]): Promise<string> =>
  runTool(PROGRAM, new TextEncoder().encode(lines.join("\n") + "\n"));

/** What the program calls each symbol, learnt from plain positions. */
async function learnSymbols(): Promise<Map<string, string>> {
  const codes = ["/>", "/-", "\\n", "/k", "/[", "/v", "/#", "/O", "/\\", "\\A", "/A"];
  const output = await decodeAprs(codes.map((s) => `N0CALL>APRS:!4903.50N${s[0]}07201.75W${s[1]}x`));
  return new Map(blocks(output).map((said, i) => [codes[i]!, said.description.split(", ")[1]!]));
}

Deno.test(
  "the parser agrees with decode_aprs on typical and random frames",
  { ignore: WITHOUT },
  async () => {
    const frames = [...TYPICAL, ...randomFrames(1500)];
    const output = await decodeAprs(frames);
    const symbols = await learnSymbols();
    const said = blocks(output);
    assert.equal(said.length, frames.length);
    const wrong: string[] = [];
    for (const [i, frame] of frames.entries()) {
      const packet = decodeTnc2(new TextEncoder().encode(frame));
      if (isUnreadable(packet)) wrong.push(`${frame}\n  ${packet.unreadable}`);
      else {
        const found = differences(packet, said[i]!, symbols);
        if (found.length > 0) wrong.push(`${frame}\n  ${found.join("\n  ")}`);
      }
    }
    assert.equal(
      wrong.length,
      0,
      `${wrong.length} of ${frames.length} differ:\n${wrong.slice(0, 12).join("\n")}`,
    );
  },
);

Deno.test(
  "where the parser differs from decode_aprs, it differs as listed",
  { ignore: WITHOUT },
  async () => {
    const listed: [frame: string, theirs: RegExp, ours: (packet: Packet) => unknown, want: unknown][] = [
      ["!4903.5 N/07201.7 W-", /N 49 03\.5000/, ({ content }) => "lat" in content && content.lat, 49.0591667],
      [
        "!4903.50N/07201.75W>/A=-00034",
        /\/A=-00034/,
        ({ content }) => "lat" in content && content.altitudeM,
        -10.4,
      ],
      ["X1J4 hello !4903.50N/07201.75W#", /Unknown/, ({ content }) => content.kind, "position"],
      ["[IO91SX] hello", /Unknown/, ({ content }) => content.kind, "position"],
      ["!9103.50N/07201.75W>", /N 91/, ({ problems }) => problems, ["the position is not on the globe"]],
      ["!4960.50N/07201.75W>", /Invalid Latitude/, ({ problems }) => problems, [
        "the latitude is not in the form ddmm.hh",
      ]],
      [
        "!4903.50N/07201.75W>361/036",
        /course 361/,
        ({ content }) => "lat" in content && content.course,
        undefined,
      ],
      [
        "T#MIC199,000,255,073,123,01101001",
        /A5=1101001/,
        ({ content }) => "analog" in content && content.analog,
        [199, 0, 255, 73, 123],
      ],
      [
        ":N0CALL-1 :hi{AB}CD",
        /Message AB}CD/,
        ({ content }) => content.kind === "message" && content.replyAck,
        "CD",
      ],
    ];
    const output = await decodeAprs(listed.map(([info]) => `N0CALL>APRS:${info}`));
    const said = blocks(output);
    for (const [i, [info, theirs, ours, want]] of listed.entries()) {
      assert.match(said[i]!.text, theirs, info);
      const packet = decodeTnc2(`N0CALL>APRS:${info}`);
      assert.ok(!isUnreadable(packet));
      assert.deepEqual(ours(packet), want, info);
    }
  },
);
