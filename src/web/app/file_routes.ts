/** The addresses of the app's built files, of its worker and of its manifest. */
import { type Asked, open, type Route, route, SHARED, takesGzip, versioned } from "../../http/mod.ts";
import { appFailure, type BuiltFile, builtFile, names, plain } from "./built.ts";

const SPEC = 'API "Live and misc"';

/** `name`: of the instance, under which a phone keeps the app. */
export function fileRoutes(name: string): Route[] {
  const gate = open("the app's own files");
  return [
    route("GET /assets/:name", {
      gate,
      spec: SPEC,
      summary: "A built file of the app; its name carries its content",
      share: SHARED.built,
      params: { name: "Name of the file, which carries the hash of its content" },
      produces: "text/javascript, text/css, image/svg+xml, image/png, application/octet-stream",
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
      also: { 304: "What If-None-Match names is the newest" },
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
