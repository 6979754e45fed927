/** A foreign program reads the lines of the cases as this one does: Direwolf's `decode_aprs` (`deno task peers` installs it). */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable, type Located } from "../../src/aprs/mod.ts";
import { runTool } from "../aprs/test_data.ts";
import { exists, missing } from "../kit/test_data.ts";
import { AREAS } from "./areas.ts";

const PROGRAM = "/usr/bin/decode_aprs";
/** Not read by the program's version 1.6, and read here: a Mic-E radio's place of noughts is said to be nowhere only later. */
const DIFFERS: readonly string[] = ["OE9NME-3"];

/** Lines as they are on the air: what was added for the Internet the program does not take. */
const lines = [
  ...new Set(
    Object.values(AREAS).flat().flatMap(({ sends }) => sends).flatMap((sent) =>
      "heard" in sent ? sent.heard : "internet" in sent ? sent.internet : []
    ),
  ),
].map((line) => line.replace(/,qA[A-Za-z].*?:/, ":").replace(/\r$/, ""))
  .filter((line) =>
    /^[A-Z0-9]{1,6}(?:-\d{1,2})?>/.test(line) && !DIFFERS.some((call) => line.startsWith(call))
  );

const DEGREES = /([NS]) (\d+) ([\d.]+), ([EW]) (\d+) ([\d.]+)/;

Deno.test(
  "places and frequencies of the cases are those that Direwolf reads",
  { ignore: missing(PROGRAM, exists(PROGRAM), "deno task peers") },
  async () => {
    const output = await runTool(PROGRAM, new TextEncoder().encode(`${lines.join("\n")}\n`));
    // deno-lint-ignore no-control-regex -- terminal colours
    const blocks = output.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "").trim().split(/\n\n/);
    assert.equal(blocks.length, lines.length);
    let places = 0, frequencies = 0;
    for (const [at, line] of lines.entries()) {
      const read = decodeTnc2(new TextEncoder().encode(line));
      assert.ok(!isUnreadable(read), line);
      const said = blocks[at]!.split("\n").slice(1).join("\n"), place = DEGREES.exec(said);
      const located = "lat" in read.content ? read.content as Located : undefined;
      if (!place || !located || located.ambiguityM > 0) continue;
      places++;
      const degrees = (letter: string, whole: string, minutes: string) =>
        (Number(whole) + Number(minutes) / 60) * (/[SW]/.test(letter) ? -1 : 1);
      const lat = degrees(place[1]!, place[2]!, place[3]!), lon = degrees(place[4]!, place[5]!, place[6]!);
      assert.ok(
        Math.abs(lat - located.lat) < 0.00002 && Math.abs(lon - located.lon) < 0.00002,
        `${line}\n${said}`,
      );
      const mhz = /, ([\d.]+) MHz/.exec(said)?.[1];
      if (mhz === undefined) continue;
      frequencies++;
      assert.equal(located.frequency?.mhz.toFixed(3), Number(mhz).toFixed(3), `${line}\n${said}`);
    }
    assert.ok(places > 50 && frequencies > 15, `${places} places, ${frequencies} frequencies`);
  },
);
