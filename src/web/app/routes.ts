/** The addresses of the app's pages. Each is declared; an address that the app lacks stays unknown. */
import type { Club } from "../../club/mod.ts";
import type { Caches } from "../../caches/mod.ts";
import { type Drawing, drawing, isAdmin, isStyledFirst, PAGES, type ProfileSeen } from "../../client/mod.ts";
import { Failure, isCall, normalCall, PROGRAM } from "../../base/mod.ts";
import {
  INSTANCE_ID,
  INSTANCE_REGION,
  instanceId,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  type Settings,
  shownName,
  startRegion,
} from "../../settings/mod.ts";
import { type Asked, nameOf, open, type Route, route, statusOf, type Visitor } from "../../http/mod.ts";
import { appFailure } from "./built.ts";
import { fileRoutes, helpRoutes } from "./file_routes.ts";
import { type Drawn, frame } from "./frame.ts";
import { DESCRIBED, DRAWN, FEEDS, PARAMS, paramsOf } from "./page_facts.ts";
import { pictureRoutes, type WelcomeParts, welcomeRoutes } from "./strangers.ts";
import { type PrintParts, type PrintReader, printRoutes } from "./print.ts";

const SPEC = 'API "Live and misc"';

export interface AppParts {
  instance: string;
  settings: Settings;
  club: Pick<Club, "link" | "marks">;
  caches: Pick<Caches, "detail" | "find" | "listed" | "mapRows">;
  /** Who was heard on the air since then, unix seconds. */
  netLog: PrintParts["netLog"];
  now(): number;
  /** Under which addresses who asks from there may know this instance. */
  addresses: PrintParts["addresses"];
  /** How many of what there is here. */
  counts: WelcomeParts["counts"];
  /** What is public of a person. */
  profile: (call: string) => ProfileSeen;
  people: {
    /** Which links may sign somebody in here. */
    signInLinks(): { mail: boolean; links: boolean };
    cards: {
      prefs(account: number): { lang?: string | undefined };
      langFor(account: number | undefined, incoming: Pick<Asked, "header">): string;
    };
  };
}

export function appRoutes(parts: AppParts): Route[] {
  const { settings, caches, netLog, now, addresses } = parts;
  // Asked for each page: an operator may name the club at any time.
  const name = () => nameOf(shownName(settings));
  const { club } = parts;
  const print = { name, club, settings, caches, netLog, now, addresses };
  const language = (reader: PrintReader) => languageOf(parts.people, reader);
  return [
    ...pageRoutes(name, parts),
    ...welcomeRoutes(name, language, parts),
    ...pictureRoutes(name, parts),
    ...helpRoutes(name, language, club),
    ...printRoutes(print, language),
    ...fileRoutes(name),
  ];
}

/** What draws the pages: they name the program as it is started here. */
async function draw(): Promise<Drawing> {
  const made = await drawing();
  made.callProgram(PROGRAM);
  return made;
}

/** The reader's language: the one chosen by whoever is signed in, else the browser's. */
const languageOf = (people: AppParts["people"], { who: { session }, incoming }: PrintReader): string =>
  people.cards.langFor(session?.account, incoming);

/** Who asks for a page, and how. */
interface Reader {
  who: Visitor;
  incoming: Asked;
}

/** The address of a link's picture, whole, as readers of links want it. */
const pictureAt = ({ incoming }: Reader, of: string, id: string): string =>
  `${incoming.origin}/picture/${of}/${encodeURIComponent(id)}`;

/** What a link to a station says: its call. */
function ofStation(reader: Reader & { params: object }, place: string): Partial<Drawn> {
  const { call = "" } = reader.params as { call?: string };
  const shown = normalCall(call);
  return isCall(shown) ? { title: `${shown} · ${place}`, picture: pictureAt(reader, "station", shown) } : {};
}

/** What is known of the place that is set up. */
const firstRun = (settings: Settings, call: string) => ({
  call,
  instance: instanceId(settings),
  name: settings.get(OPERATOR_NAME) ?? "",
  address: settings.get(OPERATOR_ADDRESS) ?? "",
  email: settings.get(OPERATOR_EMAIL) ?? "",
  isNamed: settings.get(INSTANCE_ID) !== undefined && settings.get(INSTANCE_REGION) !== undefined,
});

/** A box of the whole world. */
const WORLD = { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 };

function pageRoutes(name: () => string, { caches, people, profile, settings, club }: AppParts): Route[] {
  const region = () => {
    const box = startRegion(settings);
    // A region across the date line does not fit into one box: there the whole world is taken.
    return box && box.west <= box.east
      ? { minLon: box.west, minLat: box.south, maxLon: box.east, maxLat: box.north }
      : WORLD;
  };
  const gate = open("pages hold nothing that their data's own routes do not give");
  const blank = async (reader: Reader, call?: string | null): Promise<Drawn> => {
    const { sayWhat, drawFrame } = await draw(), lang = languageOf(people, reader);
    return {
      lang,
      title: name(),
      club: club.link(),
      description: sayWhat(lang),
      picture: pictureAt(reader, "place", "gateway"),
      body: drawFrame(lang, call),
    };
  };
  const page = { gate, spec: SPEC, produces: "text/html", errors: [appFailure.app_not_built] } as const;
  const signIn = async (reader: Reader): Promise<string> =>
    (await draw()).drawSignIn(languageOf(people, reader), {
      call: reader.who.session?.call ?? undefined,
      ...people.signInLinks(),
    });
  /** The page of what nobody may see. */
  const missing = async (reader: Reader, of: "page.cache" | "page.find", error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const body = (await draw()).drawMissing(languageOf(people, reader), of, {
      reason: error.reason,
      sentence: error.message,
    });
    return frame({ ...await blank(reader), body, status: statusOf(error.kind) });
  };
  const plainPages = Object.values(PAGES).filter((one) => !isAdmin(one)).map(({ path }) => path)
    .filter((path) => !DRAWN.has(path));
  return [
    ...plainPages.map((path) =>
      route(`GET ${path}` as "GET /", {
        ...page,
        summary: "A page of the web app, as HTML",
        params: paramsOf(path),
        handle: async (reader) =>
          frame({
            ...await blank(reader, path.includes(":") ? undefined : reader.who.session?.call),
            ...(path === PAGES.station.path && ofStation(reader, name())),
            first: isStyledFirst({ path }),
            ...(FEEDS[path] && { feed: FEEDS[path] }),
          }),
      })
    ),
    ...Object.values(PAGES).filter(isAdmin).map(({ path }) =>
      route(`GET ${path}` as "GET /", {
        ...page,
        gate: open(
          "administration's pages without data: operators get them, others are told that they are not operators",
        ),
        spec: 'API "Administration"',
        summary: "A page of administration",
        params: paramsOf(path),
        handle: async (reader) => {
          const { session, sysop } = reader.who, blankPage = await blank(reader);
          const { drawFirst, drawNotYours } = await draw();
          if (sysop && path === PAGES.adminFirst.path) {
            return frame({
              ...blankPage,
              body: drawFirst(blankPage.lang, firstRun(settings, session!.call!)),
            });
          }
          if (sysop) return frame(blankPage);
          const body = session?.call ? drawNotYours(blankPage.lang, session.call) : await signIn(reader);
          return frame({ ...blankPage, body, status: session?.call ? 403 : 401 });
        },
      })
    ),
    route("GET /", {
      ...page,
      summary: "What is near: the region's caches, the nearest to its middle first, read without scripts",
      handle: async (reader) => {
        const lang = languageOf(people, reader), { drawNearby, FIRST_ROWS } = await draw();
        // One more than are shown, to say whether that is all.
        const { json } = caches.mapRows(region(), FIRST_ROWS + 1);
        const body = drawNearby(
          lang,
          JSON.parse(`[${json}]`),
          reader.who.session?.call,
          startRegion(settings),
        );
        return frame({ ...await blank(reader), feed: "/feeds/caches.xml", whole: true, first: true, body });
      },
    }),
    route("GET /frame", {
      ...page,
      summary: "The app's page without content, which phones keep for when the gateway is out of reach",
      handle: async (reader) => frame({ ...await blank(reader), first: true }),
    }),
    route("GET /sign-in", {
      ...page,
      spec: 'API "Accounts, identity, verification"',
      summary: "Page to sign in and up; without scripts by links",
      handle: async (reader) => frame({ ...await blank(reader), body: await signIn(reader) }),
    }),
    route("GET /u/:call", {
      ...page,
      summary: "A person's page: reads without scripts",
      params: { call: PARAMS.call! },
      handle: async (reader) => {
        const { drawPerson, sayWhat } = await draw();
        const lang = languageOf(people, reader), call = normalCall(reader.params.call);
        if (!isCall(call)) return frame({ ...await blank(reader), status: 404 });
        return frame({
          lang,
          title: `${call} · ${name()}`,
          club: club.link(),
          description: sayWhat(lang),
          picture: pictureAt(reader, "person", call),
          feed: `/feeds/u/${encodeURIComponent(call)}.xml`,
          whole: true,
          body: drawPerson(lang, profile(call)),
        });
      },
    }),
    route("GET /c/:code", {
      ...page,
      summary: "A cache's page: reads without scripts",
      params: { code: "The cache's code, or the global id of a mirrored one" },
      handle: async (reader) => {
        const lang = languageOf(people, reader), { drawCache, sayWhat } = await draw();
        try {
          // As anybody sees it: a page that is kept by a phone must not show what is its owner's alone.
          const cache = caches.detail(reader.params.code);
          return await frame({
            lang,
            title: `${cache.title} · ${name()}`,
            club: club.link(),
            // A link to what is unlisted is known to who was given it: it tells nothing where it is passed on.
            ...(!cache.unlisted && {
              description: [
                ...[cache.code, cache.grid, cache.country],
                cache.description.trim() || sayWhat(lang),
              ].filter(Boolean).join(" · ").slice(0, DESCRIBED).toWellFormed(),
              picture: pictureAt(reader, "cache", reader.params.code),
            }),
            whole: true,
            body: drawCache(lang, cache),
          });
        } catch (error) {
          return missing(reader, "page.cache", error);
        }
      },
    }),
    route("GET /find/:id", {
      ...page,
      summary: "One find's page: reads without scripts",
      params: { id: PARAMS.id! },
      handle: async (reader) => {
        const lang = languageOf(people, reader), { drawFind, sayWhat } = await draw();
        try {
          // As anybody sees it, for the same reason.
          const found = caches.find(reader.params.id), { cache, log } = found;
          const { unlisted, grid } = caches.detail(cache.gid ?? cache.code);
          return await frame({
            lang,
            title: `${log.author.call} · ${cache.title} · ${name()}`,
            club: club.link(),
            ...(!unlisted && {
              description: [cache.code, grid, sayWhat(lang)].filter(Boolean).join(" · "),
              picture: pictureAt(reader, "find", reader.params.id),
            }),
            whole: true,
            body: drawFind(lang, found),
          });
        } catch (error) {
          return missing(reader, "page.find", error);
        }
      },
    }),
  ];
}
