/** The API reference as a page, made from the mounted declarations (API "Public read API"). */
import { sha256Hex } from "../../base/mod.ts";
import { open, openApi, type Route, route, SHARED, versioned } from "../../http/mod.ts";
import { referencePage } from "./reference.ts";

interface ReferenceParts {
  /** Every mounted route; read when the first page is made. */
  routes: readonly Route[];
  instance: string;
  version: string;
}

/** The route of the API reference; the page is made once, at the first request. */
export function referenceRoutes({ routes, instance, version }: ReferenceParts): Route[] {
  let document: { value: object; tag: string } | undefined;
  const reference = () => {
    if (!document) {
      const value = openApi(routes, { title: `Service Gateway ${instance}`, version });
      document = { value, tag: sha256Hex(JSON.stringify(value)).slice(0, 32) };
    }
    return document;
  };
  return [
    route("GET /api/docs", {
      gate: open("the reference of a public API"),
      spec: 'API "Public read API"',
      summary: "The API reference as a page, without scripts",
      share: SHARED.slow,
      produces: "text/html",
      handle: async ({ incoming }) => {
        const { value, tag } = reference();
        const page = await referencePage(value, instance);
        return versioned(incoming, tag, () => page);
      },
    }),
  ];
}
