/** Whether an SVG can be drawn here as a logo: nothing of elsewhere in it, and no more work than a logo is. */
import { Overspent, Purse, readXml, UnreadableXml } from "../foreign/mod.ts";

/** What drawing may cost: elements as they are drawn, again wherever something uses them, by their length. */
const WORK_MOST = 20_000;
/** Characters of a part that cost as much as an element, and what an effect costs that goes over all points of the picture. */
const CHARACTERS_OF_ONE = 100, EFFECT = 400;
/** Characters of a style, each of whose rules is held against each element. */
const STYLE_CHARACTERS = 10_000;
/** Elements that bring others in, and such as are worked out point by point. */
const FORBIDDEN = ["image", "feImage", "foreignObject", "script"];
const EFFECTS = ["pattern", "mask", "filter"];

interface Part {
  cost: number;
  /** Ids of what it draws again: by `use`, or as an effect. */
  uses: string[];
  parts: Part[];
}

/** Whether these bytes are such an SVG. */
export async function isDrawable(bytes: Uint8Array): Promise<boolean> {
  const whole: Part = { cost: 0, uses: [], parts: [] },
    open: Part[] = [whole],
    byId = new Map<string, Part>();
  const purse = new Purse({ depth: 60 });
  let isSound = true, style = 0, elements = 0, current = "";
  const forbid = (is: boolean) => {
    if (is) isSound = false;
  };
  const file = readXml(purse.pieces([bytes]), purse, {
    open(name, attributes) {
      current = name;
      elements++;
      forbid(FORBIDDEN.includes(name));
      const part: Part = {
        cost: EFFECTS.includes(name) || /^fe[A-Z]/.test(name) ? EFFECT : 1,
        uses: [],
        parts: [],
      };
      for (const [key, value] of Object.entries(attributes)) {
        part.cost += Math.floor(value.length / CHARACTERS_OF_ONE);
        const local = key.slice(key.indexOf(":") + 1);
        if (local === "href") {
          forbid(!value.trim().startsWith("#"));
          part.uses.push(value.trim().slice(1));
        } else if (local === "id") byId.set(value, part);
        for (const [, id] of value.matchAll(/url\(\s{0,5}["']?#([^"')\s]{1,200})/g)) part.uses.push(id!);
      }
      open.at(-1)!.parts.push(part);
      open.push(part);
    },
    text(piece) {
      if (current === "style") style += piece.length;
      else open.at(-1)!.cost += Math.floor(piece.length / CHARACTERS_OF_ONE);
    },
    close() {
      open.pop();
      current = "";
    },
  });
  try {
    for await (const _ of file) if (!isSound) return false;
  } catch (error) {
    if (error instanceof UnreadableXml || error instanceof Overspent) return false;
    throw error;
  }
  return isSound && style <= STYLE_CHARACTERS && elements <= WORK_MOST && workOf(whole, byId) <= WORK_MOST;
}

/** What all of it costs to draw; something that draws itself has no end. */
function workOf(whole: Part, byId: ReadonlyMap<string, Part>): number {
  const known = new Map<Part, number>(), within = new Set<Part>();
  const costOf = (part: Part): number => {
    const is = known.get(part);
    if (is !== undefined) return is;
    // A chain of uses is as deep as there are elements: what is deeper than anybody draws is no logo.
    if (within.has(part) || within.size > 500) return Infinity;
    within.add(part);
    let cost = part.cost;
    for (const inner of part.parts) cost += costOf(inner);
    for (const id of part.uses) {
      const used = byId.get(id);
      if (used && used !== part) cost += costOf(used);
    }
    within.delete(part);
    known.set(part, cost);
    return cost;
  };
  return costOf(whole);
}
