/** What is said where something is refused, in English, by its code. A code means one thing, wherever it comes from. */
import { ENGLISH } from "./generated/english_refusals.ts";

type Areas = typeof ENGLISH;
/** Areas that refuse: the folders of `src/`, `host` for commands, `machines` for what only programs are told. */
export type RefusalArea = keyof Areas;
type CodeOf<Area> = Area extends RefusalArea ? keyof Areas[Area] & string : never;
/** Every code that is answered as `reason`. */
export type RefusalCode = CodeOf<RefusalArea>;

const sentences = new Map<string, string>(Object.values(ENGLISH).flatMap((area) => Object.entries(area)));

/** The sentence of a code as an error says it: without the full stop at its end. */
export const errorOf = (code: RefusalCode): string => sentences.get(code)!.replace(/\.$/, "");

/** A sentence with its `{names}` replaced by what is known; what is not known stays as it is. */
export const filledWith = (sentence: string, known: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w{1,20})\}/g, (whole, name: string) => String(known[name] ?? whole));
