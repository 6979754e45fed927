/** The script interface as a tool of the program's own set sees it: the same that any other tool is given. */
export interface Decoder {
  id: string;
  label: string;
  /** What it takes: `line`, `lines`, or `photo` (a data address of the picture). */
  kind: "line" | "lines" | "photo";
  decode(input: string): string | string[] | Promise<string | string[]>;
  sample?: string;
  placeholder?: string;
}
export type Register = (registered: { decoders: Decoder[] }) => void;
/** `language`: that of the app around it; other programs' sandboxes do not say. */
export interface Tool {
  readonly language?: string;
}

/** A text in both languages. */
interface Both {
  en: string;
  de: string;
}
/** The language that its reader writes in. */
export const languageOf = ({ language }: Tool): string => (language ?? navigator.language).slice(0, 2);
/** Which of both is said. */
export const sayIn = (tool: Tool) => {
  const german = languageOf(tool) === "de";
  return ({ en, de }: Both): string => german ? de : en;
};
/** What a decoder answers where its input cannot be read. */
export const UNREAD: Both = { en: "This cannot be read.", de: "Das lässt sich nicht lesen." };
