/**
 * A chapter as it is kept in the program: a tree that the build makes of Markdown, drawn by the app and the server and
 * printed at the shell. It has no place for markup, so none can come out of a text.
 */

/** Words of a line: plain, strong, emphasised, code, or a link. */
export type Inline =
  | string
  | { readonly b: readonly Inline[] }
  | { readonly i: readonly Inline[] }
  | { readonly c: string }
  | { readonly a: readonly Inline[]; readonly to: string };

export type Block =
  /** A heading under the title; `id` is its anchor, the same in every language. */
  | { readonly h: 2 | 3; readonly id: string; readonly t: readonly Inline[] }
  | { readonly p: readonly Inline[] }
  /** `n`: the items are numbered. */
  | { readonly list: readonly (readonly Inline[])[]; readonly n?: true }
  /** `file`: where the code stands in the source. */
  | { readonly code: string; readonly lang: string; readonly file?: string }
  | {
    readonly head: readonly (readonly Inline[])[];
    readonly rows: readonly (readonly (readonly Inline[])[])[];
  }
  | { readonly img: string; readonly alt: string; readonly w: number; readonly h: number };

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** The whole handbook in one language, in the order of the table of chapters. */
export interface Book {
  readonly lang: string;
  readonly chapters: readonly Chapter[];
}

/** The words of a line without their dress. */
export const plainText = (words: readonly Inline[]): string =>
  words.map((one) =>
    typeof one === "string"
      ? one
      : "c" in one
      ? one.c
      : plainText("b" in one ? one.b : "i" in one ? one.i : one.a)
  ).join("");

/** All words of a block, for the search. */
export function textOfBlock(block: Block): string {
  if ("t" in block) return plainText(block.t);
  if ("p" in block) return plainText(block.p);
  if ("list" in block) return block.list.map(plainText).join(" ");
  if ("code" in block) return block.code;
  if ("head" in block) {
    return [block.head, ...block.rows].map((row) => row.map(plainText).join(" ")).join(" ");
  }
  return block.alt;
}

/** Where a link of the handbook leads, seen from the app: to a chapter, a page of the app, or elsewhere. */
export const leadsTo = (to: string, help: string): string =>
  /^[a-z]+:|^\//.test(to) ? to : to.startsWith("#") ? to : `${help}/${to}`;
