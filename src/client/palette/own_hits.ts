/** What everybody finds without asking the gateway: the pages that they are offered, and what one may want to do. */
import { isAdmin, isOffered, type PageName, PAGES } from "../pages/page_table.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { type Key, say } from "../ui/say.ts";
import type { Hit } from "./hit.ts";

/** Other names of pages; the pages of administration have theirs in its own words. */
const ALSO: { readonly [Name in PageName]?: Key } = {
  nearby: "find.also.nearby",
  map: "find.also.map",
  hide: "find.also.hide",
  messages: "find.also.messages",
  live: "find.also.live",
  waiting: "find.also.waiting",
  packs: "find.also.packs",
  me: "find.also.me",
  access: "find.also.access",
  notices: "find.also.notices",
  data: "find.also.data",
  ranks: "find.also.ranks",
  help: "find.also.help",
};

/** The pages with an address of their own, but those of administration and those that menus do not offer here. */
export const pageHits = (
  { configured, signedIn }: { configured: Readonly<Record<string, boolean>> | undefined; signedIn: boolean },
): Hit[] =>
  (Object.keys(PAGES) as PageName[]).flatMap((name) => {
    const page = PAGES[name];
    const isOpen = !page.path.includes(":") && !isAdmin(page) && isOffered(name, configured) &&
      (signedIn || !("needsSession" in page));
    const also = ALSO[name];
    return !isOpen ? [] : [{
      kind: "page" as const,
      id: name,
      name: say(page.title),
      also: also && say(also),
      icon: "icon" in page ? page.icon : "user" as IconName,
      to: page.path,
    }];
  });

/** What one may want to do. `onPage` leads into the search of the page that is shown, where it has one. */
export const actHits = (onPage: (() => void) | undefined): Hit[] => [
  ...(onPage
    ? [{
      kind: "act" as const,
      id: "on_page",
      name: say("find.on_page"),
      icon: "search" as const,
      to: onPage,
    }]
    : []),
  {
    kind: "act",
    id: "log",
    name: say("find.act.log"),
    also: say("find.act.log.also"),
    icon: "flag",
    to: `${PAGES.nearby.path}?log`,
  },
  {
    kind: "act",
    id: "print",
    name: say("find.act.print"),
    also: say("find.act.print.also"),
    icon: "list",
    to: "/print/caches",
  },
];
