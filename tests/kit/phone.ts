/** A phone in tests: real Chromium at a phone's size, used as a person uses it, and a gateway whose cable can be pulled. */
import { type Browser, closeShared, shareBrowser, type Tab } from "./browser.ts";
import type { Environment } from "../../src/settings/mod.ts";
import { type TestApp, testApp } from "./app.ts";
import { freePort } from "./free_port.ts";
import { member } from "./seed_game.ts";
import { ThinLine } from "./thin_line.ts";
import { testWorld } from "./world.ts";

export interface Screen {
  width: number;
  height: number;
}
export const PHONE: Screen = { width: 390, height: 844 };
export const DESKTOP: Screen = { width: 1280, height: 800 };

/** Finds what a person would press or fill: by its words, exactly or from their start. */
const byWords = (words: string) =>
  `[...document.querySelectorAll("a[href], button, summary, label, select, [role=button]")]
     .filter((one) => one.offsetParent !== null || one.getClientRects().length > 0)
     .find((one) => one.innerText?.trim().startsWith(${JSON.stringify(words)}))`;

/**
 * Pages begin to keep the app when a test says so: what keeps it fetches all of it, and then loads the scripts of every page
 * ahead, which is more work than the rest of most journeys. Until then it is a phone on which that has not come yet.
 */
const KEEPS_LATER = `(() => {
  // Not in what a page embeds, and not on plain http, where there is none.
  if (top !== globalThis || !globalThis.ServiceWorkerContainer) return;
  const { register } = ServiceWorkerContainer.prototype, keeps = Promise.withResolvers();
  globalThis.keepApp = keeps.resolve;
  ServiceWorkerContainer.prototype.register = async function (...given) {
    await keeps.promise;
    return await register.apply(this, given);
  };
})()`;

/** What is drawn by dots has a quarter of them each way: a map is drawn by the processor alone, dot by dot. Nothing moves by it. */
const COARSE = `Object.defineProperty(globalThis, "devicePixelRatio", { get: () => 0.25 })`;

export class Phone {
  /** `later`: the script of the tab that holds back what keeps the app. */
  constructor(readonly tab: Tab, readonly url: string, private later?: string) {}

  /** Opens a page and waits until the app has drawn itself, in the place of what the server drew of it. */
  async open(path: string): Promise<void> {
    await this.tab.send("Page.navigate", { url: this.url + path });
    await this.tab.until(`location.pathname + location.search === ${JSON.stringify(path)} &&
      document.querySelector("nav.bar") !== null && document.querySelector("main [aria-busy]") === null`);
  }

  /** Waits until the page shows the words. */
  sees(words: string): Promise<void> {
    return this.tab.until(`document.body.innerText.includes(${JSON.stringify(words)})`);
  }

  /** Presses what has these words. */
  press(words: string): Promise<void> {
    return this.tab.press(byWords(words));
  }

  /** From now on the browser keeps the app. */
  async keepApp(): Promise<void> {
    if (this.later === undefined) return;
    await this.tab.send("Page.removeScriptToEvaluateOnNewDocument", { identifier: this.later });
    this.later = undefined;
    await this.tab.evaluate("globalThis.keepApp?.()");
  }

  /** Waits until the app is kept on the phone. */
  async ready(): Promise<void> {
    await this.keepApp();
    await this.tab.until("navigator.serviceWorker.controller?.state === 'activated'");
  }

  fill(selector: string, text: string): Promise<void> {
    return this.tab.fill(selector, text);
  }

  /** Puts a text into a field in place of what stands there, in one go as by an on-screen keyboard. */
  async write(selector: string, text: string): Promise<void> {
    await this.tab.count(selector);
    await this.tab.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)});
      field.focus();
      field.select();
    })()`);
    await this.tab.send("Input.insertText", { text });
  }

  /** Waits until what the page promises is so: `until` waits for no promise. */
  async comes(expression: string): Promise<void> {
    for (const end = performance.now() + 30_000; !await this.tab.evaluate(expression);) {
      if (performance.now() > end) throw new Error(`gave up waiting for ${expression}`);
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  /**
   * Waits until the phone keeps at least so many answers under paths that begin so. What is shown is kept a moment later; a phone
   * that opens another document before that has lost it.
   */
  keeps(path: string, answers = 1): Promise<void> {
    return this.comes(`new Promise((done) => {
      const open = indexedDB.open("service-gateway");
      open.onsuccess = () => {
        const read = open.result.transaction("kept").objectStore("kept").getAllKeys();
        read.onsuccess = () => {
          open.result.close();
          done(read.result.filter((key) => key.startsWith(${JSON.stringify(path)})).length >= ${answers});
        };
      };
    })`);
  }

  /** Gives a photo to a field for files, as a camera would: drawn by the browser itself, so many points wide. */
  async photo(selector: string, { width = 2400, colour = "teal" } = {}): Promise<void> {
    await this.tab.until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
    await this.tab.evaluate(`(async () => {
      const canvas = document.createElement("canvas");
      canvas.width = ${width};
      canvas.height = ${width * 3 / 4};
      const drawn = canvas.getContext("2d");
      drawn.fillStyle = ${JSON.stringify(colour)};
      drawn.fillRect(0, 0, canvas.width, canvas.height);
      drawn.fillStyle = "white";
      drawn.fillRect(canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 8);
      const made = await new Promise((give) => canvas.toBlob(give, "image/png"));
      const files = new DataTransfer();
      files.items.add(new File([made], "photo.png", { type: "image/png" }));
      const field = document.querySelector(${JSON.stringify(selector)});
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
  }

  /** The page as a picture, for human eyes. */
  async picture(path: string): Promise<void> {
    const { data } = await this.tab.send("Page.captureScreenshot", {
      format: "png",
      captureBeyondViewport: false,
    });
    await Deno.writeFile(path, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
  }
}

export interface Field {
  app: TestApp;
  url: string;
  browser: Browser;
  /** A phone, signed in where a call is given. */
  phone(
    options?: {
      call?: string;
      screen?: Screen;
      lang?: string;
      place?: { lat: number; lon: number };
      /** `false`: all of it at once, and drawn dot by dot. */
      lean?: boolean;
    },
  ): Promise<Phone>;
  /** The gateway is gone, its data stay. */
  unplug(): Promise<void>;
  plugIn(): void;
  /** From now on everybody's line is that at the edge of a cell; what keeps the app on this phone has its part of it. */
  slow(phone: Phone): Promise<void>;
  /** What is done to each answer before it goes out: a test loses some of them. */
  lose: (request: Request) => boolean;
  /** Which requests are never answered. */
  hold: (request: Request) => boolean;
}

export interface FieldOptions {
  /** Settings of the gateway. */
  env?: Environment;
  /** Names that lead to it, beside localhost. */
  names?: readonly string[];
  /** What the gateway finds at other hosts, as its guard would reach them. */
  fetch?: NonNullable<Parameters<typeof testApp>[1]>["fetch"];
  /** Whether the browser can draw in three dimensions, as the big map wants; by the processor alone. */
  webgl?: boolean;
  /** Whether it is the whole browser that people have, instead of its shell. */
  whole?: boolean;
}

/** A gateway with its own clock at the real time, and a browser's tabs; all gone after `use`. */
export async function inField(
  use: (field: Field) => Promise<void>,
  { env = {}, names = [], webgl = true, whole = false, fetch: fetched }: FieldOptions = {},
): Promise<void> {
  const world = Object.assign(testWorld(), {
    now: () => Math.floor(Date.now() / 1000),
    nowMs: () => Date.now(),
  });
  const app = testApp(env, { world, ...(fetched && { fetch: fetched }) });
  const browser = shareBrowser({
    hosts: Object.fromEntries(names.map((name) => [name, "127.0.0.1"])),
    webgl,
    whole,
  });
  // It comes back to the same one after it was gone.
  const port = freePort();
  let line: ThinLine | undefined;
  const { promise: held, resolve: letGo } = Promise.withResolvers<Response>();
  const serve = () =>
    Deno.serve(
      { hostname: "127.0.0.1", port, onListen() {} },
      async (request, info) => {
        if (field.hold(request)) return await held;
        // A client that goes before its upgrade is done leaves a request that the runtime takes for unfinished for ever.
        if (request.headers.get("upgrade") === null) await line?.carry(request);
        const answer = await app.handler(request, { remoteAddr: { hostname: info.remoteAddr.hostname } });
        // The answer is lost after the gateway has done what was asked.
        if (field.lose(request)) {
          return new Response(new ReadableStream({ pull: (out) => out.error(new Error("lost")) }));
        }
        return line?.bring(answer) ?? answer;
      },
    );
  let server: ReturnType<typeof serve> | undefined = serve();
  const field: Field = {
    app,
    url: `http://localhost:${port}`,
    browser,
    lose: () => false,
    hold: () => false,
    phone: async ({ call, ...options } = {}) =>
      await openPhone(browser, field.url, {
        lean: !whole,
        ...options,
        ...(call !== undefined && { cookie: await signedIn(app, field.url, call) }),
      }),
    async unplug() {
      // Nobody's open connection outlives the cable.
      app.live.hangUp();
      line?.cut();
      await server?.shutdown();
      server = undefined;
    },
    plugIn() {
      if (line) line = new ThinLine();
      server ??= serve();
    },
    slow(phone) {
      line = new ThinLine();
      return phone.keepApp();
    },
  };
  try {
    await use(field);
    await browser.close();
  } catch (error) {
    // What failed may lie at the browser: the next test has a new one.
    await closeShared();
    throw error;
  } finally {
    letGo(new Response());
    line?.cut();
    await server?.shutdown();
    app.close();
  }
}

/** A tab of the browser as somebody's phone or desktop, with a session where its cookie is given. */
export async function openPhone(
  browser: Browser,
  url: string,
  { cookie, screen = PHONE, lang = "en", place, lean = false }: {
    cookie?: string;
    screen?: Screen;
    lang?: string;
    place?: { lat: number; lon: number };
    /** Whether what costs most waits until a test asks for it, and is drawn coarsely. */
    lean?: boolean;
  },
): Promise<Phone> {
  const tab = await browser.tab();
  const ahead = (source: string) => tab.send("Page.addScriptToEvaluateOnNewDocument", { source });
  const later = lean ? await ahead(KEEPS_LATER) : undefined;
  if (lean) await ahead(COARSE);
  await tab.send("Emulation.setDeviceMetricsOverride", {
    ...screen,
    deviceScaleFactor: 1,
    mobile: screen.width < 600,
  });
  await tab.send("Emulation.setLocaleOverride", { locale: lang });
  await tab.send("Network.setExtraHTTPHeaders", { headers: { "accept-language": lang } });
  await tab.send("Emulation.setUserAgentOverride", { userAgent: "phone of a test", acceptLanguage: lang });
  if (place) {
    const { lat: latitude, lon: longitude } = place;
    await tab.stand(url, { latitude, longitude, accuracy: 8 });
  }
  if (cookie) {
    const at = cookie.indexOf("=");
    await tab.send("Network.setCookie", {
      url,
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      httpOnly: true,
    });
  }
  return new Phone(tab, url, later?.identifier);
}

/** Signs in by an operator's link, at the address that the phone uses: a session holds nowhere else. Gives the cookie. */
export async function signedIn(app: TestApp, url: string, call: string): Promise<string> {
  member(app, call);
  const { body } = await app.operator.post("/auth/operator-link", { callsign: call });
  const token = new URL(body.link).searchParams.get("token");
  const opened = await fetch(`${url}/auth/email/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  await opened.body?.cancel();
  return opened.headers.get("set-cookie")!.split(";")[0]!;
}
