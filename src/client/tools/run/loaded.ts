/** What a tool registers, read from what it sent; only what it was granted counts. Pure. */
import { isWord, listOf, member, type Permission, textOf } from "./shapes.ts";
import { type Panel, readPanel } from "./panel.ts";

const COMMANDS_MOST = 100, DECODERS_MOST = 40;

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
  /** Commands that only the person at this device may run. */
  remoteOff: string[];
  decoders: Decoder[];
  colourRules: unknown;
  panel: Panel | undefined;
}

export function readLoaded(message: unknown, granted: ReadonlySet<Permission>): Loaded {
  const commands = granted.has("command")
    ? [...new Set(listOf(member(message, "commands"), COMMANDS_MOST).filter(isWord))]
    : [];
  const known = new Set<string>();
  return {
    commands,
    remoteOff: listOf(member(message, "remoteOff"), COMMANDS_MOST)
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
          sample: textOf(member(one, "sample"), 4000),
          placeholder: textOf(member(one, "placeholder"), 120),
        };
      })
      : [],
    colourRules: granted.has("monitor") ? member(message, "colourRules") : undefined,
    panel: granted.has("panel") ? readPanel(member(message, "panel")) : undefined,
  };
}
