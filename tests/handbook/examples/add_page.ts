import type { PageEntry, PropsOf } from "../../../src/client/pages/page_table.ts";
import type { Key } from "../../../src/client/ui/say.ts";
import type { CHAPTERS } from "../../../src/handbook/mod.ts";

/** A row of `PAGES`. Its key there, `radio`, is the page's name; in a menu it would have an icon too. */
export const row = {
  path: "/c/:code/radio",
  title: "print.radio",
  menu: "none",
} as const satisfies PageEntry;

/** A line of `LOADERS`: the file that draws it. Its default export gets what the path names. */
export const load: () => Promise<{ default: (props: PropsOf<"radio">) => unknown }> = () =>
  import("../../../src/client/print/radio_page.tsx");

/** Words in `src/words/en/` and `src/words/de/`; one that is in neither does not compile. */
export const words: readonly Key[] = ["print.radio", "print.radio.what", "print.card"];

/** The page in its chapter's row of `CHAPTERS`, so that its "?" leads there. */
export const chapter: typeof CHAPTERS[number] = { id: "radio-commands", of: "finders", pages: [row.path] };
