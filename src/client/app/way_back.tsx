/**
 * The way back, in the logo's place: to where a page was opened from, as it was left, or to the page above it. An app on a home screen
 * has no other one. Loaded after the first page, which has none.
 */
import type { ComponentChildren } from "preact";
import { pageAt, type PageEntry, type PageName, PAGES } from "../pages/page_table.ts";
import { cameFrom } from "../pages/router.ts";
import { wideParts } from "../panes/list_panes.ts";
import { CHEVRON_LEFT } from "../ui/icons/field_paths.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { say } from "../ui/say.ts";

/** The address of the page above the one at `path`: that of the list beside it, or the next shorter address that is a page. */
export function above(path: string): string | undefined {
  const page: PageEntry = PAGES[pageAt(path)?.name ?? "nearby"];
  if (page.above) return page.above;
  if (page.beside) return PAGES[page.beside as PageName].path;
  for (let end = path; (end = end.slice(0, end.lastIndexOf("/")));) if (pageAt(end)) return end;
  return undefined;
}

/** `children`: what stands there on a page that has none above it, and on a wide screen, whose rail leads everywhere. */
export default function WayBack({ path, children }: { path: string; children: ComponentChildren }) {
  const up = above(path), from = up && cameFrom(), to = from ?? up;
  const page = to && !wideParts.value && pageAt(to.split("?")[0]!);
  if (!page) return <>{children}</>;
  return (
    <a
      class="top-name"
      href={to}
      onClick={(event) => {
        // With the browser's own step back the page stands as it was left.
        if (!from || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    >
      <Icon name={CHEVRON_LEFT} />
      <span>{say(PAGES[page.name].title)}</span>
    </a>
  );
}
