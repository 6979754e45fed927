/** What comes while one types: from the gateway's search, from administration's for operators, and from the handbook. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HELP, searchBook } from "../../handbook/mod.ts";
import { useApp } from "../phone/app.ts";
import { useBook } from "../phone/packs/book.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { say } from "../ui/say.ts";
import type { Hit } from "./hit.ts";

/** The gateway is asked for texts of so many characters or more, and after a pause in typing of so many milliseconds. */
const LEAST = 2;
const PAUSE_MS = 200;
/** So many places of the handbook are offered. */
const CHAPTERS = 4;

/** `asHouse`: what administration finds in its own tables, with drafts and people whom the public search does not name. */
export function useLater(text: string, asHouse: ((text: string) => Promise<Hit[]>) | undefined): Hit[] {
  const { gateway, world } = useApp();
  const book = useBook(), found = useSignal<{ of: string; hits: Hit[] }>({ of: "", hits: [] });
  useEffect(() => {
    if (text.length < LEAST) return;
    let over = false;
    const callOff = world.later(() => {
      void Promise.all([everywhere(), asHouse?.(text) ?? []]).then(([open, own]) => {
        // Administration's row of a thing leads further than the public one.
        const own_ids = new Set(own.map(({ kind, id }) => `${kind} ${id}`));
        const rest = open.filter(({ kind, id }) => !own_ids.has(`${kind} ${id}`));
        if (!over) found.value = { of: text, hits: [...own, ...rest] };
      });
    }, PAUSE_MS);
    const everywhere = async (): Promise<Hit[]> => {
      const answer = await gateway.get(routeTo("GET /api/search", { query: { q: text, limit: 5 } }));
      if (!answer.ok) return [];
      const { people, caches, stations } = answer.value;
      return [
        ...people.map(({ callsign }): Hit => ({
          kind: "person",
          id: callsign,
          name: callsign,
          icon: "user",
          to: `/u/${encodeURIComponent(callsign)}`,
        })),
        ...caches.map(({ code, gid, title }): Hit => ({
          kind: "cache",
          id: gid ?? code,
          name: title,
          foreign: true,
          line: code,
          icon: "archive",
          to: `/c/${encodeURIComponent(gid ?? code)}`,
        })),
        ...stations.map(({ callsign, comment }): Hit => ({
          kind: "station",
          id: callsign,
          name: callsign,
          line: comment || undefined,
          icon: "radio-tower",
          to: `/s/${encodeURIComponent(callsign)}`,
        })),
      ];
    };
    return () => {
      over = true;
      callOff();
    };
  }, [text]);
  const chapters = text.length < LEAST || !book || book === "lost"
    ? []
    : searchBook(book, text).slice(0, CHAPTERS).map(({ chapter, title, heading, anchor }): Hit => ({
      kind: "help",
      id: `${chapter}#${anchor ?? ""}`,
      name: heading ?? title,
      line: heading ? title : say("page.help"),
      icon: "list",
      to: `${HELP}/${chapter}${anchor ? `#${anchor}` : ""}`,
    }));
  return [...found.value.of === text ? found.value.hits : [], ...chapters];
}
