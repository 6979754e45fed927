/** The app's addresses: its pages, its files, its worker. Each is declared; an address that the app lacks stays unknown. */
import type { Caches } from "../../caches/mod.ts";
import { chooseLanguage, drawCache, drawFrame, PAGES } from "../../client/mod.ts";
import { Failure } from "../../base/mod.ts";
import {
  type Asked,
  nameOf,
  open,
  type Route,
  route,
  SHARED,
  statusOf,
  takesGzip,
  versioned,
} from "../../http/mod.ts";
import { appFailure, type BuiltFile, builtFile, names, plain } from "./built.ts";
import { type Drawn, frame } from "./frame.ts";

const SPEC = 'API "Live and misc"';

export interface AppParts {
  instance: string;
  caches: Pick<Caches, "detail">;
}

export function appRoutes({ instance, caches }: AppParts): Route[] {
  return [...pageRoutes(nameOf(instance), caches), ...fileRoutes(nameOf(instance))];
}

/** The reader's language, of those that the app speaks. */
const languageOf = ({ headers }: Asked): string =>
  chooseLanguage(
    (headers.get("accept-language") ?? "").slice(0, 200).split(",").map((one) =>
      one.split(";", 1)[0]!.trim()
    ),
  );

function pageRoutes(name: string, caches: AppParts["caches"]): Route[] {
  const gate = open("pages hold nothing that their data's own routes do not give");
  const blank = (asked: Asked, call?: string | null): Drawn => {
    const lang = languageOf(asked);
    return { lang, title: name, body: drawFrame(lang, call) };
  };
  const page = { gate, spec: SPEC, produces: "text/html", errors: [appFailure.app_not_built] } as const;
  const plainPages = Object.values(PAGES).map(({ path }) => path).filter((path) => path !== DRAWN);
  return [
    ...plainPages.map((path) =>
      route(`GET ${path}` as "GET /", {
        ...page,
        summary: "A page of the app",
        params: paramsOf(path),
        handle: ({ who, incoming }) =>
          frame(blank(incoming, path.includes(":") ? undefined : who.session?.call)),
      })
    ),
    route("GET /frame", {
      ...page,
      summary: "The app's page without content, which phones keep for when the gateway is out of reach",
      handle: ({ incoming }) => frame(blank(incoming)),
    }),
    route(`GET ${DRAWN}`, {
      ...page,
      summary: "A cache's page: reads without scripts",
      params: { code: "The cache's code, or the global id of a mirrored one" },
      handle: ({ params, incoming }) => {
        const lang = languageOf(incoming);
        try {
          // As anybody sees it: a page that is kept by a phone must not show what is its owner's alone.
          const cache = caches.detail(params.code);
          return frame({ lang, title: `${cache.title} · ${name}`, body: drawCache(lang, cache) });
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          return frame({ ...blank(incoming), status: statusOf(error.kind) });
        }
      },
    }),
  ];
}

/** The page whose content the server draws. */
const DRAWN = "/c/:code";

/** What the parameters of the app's pages are. */
const PARAMS: Readonly<Record<string, string>> = {
  code: "The cache's code",
  id: "Number of the thing here, or its global id where another instance has it",
  call: "A callsign",
  category: "Category of bulletins",
};

const paramsOf = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, PARAMS[name!]!]));

function fileRoutes(name: string): Route[] {
  const gate = open("the app's own files");
  return [
    route("GET /assets/:name", {
      gate,
      spec: SPEC,
      summary: "A built file of the app; its name carries its content",
      share: SHARED.built,
      params: { name: "Name with the content's hash" },
      produces: "text/javascript",
      errors: [appFailure.no_such_file, appFailure.app_not_built],
      handle: async ({ params, incoming }) => {
        const file = await builtFile(`/assets/${params.name}`);
        if (!file) throw appFailure.no_such_file();
        return sent(file, incoming);
      },
    }),
    route("GET /sw.js", {
      gate,
      spec: SPEC,
      summary: "The app's worker, which keeps it on the phone",
      produces: "text/javascript",
      errors: [appFailure.app_not_built],
      handle: async ({ incoming }) => {
        const [file, { version }] = await Promise.all([builtFile("/sw.js"), names()]);
        return versioned(incoming, version, () => sent(file!, incoming));
      },
    }),
    route("GET /manifest.webmanifest", {
      gate,
      spec: SPEC,
      summary: "What a phone needs to put the app on its home screen",
      share: SHARED.slow,
      produces: "application/manifest+json",
      errors: [appFailure.app_not_built],
      handle: async () =>
        new Response(JSON.stringify(manifest(name, (await names()).icon)), {
          headers: { "content-type": "application/manifest+json" },
        }),
    }),
  ];
}

const manifest = (name: string, icon: string) => ({
  name,
  short_name: name.slice(0, 12),
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#fbfaf7",
  theme_color: "#0b6e4f",
  icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
});

/** A built file, compressed for whoever takes gzip. */
function sent(file: BuiltFile, incoming: Asked): Response {
  const packed = takesGzip(incoming.headers);
  return new Response(packed ? file.gz : plain(file), {
    headers: {
      "content-type": file.type,
      ...(packed && { "content-encoding": "gzip" }),
    },
  });
}
