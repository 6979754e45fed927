/** Real Firefox over WebDriver BiDi (w3.org/TR/webdriver-bidi), as much of it as a phone in tests needs. */
import type { Tab } from "./browser.ts";
import { pressOn } from "./in_page.ts";
import { program } from "./test_data.ts";

export const HOW_TO_GET_FIREFOX = "apt-get install firefox-esr";
export const firefoxThere = (): boolean => program("firefox-esr") !== undefined;

const PATIENCE_MS = 60_000;
// deno-lint-ignore no-explicit-any -- the protocol's answers have every shape
type Answer = any;
type Command = (method: string, params?: object) => Promise<Answer>;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Firefox {
  tab(options: { width: number; height: number; lang: string }): Promise<FirefoxTab>;
  close(): Promise<void>;
}

/** Keys by the characters that WebDriver has for them. */
const KEYS: Record<string, string> = { Tab: "\uE004", Enter: "\uE007", " ": " ", ArrowDown: "\uE015" };

/**
 * Behind a page's last stop Tab leads into the browser's own bars. Keys that are sent to the page never lead back from there, and
 * its buttons hear no Enter from then on: in place of that one Tab the first stop gets the focus. Tells whether it was so.
 */
const AROUND = `(() => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
  if (stops.length === 0 || document.activeElement !== stops.at(-1)) return false;
  stops[0].focus();
  return true;
})()`;

/** What a phone asks of a tab. `send` takes the commands that a phone and its keys give by themselves. */
export type FirefoxTab =
  & Pick<Tab, "until" | "evaluate" | "fill" | "press" | "send" | "complaints">
  & {
    cookie(url: string, name: string, value: string): Promise<void>;
    stand(origin: string, place: { latitude: number; longitude: number; accuracy: number }): Promise<void>;
    /** Gone, with all that its profile keeps. */
    close(): Promise<void>;
  };

/** Starts one with an empty profile. */
export async function openFirefox(): Promise<Firefox> {
  const profile = await Deno.makeTempDir({ prefix: "firefox-" });
  await Deno.writeTextFile(
    `${profile}/user.js`,
    [
      ["app.update.enabled", false],
      ["browser.shell.checkDefaultBrowser", false],
      ["datareporting.policy.dataSubmissionEnabled", false],
      ["network.captive-portal-service.enabled", false],
      ["network.connectivity-service.enabled", false],
      ["intl.accept_languages", "en"],
    ].map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`).join("\n"),
  );
  const child = new Deno.Command(program("firefox-esr")!, {
    args: ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"],
    env: { HOME: profile, MOZ_HEADLESS: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const listens = Promise.withResolvers<string>();
  let said = "";
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      said = (said + text).slice(-4000);
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (address) listens.resolve(address);
    }
    listens.reject(new Error(`Firefox ended: ${said}`));
  })();
  const { socket, command, listen } = await connect(`${await listens.promise}/session`);
  await command("session.new", { capabilities: { alwaysMatch: {} } });
  await command("session.subscribe", { events: ["log.entryAdded"] });
  const readings = placeReadings(command);
  return {
    tab: (options) => openTab(command, listen, readings.stand, options),
    async close() {
      readings.end();
      await command("browser.close").catch(() => {});
      socket.close();
      await child.status;
      await reading.catch(() => {});
      await Deno.remove(profile, { recursive: true }).catch(() => {});
    },
  };
}

/**
 * Made positions, read twice a second as a phone in the open reads them. Firefox keeps the time at which one was set as the time
 * of its reading, and gives it to no page that wants one of the last second.
 */
function placeReadings(command: Command) {
  const standing = new Map<string, object>();
  const set = (context: string, coordinates: object) =>
    command("emulation.setGeolocationOverride", { contexts: [context], coordinates });
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    async stand(context: string, place: object | undefined) {
      if (place) standing.set(context, place);
      else standing.delete(context);
      // A browser is shared by tests: between them nothing of it runs.
      clearInterval(timer);
      timer = standing.size === 0 ? undefined : setInterval(() => {
        for (const [one, its] of standing) void set(one, its).catch(() => {});
      }, 500);
      if (place) await set(context, place);
    },
    end() {
      clearInterval(timer);
    },
  };
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Cannot reach Firefox"));
  });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const listeners: ((method: string, params: Answer) => void)[] = [];
  let next = 1;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "event") return listeners.forEach((heard) => heard(message.method, message.params));
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") one?.reject(new Error(`${message.error}: ${message.message}`));
    else one?.resolve(message.result);
  };
  socket.onclose = () => {
    for (const one of waiting.values()) one.reject(new Error("Firefox is gone"));
  };
  const command: Command = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    socket,
    command,
    listen: (heard: (method: string, params: Answer) => void) => listeners.push(heard),
  };
}

async function openTab(
  command: Command,
  listen: (heard: (method: string, params: Answer) => void) => void,
  standAt: (context: string, place: object | undefined) => Promise<void>,
  { width, height, lang }: { width: number; height: number; lang: string },
): Promise<FirefoxTab> {
  const { userContext } = await command("browser.createUserContext");
  const { context } = await command("browsingContext.create", { type: "tab", userContext });
  await command("browsingContext.setViewport", { context, viewport: { width, height } });
  await command("emulation.setLocaleOverride", { contexts: [context], locale: lang });
  const complaints: string[] = [];
  listen((method, params) => {
    if (method === "log.entryAdded" && params.level === "error" && params.source?.context === context) {
      complaints.push(params.text);
    }
  });
  const evaluate = async (expression: string): Promise<Answer> => {
    // The value as JSON: the protocol's own form of values says more than is asked.
    const asked = `(async () => JSON.stringify(await (${expression})) ?? "null")()`;
    const told = await command("script.evaluate", {
      expression: asked,
      target: { context },
      awaitPromise: true,
    });
    if (told.type === "exception") throw new Error(`${expression}: ${told.exceptionDetails.text}`);
    return JSON.parse(told.result.value);
  };
  const until = async (expression: string) => {
    for (let waited = 0; waited < PATIENCE_MS; waited += 25) {
      if (await evaluate(expression).catch(() => false)) return;
      await pause(25);
    }
    const page = await evaluate("document.body.innerText").catch(() => "");
    throw new Error(`Gave up waiting for ${expression} on the page:\n${page}`);
  };
  const keys = (text: string) =>
    command("input.performActions", {
      context,
      actions: [{
        type: "key",
        id: "keys",
        actions: [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]),
      }],
    });
  return {
    complaints,
    evaluate,
    until,
    async fill(selector, text) {
      await until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
      await evaluate(`void document.querySelector(${JSON.stringify(selector)}).focus()`);
      await keys(text);
    },
    press: (found) =>
      pressOn({ until, evaluate, scripts: true }, found, ({ x, y }) => {
        const pointer = { type: "pointer", id: "finger", parameters: { pointerType: "mouse" } };
        const actions = [
          { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ];
        return command("input.performActions", { context, actions: [{ ...pointer, actions }] });
      }),
    async send(method, params: Answer = {}) {
      if (method === "Page.navigate") {
        // What a gateway that is gone does not answer, the worker does; without one there is an error page.
        return await command("browsingContext.navigate", { context, url: params.url, wait: "none" });
      }
      if (method === "Input.insertText") return await keys(params.text);
      // A key goes down and up in one.
      if (method === "Input.dispatchKeyEvent") {
        if (params.type !== "keyDown") return;
        if (params.key === "Tab" && await evaluate(AROUND)) return;
        return await keys(KEYS[params.key]!);
      }
      throw new Error(`Firefox is not told ${method}`);
    },
    async cookie(url, name, value) {
      const cookie = {
        name,
        value: { type: "string", value },
        domain: new URL(url).hostname,
        httpOnly: true,
      };
      await command("storage.setCookie", { cookie, partition: { type: "context", context } });
    },
    async stand(origin, place) {
      await command("permissions.setPermission", {
        ...{ descriptor: { name: "geolocation" }, state: "granted", origin, userContext },
      });
      await standAt(context, place);
    },
    async close() {
      await standAt(context, undefined);
      await command("browser.removeUserContext", { userContext });
    },
  };
}
