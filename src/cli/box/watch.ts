/** `box watch`: what is heard, line by line. Plain ANSI, for ssh and small screens. Keys: q ends, p pauses, s silences. */
import { askBox, boxOf, throwSwitch, type Watched } from "../../box/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { say } from "../program.ts";
import { countOf, inFolder, type Place } from "./place.ts";

const COLOURS = {
  direct: "\x1b[32m",
  relayed: "\x1b[33m",
  internet: "\x1b[36m",
  played: "\x1b[35m",
  off: "\x1b[0m",
};

/** Control characters of strangers stay out of the terminal. */
// deno-lint-ignore no-control-regex -- they are what this is about
const printable = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, ".");

function lineOf({ at, via, direct, site, text }: Watched, colour: boolean): string {
  const how = via === "simulated" ? "played" : via === "aprsis" ? "internet" : direct ? "direct" : "relayed";
  const time = new Date(at * 1000).toISOString().slice(11, 19);
  const [on, off] = colour ? [COLOURS[how], COLOURS.off] : ["", ""];
  return `${time} ${on}${how.padEnd(8)}${off} ${site ?? "-"} ${printable(text)}`;
}

const fits = (seen: Watched, filter: string | undefined): boolean =>
  filter === undefined || seen.source.startsWith(filter.toUpperCase()) || seen.connection.includes(filter) ||
  seen.site === filter.toUpperCase();

/** Lines of a stream, whole. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines.filter((line) => line !== "");
  }
}

export async function watchCommand(
  { dir, filter, json, most }: Place & { filter?: string; json?: boolean; most?: string },
): Promise<void> {
  const ended = await inFolder(dir, async (world) => {
    const wanted = most === undefined ? Infinity : countOf("--most", most, 1_000_000);
    boxOf(dir);
    const answer = await askBox(dir, world, { path: "/watch", endless: true });
    if (!answer?.body) throw cliFailure.not_found({}, `No box is running in ${dir}: main.ts box run`);
    let paused = false;
    const keys = readKeys((key) => {
      if (key === "q" || key === "\x03") Deno.exit(EXIT.ok);
      if (key === "p") {
        paused = !paused;
        say(paused ? "paused; p goes on" : "goes on");
      }
      if (key === "s") {
        // It is said once it is so.
        throwSwitch(dir, world, { quiet: true }).then(
          () => say("silent; lift it with box quiet --lift"),
          (error) => say(`NOT silent: ${error.message}`),
        );
      }
    });
    const colour = Deno.stdout.isTerminal() && !Deno.noColor;
    let shown = 0;
    if (!json) say(`Watching ${dir}${keys ? "; q ends, p pauses, s silences" : ""}`);
    for await (const line of linesOf(answer.body)) {
      const seen = JSON.parse(line) as Watched;
      if (paused || !fits(seen, filter)) continue;
      say(json ? line : lineOf(seen, colour));
      if (++shown >= wanted) return EXIT.ok;
    }
    return EXIT.failed;
  });
  Deno.exit(ended);
}

/** Single keys of a terminal; false where there is none. */
function readKeys(pressed: (key: string) => void): boolean {
  if (!Deno.stdin.isTerminal()) return false;
  Deno.stdin.setRaw(true);
  (async () => {
    for await (const key of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) pressed(key);
  })();
  return true;
}
