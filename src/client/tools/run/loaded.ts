/** What a tool registers, read from what it sent; only what it was granted counts. Pure. */
import { isWord, listOf, member, type Permission, textOf } from "./shapes.ts";
import { type Panel, readPanel } from "./panel.ts";

const COMMANDS_MOST = 200, DECODERS_MOST = 200;

/** Colour rules of a registration, of whatever kind; those that are set later may be more. */
const RULES_MOST = 40;
const rulesIn = (rules: unknown): unknown => rules === undefined ? undefined : listOf(rules, RULES_MOST);

export interface Decoder {
  id: string;
  label: string;
  /** What it takes: a text of one line, of several, or a file; what a tool says, in at most 20 characters. */
  kind: string;
  sample: string;
  placeholder: string;
}
export interface Loaded {
  commands: string[];
  /** Commands that stations may run which connect to this one; all others are the person's at this device. */
  remote: string[];
  decoders: Decoder[];
  colourRules: unknown;
  panel: Panel | undefined;
}

/** `isRemote`: whether its manifest opens it to stations that connect. */
export function readLoaded(message: unknown, granted: ReadonlySet<Permission>, isRemote: boolean): Loaded {
  const commands = granted.has("command")
    ? [...new Set(listOf(member(message, "commands"), COMMANDS_MOST).filter(isWord))]
    : [];
  const known = new Set<string>();
  return {
    commands,
    remote: listOf(isRemote ? member(message, "remote") : undefined, COMMANDS_MOST)
      .filter((one): one is string => commands.includes(one as string)),
    decoders: granted.has("decoder")
      ? listOf(member(message, "decoders"), DECODERS_MOST).flatMap((one) => {
        const id = textOf(member(one, "id"), 64);
        if (id === "" || known.has(id)) return [];
        known.add(id);
        return {
          id,
          label: textOf(member(one, "label"), 60) || id,
          kind: textOf(member(one, "kind"), 20),
          sample: textOf(member(one, "sample"), 2000),
          placeholder: textOf(member(one, "placeholder"), 120),
        };
      })
      : [],
    colourRules: granted.has("monitor") ? rulesIn(member(message, "colourRules")) : undefined,
    panel: granted.has("panel") ? readPanel(member(message, "panel")) : undefined,
  };
}
