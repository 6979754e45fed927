/**
 * Real Chromium over the Chrome DevTools Protocol, with a virtual authenticator (WebAuthn domain). Spoken directly:
 * browser drivers read the whole system and so need more permissions than the tests have.
 *
 * Debian builds two programs of the same source: the browser that people have, and its shell, which draws and runs pages
 * alike but has no windows, menus or extensions, and so takes half the processor's time. Tests that share a browser take the
 * shell; what looks at certificates, passkeys, times or memory, and the journey that has to hold, take the whole browser.
 */
import { LOOK_MS, looking, LOOKS, pressOn } from "./in_page.ts";
import { program } from "./test_data.ts";

export const HOW_TO_GET_CHROMIUM = "apt-get install chromium chromium-headless-shell";
const WHOLE = "chromium", SHELL = "chromium-headless-shell";
export const chromiumThere = (): boolean => [WHOLE, SHELL].every((name) => program(name) !== undefined);

/** How long a page may take to become what a test waits for, in milliseconds. */
const PATIENCE_MS = 60_000;

// deno-lint-ignore no-explicit-any -- the protocol's answers have every shape
type Answer = any;

/** One tab. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Goes where the browser may refuse to go, and gives its reason, e.g. `net::ERR_CERT_AUTHORITY_INVALID`. */
  tryToGo(url: string): Promise<string | undefined>;
  /** What an expression of the page gives; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** Lets an origin know where the device is, and says where that is. */
  stand(origin: string, place: { latitude: number; longitude: number; accuracy: number }): Promise<void>;
  /** Forbids pages of an address to ask where the phone is, as somebody who taps "Block" does. */
  refuse(origin: string): Promise<unknown>;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Waits until the selector matches `n` elements (1 unless told). */
  count(selector: string, n?: number): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Presses what an expression gives, once it is there and rests. */
  press(found: string): Promise<void>;
  /** Text of the first match, once the page is whole. */
  text(selector: string): Promise<string>;
  cookie(name: string): Promise<string | undefined>;
  /** Adds an authenticator that says yes to everything, as a person's finger would. */
  addAuthenticator(transport: "internal" | "usb"): Promise<string>;
  credentials(authenticator: string): Promise<number>;
  /** Says something to the browser itself (Chrome DevTools Protocol). */
  send(method: string, params?: object): Promise<Answer>;
  /** What the console and the network said that is an error. */
  readonly complaints: string[];
  /** Addresses of everything that the page asked the network for. */
  readonly requests: string[];
}

export interface Browser {
  tab(options?: { scripts?: boolean }): Promise<Tab>;
  /** The same browser, as if it had no other tabs. */
  part(): Browser;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Home folder: the certificates that its user trusts lie below it. */
  home?: string;
  /** Hosts that lead elsewhere, e.g. `{ "club.local": "127.0.0.1" }`. */
  hosts?: Record<string, string>;
  /** Whether it draws WebGL, by the processor alone. */
  webgl?: boolean;
  /** Whether it is the browser that people have, or its shell. */
  whole?: boolean;
}

/** Browsers that the tests of this file share, by how they were started. */
const shared = new Map<string, Promise<Browser>>();
Deno.test.afterAll(closeShared);

/** Ends them all: tests of a file need not do it. */
export async function closeShared(): Promise<void> {
  for (const [key, browser] of [...shared]) {
    shared.delete(key);
    await (await browser).close();
  }
}

/**
 * A part of a browser that other tests of the file use too, started with the first tab. Its tabs share nothing with
 * theirs, and are gone when it is closed. With each test that starts none, more than a second of work is saved.
 */
export function shareBrowser(options: BrowserOptions = {}): Browser {
  const key = JSON.stringify(options);
  let part: Browser | undefined;
  return {
    async tab(how) {
      if (!shared.has(key)) shared.set(key, openBrowser(options));
      part ??= (await shared.get(key)!).part();
      return await part.tab(how);
    },
    part: () => shareBrowser(options),
    close: async () => await part?.close(),
  };
}

/** Starts a browser of its own, with an empty profile. */
export async function openBrowser(
  { home, hosts = {}, webgl = true, whole = true }: BrowserOptions = {},
): Promise<Browser> {
  const profile = await Deno.makeTempDir({ prefix: "chromium-" });
  const child = new Deno.Command(program(whole ? WHOLE : SHELL)!, {
    args: [
      ...(webgl ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-webgl"]),
      ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
      ...["--disable-background-networking", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
      `--host-resolver-rules=${Object.entries(hosts).map(([from, to]) => `MAP ${from} ${to}`).join(",")}`,
      "about:blank",
    ],
    ...(home !== undefined && { env: { HOME: home } }),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const [port, path] = await debuggingPort(profile);
  const wire = await connect(`ws://127.0.0.1:${port}${path}`);
  return {
    tab: ({ scripts = true } = {}) => openTab(wire, scripts),
    part: () => partOf(wire),
    async close() {
      await wire.send("Browser.close").catch(() => {});
      wire.socket.close();
      await child.status;
      await Deno.remove(profile, { recursive: true }).catch(() => {}); // a helper process may still hold a file
    },
  };
}

/** Tabs of a browser that close together. */
function partOf(wire: Wire): Browser {
  const contexts: string[] = [];
  return {
    tab: ({ scripts = true } = {}) => openTab(wire, scripts, (context) => contexts.push(context)),
    part: () => partOf(wire),
    async close() {
      for (const browserContextId of contexts) {
        await wire.send("Target.disposeBrowserContext", { browserContextId });
      }
    },
  };
}

async function debuggingPort(profile: string): Promise<[string, string]> {
  for (let tries = 0; tries < 300; tries++) {
    const text = await Deno.readTextFile(`${profile}/DevToolsActivePort`).catch(() => "");
    const [port, path] = text.split("\n");
    if (port && path) return [port, path];
    await pause(50);
  }
  throw new Error("Gave up waiting for Chromium");
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Wire {
  socket: WebSocket;
  send(method: string, params?: object, session?: string): Promise<Answer>;
  listen(heard: (method: string, params: Answer, session?: string) => void): void;
}

async function connect(url: string): Promise<Wire> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Cannot reach Chromium"));
  });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const listeners: ((method: string, params: Answer, session?: string) => void)[] = [];
  let next = 1;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) {
      for (const heard of listeners) heard(message.method, message.params, message.sessionId);
      return;
    }
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) one?.reject(new Error(message.error.message));
    else one?.resolve(message.result);
  };
  socket.onclose = () => {
    for (const one of waiting.values()) one.reject(new Error("Chromium is gone"));
  };
  return {
    socket,
    listen: (heard) => void listeners.push(heard),
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      }),
  };
}

async function openTab(
  wire: Wire,
  scripts: boolean,
  made: (context: string) => unknown = () => {},
): Promise<Tab> {
  const { browserContextId } = await wire.send("Target.createBrowserContext");
  made(browserContextId);
  const { targetId } = await wire.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await wire.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params: object = {}) => wire.send(method, params, sessionId);
  const complaints: string[] = [], requests: string[] = [];
  wire.listen((method, params, session) => {
    if (session !== sessionId) return;
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") {
      complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  });
  for (const domain of ["Page", "Runtime", "Log", "Network", "WebAuthn"]) await send(`${domain}.enable`);
  if (!scripts) await send("Emulation.setScriptExecutionDisabled", { value: true });

  const evaluate = async (expression: string): Promise<Answer> => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };
  const until = async (expression: string) => {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
      // Between two documents there is nothing to ask: that is no answer yet.
      if (await evaluate(expression).catch(() => false)) return;
      if (!scripts) await pause(25);
      else if (await lookedFor(expression)) return;
    }
    const page = await evaluate("document.body.innerText").catch(() => "");
    throw new Error(`Gave up waiting for ${expression} on the page:\n${page}`);
  };
  /** Whether the page itself sees it become true within a second; where it is gone meanwhile, or its timers rest, it does not. */
  const lookedFor = async (expression: string): Promise<boolean> => {
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(late.resolve, 2 * LOOKS * LOOK_MS, false);
    const asked = { expression: looking(expression), returnByValue: true, awaitPromise: true };
    const seen = send("Runtime.evaluate", asked).then(({ result }) => result.value === true);
    const so = await Promise.race([seen.catch(() => pause(LOOK_MS)), late.promise]);
    clearTimeout(timer);
    return so === true;
  };
  const first = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
  const count = (selector: string, n = 1) =>
    until(
      `document.readyState === "complete" && document.querySelectorAll(${
        JSON.stringify(selector)
      }).length === ${n}`,
    );
  const ask = async (expression: string): Promise<Answer> => {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await send("Runtime.evaluate", asked);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const press = (found: string) =>
    pressOn({ until, evaluate: ask, scripts }, found, async ({ x, y }) => {
      for (const type of ["mousePressed", "mouseReleased"]) {
        await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
      }
    });
  return {
    complaints,
    requests,
    send,
    until,
    count,
    async goto(url) {
      await send("Page.navigate", { url });
      await until(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    },
    async tryToGo(url) {
      return (await send("Page.navigate", { url })).errorText;
    },
    evaluate: ask,
    async stand(origin, place) {
      const permissions = ["geolocation"];
      await wire.send("Browser.grantPermissions", { origin, permissions, browserContextId });
      await send("Emulation.setGeolocationOverride", place);
    },
    refuse: (origin) =>
      wire.send("Browser.setPermission", {
        origin,
        permission: { name: "geolocation" },
        setting: "denied",
        browserContextId,
      }),
    async fill(selector, text) {
      await count(selector);
      await evaluate(`${first(selector)}.focus()`);
      await send("Input.insertText", { text });
    },
    press,
    click: (selector) => press(first(selector)),
    async text(selector) {
      // The address of a page is there before the page is.
      await until(`document.readyState === "complete" && ${first(selector)} !== null`);
      return await evaluate(`${first(selector)}.innerText`);
    },
    async cookie(name) {
      const { cookies } = await send("Network.getCookies");
      return cookies.find((cookie: { name: string }) => cookie.name === name)?.value;
    },
    async addAuthenticator(transport) {
      const { authenticatorId } = await send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport,
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      return authenticatorId;
    },
    credentials: async (authenticatorId) =>
      (await send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}
