/** A newer build behind the same address. */
import { NAMES } from "../../dist/app/names.ts";
import type { Field } from "./phone.ts";

/** Its first script. */
export const NEXT = "/assets/app-NEXTONE0.js";
/** The list of what its worker keeps. */
const LIST = "/assets/kept-NEXTONE0.js";

/**
 * From here on the gateway serves another build: its first script, its version and its worker are others, and so are the files
 * that are `moved` from one address to another.
 */
export function serveNextBuild({ app }: Field, moved: Readonly<Record<string, string>> = {}): void {
  const serve = app.handler, changed = Object.entries({ [NAMES.script]: NEXT, [NAMES.kept]: LIST, ...moved });
  app.handler = async (request, info) => {
    const url = new URL(request.url);
    const was = changed.find(([, now]) => now === url.pathname)?.[0];
    if (was !== undefined) url.pathname = was;
    if (
      was !== NAMES.script && was !== NAMES.kept && url.pathname !== "/sw.js" && url.pathname !== "/frame" &&
      !request.headers.get("accept")?.includes("text/html")
    ) {
      return await serve(was === undefined ? request : new Request(url, request), info);
    }
    const headers = new Headers(request.headers);
    for (const name of ["accept-encoding", "if-none-match"]) headers.delete(name);
    const answer = await serve(new Request(url, { headers }), info);
    const kept = new Headers(answer.headers);
    for (const name of ["etag", "content-length", "content-encoding"]) kept.delete(name);
    let text = await answer.text();
    for (const [from, to] of [...changed, [NAMES.version, "nextversion0"]]) {
      text = text.replaceAll(from!, to!);
    }
    return new Response(text, { status: answer.status, headers: kept });
  };
}
