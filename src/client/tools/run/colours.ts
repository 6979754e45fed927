/** Rules of tools by which lists of packets colour rows or leave them out: read, and put to use. Pure. */
import type { Judged, RowLook } from "../../phone/known/from_tools.ts";
import { listOf, member, textOf } from "./shapes.ts";

const RULES_MOST = 40, SOURCES_MOST = 2000;
/** What a colour may be named by: kinds of stations, and how something stands. */
const COLOURS = [
  ...["bbs", "beacon", "cacher", "digi", "dx", "igate", "node", "service", "user", "wx"] as const,
  ...["ok", "warn", "bad"] as const,
] as const;
export type Colouring = (packet: Judged) => RowLook | undefined;
/** What a rule does; no look where its colour is none that the app has. */
interface Effect {
  look: RowLook | undefined;
}

/** Reads a tool's rules: of one call each at most 2,000, of all others at most 40. The first that fits is the one. */
export function readColours(rules: unknown): Colouring {
  const exact = new Map<string, Effect>(),
    others: { fits: (packet: Judged) => boolean; effect: Effect }[] = [];
  for (const rule of listOf(rules, RULES_MOST + SOURCES_MOST)) {
    const match = member(rule, "match") ?? rule, effect = effectOf(member(rule, "effect") ?? rule);
    if (!effect) continue;
    const of = (name: string) => textOf(member(match, name), 64),
      call = (name: string) => of(name).toUpperCase();
    // Calls fit in any letter case, texts as they are.
    const [src, prefix, dst, text] = [call("src"), call("srcPrefix"), call("dstPrefix"), of("textIncludes")];
    if (src && !prefix && !dst && !text) {
      if (exact.size < SOURCES_MOST && !exact.has(src)) exact.set(src, effect);
    } else if ((src || prefix || dst || text) && others.length < RULES_MOST) {
      others.push({
        effect,
        fits: (packet) =>
          (!src || packet.src === src) && packet.src.startsWith(prefix) && packet.dst.startsWith(dst) &&
          packet.text.includes(text),
      });
    }
  }
  return ({ src, dst, text }) => {
    const packet = { src: src.toUpperCase(), dst: dst.toUpperCase(), text };
    return (exact.get(packet.src) ?? others.find(({ fits }) => fits(packet))?.effect)?.look;
  };
}

function effectOf(effect: unknown): Effect | undefined {
  if (member(effect, "hidden") === true) return { look: { hidden: true } };
  const named = textOf(member(effect, "colorVar"), 40);
  if (!/^--[a-z]/i.test(named)) return undefined;
  const colour = COLOURS.find((one) => named === `--st-${one}` || named === `--${one}`);
  return { look: colour && { colour } };
}
