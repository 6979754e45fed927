/**
 * The service worker, with which the app opens without a connection. It has three rules: a built file comes from the cache;
 * for a page the kept frame stands in where the network does not answer in time; all else goes to the network untouched.
 * Pages keep their own data. It also shows push messages.
 */

import { noticeOf } from "../account/push_notice.ts";
import { pageAt } from "./page_table.ts";

/** Addresses of the built files, and a digest of them: written in by the build. */
declare const KEPT: readonly string[];
/** Addresses of files that are kept once they were fetched: what only the big map needs, words of other languages. */
declare const LATER: readonly string[];
/** By language, addresses of the words of pages that open without a connection. */
declare const WORDS: Readonly<Record<string, readonly string[]>>;
declare const VERSION: string;

/** The part of a service worker's scope that is used here; the DOM's own types know pages only. */
interface Scope {
  addEventListener(
    name: "install" | "activate",
    act: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    name: "fetch",
    act: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(
    name: "push",
    act: (event: { data: { text(): string } | null; waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    name: "notificationclick",
    act: (event: { notification: Notification; waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
}
const scope = globalThis as unknown as Scope;

const CACHE = `app-${VERSION}`;
/** The page that every address of the app begins with. */
const FRAME = "/frame";
/** The sheet with the radio commands: it is kept because people need it where only the radio works. */
const CARD = "/print/radio";
/** How long a page may take before the kept copy is shown, in milliseconds. */
const PATIENCE_MS = 3000;

scope.addEventListener("install", (event) => {
  const words = WORDS[new URL(location.href).searchParams.get("lang") ?? "en"] ?? [];
  const keepAll = async () => {
    const cache = await caches.open(CACHE);
    const files = await Promise.allSettled([...KEPT, ...words].map((path) => keep(cache, path)));
    // One that is missing spoils the whole, once all others are here: the next try finds them.
    for (const file of files) if (file.status === "rejected") throw file.reason;
    // Not from the browser's cache: an old frame would name files that no longer exist.
    await cache.addAll([FRAME, CARD].map((path) => new Request(path, { cache: "reload" })));
  };
  event.waitUntil(keepAll());
});

scope.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("app-") && name !== CACHE) await caches.delete(name);
    }
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener("push", (event) => {
  const { title, options } = noticeOf(event.data?.text());
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow(String(event.notification.data)));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (KEPT.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(request)));
  } else if (LATER.includes(url.pathname)) {
    event.respondWith(keptOnce(url.pathname, request));
  } else if (request.mode === "navigate" && pageAt(url.pathname)) {
    event.respondWith(pageOr(request, FRAME));
  } else if (url.pathname === CARD) {
    event.respondWith(pageOr(request, CARD));
  }
});

/** Keeps a file. A copy that an earlier version of the app kept is taken over: a name has a digest of its content in it. */
async function keep(cache: Cache, path: string): Promise<void> {
  const kept = await caches.match(path);
  await (kept ? cache.put(path, kept) : cache.add(path));
}

/** A file from the cache; the first time from the network, and kept. */
async function keptOnce(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(path, answer.clone());
  return answer;
}

/**
 * A page from the network. Where that does not answer in time, breaks off, or has a fault, the copy kept under `kept`: the app
 * then shows what the phone kept and says what is wrong.
 */
async function pageOr(request: Request, kept: string): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status >= 500 || answer.status === 429) return await caches.match(kept) ?? answer;
    // Read whole before it is shown, so that no half page is. A redirect has no body here.
    return answer.body ? new Response(await answer.blob(), answer) : answer;
  } catch {
    return await caches.match(kept) ?? Response.error();
  }
}
