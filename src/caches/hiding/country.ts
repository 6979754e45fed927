/** Countries as amateurs count them: a DXCC prefix, such as OE or HB0. Pure. Data: `dxcc.json`, its licence beside it. */
import entities from "./dxcc.json" with { type: "json" };

/** One DXCC entity. */
export interface Entity {
  number: number;
  name: string;
}

const BY_PREFIX = new Map<string, Entity>();
// Prefixes shared by several entities (VP8, TX) go to the one with the lower number: the check is for "a country at all".
for (const [number, name, , prefixes] of entities as [number, string, string, string][]) {
  for (const prefix of prefixes.split(",")) {
    if (!BY_PREFIX.has(prefix)) BY_PREFIX.set(prefix, { number, name });
  }
}

// Customary main prefixes that the list only has with a digit.
for (const [main, listed] of [["UA", "UA1"], ["R", "RA"]] as const) {
  BY_PREFIX.set(main, BY_PREFIX.get(listed)!);
}

/** The entity of a prefix exactly as the list has it, in any case; `undefined` for anything else. */
export const entityOf = (prefix: string): Entity | undefined => BY_PREFIX.get(prefix.trim().toUpperCase());
