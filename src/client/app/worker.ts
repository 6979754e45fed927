/**
 * The service worker, with which the app opens without a connection. It has three rules: a built file comes from the cache;
 * for a page the kept frame stands in where the network does not answer in time; all else goes to the network untouched.
 * Pages keep their own data. It also shows push messages.
 */

import { noticeOf } from "../phone/push/push_notice.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { pageAt } from "../pages/page_table.ts";
import { fetchWhole, isBuilt, isPageWith } from "./version/whole_files.ts";

/** Where the list of what is kept is: a script of its own, so that the worker itself is small. Written in by the build. */
declare const LIST: string;
declare function importScripts(address: string): void;
/** How many of the built files are kept at once: in that list, as the next two. */
declare const AT_ONCE: number;
/** By language, which of the built files are the words of pages that open without a connection. */
declare const WORDS: Readonly<Record<string, readonly number[]>>;
/** The built files with their digests, as `whole_files.ts` has them. */
declare const DIGESTS: Readonly<Record<string, string>>;
/** A digest of all built files. */
declare const VERSION: string;
/** What a page of this build names: the first script, and the style. */
declare const SCRIPT: string;
declare const STYLE: string;

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
  addEventListener(
    name: "pushsubscriptionchange",
    act: (
      event: {
        oldSubscription?: PushSubscription | null;
        newSubscription?: PushSubscription | null;
        waitUntil(done: Promise<unknown>): void;
      },
    ) => void,
  ): void;
  clients: { claim(): Promise<void>; openWindow(address: string): Promise<unknown> };
  registration: Pick<ServiceWorkerRegistration, "pushManager" | "showNotification">;
}
const scope = globalThis as unknown as Scope;

// The browser keeps it with the worker.
importScripts(LIST);
/** Each address stands once in the list, with its digest. */
const FILES = Object.keys(DIGESTS);
/** Addresses of files that are kept with the app. */
const KEPT = FILES.slice(0, AT_ONCE);
/** Those that are kept once they were fetched: what only the big map needs, words of other languages. */
const LATER = FILES.slice(AT_ONCE);
/** Addresses of the handbook's texts and pictures, as the build names them; they are among `LATER`. */
const BOOK = /^\/assets\/(handbook|help)-/;
const CACHE = `app-${VERSION}`;
/** The page that every address of the app begins with. */
const FRAME = "/frame";
/** The sheet with the radio commands: it is kept because people need it where only the radio works. */
const CARD = "/print/radio";
/** How long a page may take before the kept copy is shown, in milliseconds. */
const PATIENCE_MS = 3000;

scope.addEventListener("install", (event) => {
  const words = (WORDS[new URL(location.href).searchParams.get("lang") ?? "en"] ?? []).map((at) =>
    FILES[at]!
  );
  const keepAll = async () => {
    const cache = await caches.open(CACHE);
    const files = await Promise.allSettled([...KEPT, ...words].map((path) => keep(cache, path)));
    // One that is missing spoils the whole, once all others are here: the next try finds them.
    for (const file of files) if (file.status === "rejected") throw file.reason;
    await Promise.all([keepPage(cache, FRAME, SCRIPT), keepPage(cache, CARD, STYLE)]);
    // What does not come is asked for when somebody opens it.
    await Promise.allSettled((await keptBefore()).map((path) => keep(cache, path)));
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

// The browser's service gave it another address: without a word to the gateway no message would come any more.
scope.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const { oldSubscription: old, newSubscription } = event;
    const key = old?.options.applicationServerKey ??
      (await (await fetch(routeTo("GET /api/push/key"))).json() as { key: string | null }).key;
    const subscription = newSubscription ??
      (key && await scope.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      }));
    if (!subscription) return;
    await fetch(routeTo("POST /api/push/subscribe"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(subscription),
    });
  };
  event.waitUntil(renew());
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
    event.respondWith(keptOnce(url.pathname));
  } else if (request.mode === "navigate" && pageAt(url.pathname)) {
    event.respondWith(pageOr(request, FRAME));
  } else if (url.pathname === CARD) {
    event.respondWith(pageOr(request, CARD));
  }
});

/**
 * Of the files that are kept once they were fetched, those that are here from an earlier build; of the handbook also what has
 * changed since, for it was taken along.
 */
async function keptBefore(): Promise<string[]> {
  const before = new Set<string>(), stem = (path: string) => path.slice(0, path.lastIndexOf("-"));
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) before.add(new URL(url).pathname);
  }
  const stems = new Set([...before].map(stem));
  return LATER.filter((path) => before.has(path) || BOOK.test(path) && stems.has(stem(path)));
}

/** Keeps a file. A copy that an earlier version of the app kept is taken over where it is whole. */
async function keep(cache: Cache, path: string): Promise<void> {
  const kept = await keptWhole(path);
  if (kept) return await cache.put(path, kept);
  const { answer, right } = await fetchWhole(path, (answer) => isBuilt(path, answer));
  if (!right) throw new Error(`${path} is not what was built`);
  await cache.put(path, answer);
}

/** Keeps a page that names `file`. Not from the browser's cache: an old page would name files that no longer exist. */
async function keepPage(cache: Cache, path: string, file: string): Promise<void> {
  const { answer, right } = await fetchWhole(path, (answer) => isPageWith(file, answer), "reload");
  if (!right) throw new Error(`${path} is no page of this build`);
  await cache.put(path, answer);
}

/** What is kept of a built file; `undefined` where there is nothing, or something else. */
async function keptWhole(path: string): Promise<Response | undefined> {
  const kept = await caches.match(path);
  return kept && await isBuilt(path, kept) ? kept : undefined;
}

/** A file from the cache; the first time from the network, and kept. What is not the built file is passed on, not kept. */
async function keptOnce(path: string): Promise<Response> {
  const kept = await keptWhole(path);
  if (kept) return kept;
  const { answer, right } = await fetchWhole(path, (answer) => isBuilt(path, answer));
  if (right) await (await caches.open(CACHE)).put(path, answer.clone());
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
