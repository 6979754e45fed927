/** Refusals as a page with the same sentence, for people who open an address in a browser. */
import { Failure } from "../../base/mod.ts";
import { refusal } from "./answer.ts";
import type { Incoming } from "../incoming.ts";
import { html, page } from "./page.ts";

/** What a person meets by a link or a typing error. Everything else is told to programs alone. */
const TITLES: ReadonlyMap<number, string> = new Map([
  [403, "Not for you"],
  [404, "Not here"],
  [410, "Gone"],
  [429, "Too many requests"],
  [500, "Something broke"],
]);
/** Addresses that only programs ask. */
const PROGRAMS = /^\/(api|federation|ingest|bbs|\.well-known)(\/|$)/;
/** Characters of the longest header that is looked at; browsers send a fifth of that. */
const ACCEPT_MAX = 1000;

/** How much an `accept` header likes a media type, 0 to 1; 0 where it does not name it. */
function liking(accept: string, type: string): number {
  for (const part of accept.split(",")) {
    const [name, ...parameters] = part.split(";").map((one) => one.trim().toLowerCase());
    if (name !== type) continue;
    const q = parameters.find((one) => one.startsWith("q="));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

/** Whether the client would rather read a page than JSON. */
export function prefersPage(incoming: Pick<Incoming, "headers">): boolean {
  const accept = incoming.headers.get("accept") ?? "";
  if (accept.length > ACCEPT_MAX) return false;
  const liked = liking(accept, "text/html");
  return liked > 0 && liked >= liking(accept, "application/json");
}

/** The page in the place of a refusal, or `undefined` where the refusal stays JSON. */
export function errorPage(
  error: unknown,
  incoming: Incoming,
  instance: string,
): Promise<Response> | undefined {
  const { status, headers } = refusal(error);
  const title = TITLES.get(status);
  if (title === undefined || incoming.method !== "GET" || PROGRAMS.test(incoming.path)) return undefined;
  if (!prefersPage(incoming)) return undefined;
  const sentence = error instanceof Failure
    ? error.message
    : "This address failed. Its operator finds why in the log.";
  const kept = Object.fromEntries([...headers].filter(([name]) => name !== "content-type"));
  return page({
    title,
    instance,
    status,
    headers: kept,
    body: html`
      <p>${sentence}${/[.!?]$/.test(sentence) ? "" : "."}</p>
      <p><a href="/">To the front page</a></p>
    `,
  });
}
