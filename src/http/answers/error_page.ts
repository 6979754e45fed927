/** Refusals as a page in the reader's language, for people who open an address or send a form in a browser. */
import { Failure } from "../../base/mod.ts";
import { refusal } from "./answer.ts";
import type { Incoming } from "../incoming.ts";
import { browserLang, type Lang, PAGE_WORDS } from "./language.ts";
import { type Html, html, page } from "./page.ts";

/** Says a refusal in another language than English. */
export type SayRefusal = (
  lang: Lang,
  refused: { reason: string; sentence: string; value: unknown },
) => string | Promise<string>;

/** Addresses that only programs ask. */
const PROGRAMS = /^\/(api|federation|ingest|bbs|\.well-known)(\/|$)/;
/** Characters of the longest header that is looked at; browsers send a fifth of that. */
const ACCEPT_MAX = 1000;

/** The weight, 0 to 1, that an `accept` header gives a media type; 0 where it does not name it. */
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
function prefersPage(incoming: Pick<Incoming, "headers">): boolean {
  const accept = incoming.headers.get("accept") ?? "";
  if (accept.length > ACCEPT_MAX) return false;
  const liked = liking(accept, "text/html");
  return liked > 0 && liked >= liking(accept, "application/json");
}

/** Whether people reach this address by a link or a typing mistake: it may be refused by a page. */
export const isPageAddress = (method: string, path: string): boolean =>
  method === "GET" && !PROGRAMS.test(path);

/** Whether a page's form was posted, not a program's JSON. */
export const isForm = (incoming: Pick<Incoming, "header">): boolean =>
  incoming.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;

/**
 * The page in the place of a refusal, or `undefined` where the refusal stays JSON. A browser gets a page for every form that
 * it sent, and for addresses that a person reaches by a link or a typing mistake. Every other refusal stays JSON.
 */
export function errorPage(
  error: unknown,
  incoming: Incoming,
  instance: string,
  sayRefusal?: SayRefusal,
): Promise<Response> | undefined {
  const { status, headers } = refusal(error), form = isForm(incoming);
  if (!prefersPage(incoming) || (!form && !isPageAddress(incoming.method, incoming.path))) return undefined;
  const lang = browserLang(incoming), words = PAGE_WORDS[lang];
  const title = form ? words.formRefused : (words.refused as Readonly<Record<number, string>>)[status];
  if (title === undefined) return undefined;
  const kept = Object.fromEntries([...headers].filter(([name]) => name !== "content-type"));
  const said = async (): Promise<Html> => {
    const sentence = error instanceof Failure ? await sentenceIn(lang, error, sayRefusal) : words.broken;
    return html`
      <p>${sentence}${/[.!?]$/.test(sentence) ? "" : "."}</p>
      <p><a href="/">${words.front}</a></p>
    `;
  };
  return page({ title, instance, status, lang, headers: kept, body: said() });
}

/** What a failure says: as it is in English, else in words of the language. */
function sentenceIn(lang: Lang, error: Failure, sayRefusal?: SayRefusal): string | Promise<string> {
  const { reason, message: sentence, details: value } = error;
  return lang === "en" ? sentence : sayRefusal?.(lang, { reason, sentence, value }) ?? sentence;
}
