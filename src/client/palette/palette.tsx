/** One search for everything: pages, settings, people, things, what one can do and the handbook. By keys first; a finger works. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets, loadStyle } from "../phone/assets.ts";
import { go } from "../pages/router.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { FindBox } from "../ui/look/find_box.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { grouped, type Hit, isSame, stepped } from "./hit.ts";
import { actHits, pageHits } from "./own_hits.ts";
import { HELP, searchBook } from "../../handbook/mod.ts";
import { useBook } from "../phone/packs/book.ts";
import { routeTo } from "../phone/wire/routes.ts";

// What comes while one types: from the gateway's search, from administration's for operators, and from the handbook.

/** The gateway is asked for texts of so many characters or more, and after a pause in typing of so many milliseconds. */
const LEAST = 2;
const PAUSE_MS = 200;
/** So many places of the handbook are offered. */
const CHAPTERS = 4;

/** `asHouse`: what administration finds in its own tables, with drafts and people whom the public search does not name. */
function useLater(text: string, asHouse: ((text: string) => Promise<Hit[]>) | undefined): Hit[] {
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
      const answer = await gateway.get(
        routeTo("GET /api/search", { query: { q: text, limit: 5, includeUnvetted: "1" } }),
      );
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
        ...caches.map(({ code, gid, title, origin = "", originTrust }): Hit => ({
          kind: "cache",
          id: gid ?? code,
          name: title,
          foreign: true,
          line: originTrust === "unvetted" ? `${code} · ${say("state.unvetted", { origin })}` : code,
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

/** What administration adds; its script is loaded for operators alone. */
export interface House {
  /** Its pages, settings, receivers, neighbours and acts: read once the palette opens. */
  known: () => Promise<Hit[]>;
  /** People and caches that fit. */
  find: (text: string) => Promise<Hit[]>;
}

const LIST = "palette-list";
const idOf = ({ kind, id }: Hit): string => `palette-${kind}-${id}`.replaceAll(/[^\w-]/g, "_");

/** `begun`: what was typed before it opened. `onPage` leads into the search of the page below. */
export default function Palette({ close, begun, house, onPage }: {
  close: () => void;
  begun: string;
  house: House | undefined;
  onPage: (() => void) | undefined;
}) {
  const app = useApp(), start = app.start.value?.value;
  const typed = useSignal(begun), moved = useSignal<Hit | undefined>(undefined);
  const known = useSignal<readonly Hit[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Elsewhere than on the first page the style is here already.
    void loadStyle(assets().restStyle).then(() => dialog.current?.isConnected && dialog.current.showModal());
    void house?.known().then((hits) => known.value = hits);
  }, []);
  const wanted = typed.value.trim(), later = useLater(wanted, house?.find);
  const all = [
    ...actHits(onPage),
    ...pageHits({ configured: start?.configured, signedIn: app.call.value !== undefined }),
    ...known.value,
  ];
  const groups = grouped(all, wanted, later), hits = groups.flatMap((group) => group.hits);
  const active = hits.find((hit) => isSame(hit, moved.value)) ?? hits[0];
  const take = (hit: Hit | undefined) => {
    if (!hit) return;
    // While it is open, nothing of the page below can have the focus.
    dialog.current?.close();
    close();
    if (typeof hit.to === "string") go(hit.to);
    else hit.to();
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key];
    if (event.key === "Enter" && !event.isComposing) take(active);
    // A browser would first empty the field.
    else if (event.key === "Escape") dialog.current?.close();
    else if (by) {
      moved.value = stepped(hits, active, by);
      if (moved.value) document.getElementById(idOf(moved.value))?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  };
  return (
    <dialog
      class="palette"
      aria-label={say("find.label")}
      ref={dialog}
      onClose={close}
      onClick={({ target }) => {
        // Beside it.
        if (target === dialog.current) close();
      }}
    >
      <div class="palette-top">
        <FindBox
          label={say("find.label")}
          placeholder={say("find.placeholder")}
          value={typed}
          list={LIST}
          active={active && idOf(active)}
          press={press}
        />
        <Button onClick={() => dialog.current?.close()}>{say("find.close")}</Button>
      </div>
      <p class="unseen" role="status">{say("find.hits", { n: hits.length })}</p>
      <div id={LIST} class="palette-list" role="listbox" aria-label={say("find.label")}>
        {groups.map(({ kind, hits }) => (
          <ul key={kind} role="group" aria-label={say(`find.kind.${kind}`)}>
            <li class="caps" role="presentation">{say(`find.kind.${kind}`)}</li>
            {hits.map((hit) => (
              <li
                key={idOf(hit)}
                id={idOf(hit)}
                role="option"
                aria-selected={isSame(hit, active)}
                onClick={() => take(hit)}
              >
                <Icon name={hit.icon} />
                <span class="palette-name">{hit.foreign ? <Foreign>{hit.name}</Foreign> : hit.name}</span>
                {hit.line && (
                  <span class="soft">
                    <Foreign>{hit.line}</Foreign>
                  </span>
                )}
              </li>
            ))}
          </ul>
        ))}
        {hits.length === 0 && <p class="soft">{say("find.none", { wanted })}</p>}
      </div>
    </dialog>
  );
}
