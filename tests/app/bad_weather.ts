/** Bad weather over the gateway, made at its door: gone, with a fault, asked too often, breaking off, slow. */
import type { Field, Phone } from "../kit/phone.ts";

/** Some weather: what the app has to say of it, and how it comes and goes. */
export interface BadWeather {
  name: string;
  says: string;
  /** What it has to say of something that was to be done. */
  refuses: string;
  come(field: Field): Promise<void> | void;
}

type Handler = Field["app"]["handler"];
const FAIR = new WeakMap<Field, Handler>();

/** From now on this answers in place of the gateway. */
function door(field: Field, answer: (...asked: Parameters<Handler>) => Response | Promise<Response>): void {
  if (!FAIR.has(field)) FAIR.set(field, field.app.handler);
  field.app.handler = (...asked) => Promise.resolve(answer(...asked));
}

/** The gateway as it is. */
export const fairHandler = (field: Field): Handler => FAIR.get(field) ?? field.app.handler;

/** All is well again. */
export function clear(field: Field): void {
  field.app.handler = fairHandler(field);
  field.plugIn();
}

/** Where no answer came, nobody knows whether it was done. */
const UNKNOWN = "it may or may not be done";

const refusing = (name: string, says: string, refuses: string, answer: () => Response): BadWeather => ({
  name,
  says,
  refuses,
  come: (field) => door(field, answer),
});

export const WEATHERS: readonly BadWeather[] = [
  { name: "gone", says: "No connection since", refuses: UNKNOWN, come: (field) => field.unplug() },
  refusing(
    "500",
    "The gateway has a problem (500)",
    "That went wrong at the gateway. Nothing was saved.",
    () => Response.json({ error: "internal error" }, { status: 500 }),
  ),
  refusing(
    "429",
    "Too many requests. Try again at",
    "Too many requests. Try again at",
    () =>
      Response.json({ error: "Slower", reason: "limited" }, {
        status: 429,
        headers: { "retry-after": "3600" },
      }),
  ),
  // What stands before the gateway answers with a page of its own.
  refusing(
    "503",
    "The gateway has a problem (503)",
    UNKNOWN,
    () =>
      new Response("<h1>Service Unavailable</h1>", { status: 503, headers: { "content-type": "text/html" } }),
  ),
  {
    name: "breaking off",
    says: "No connection since",
    refuses: UNKNOWN,
    come: (field) =>
      door(field, async (asked, info) => {
        // An answer without a body, as to whoever has a copy, cannot break.
        const headers = new Headers(asked.headers);
        headers.delete("if-none-match");
        const request = headers.has("upgrade") ? asked : new Request(asked, { headers });
        const answer = await fairHandler(field)(request, info);
        if (!answer.body || answer.status === 101) return answer;
        const whole = new Uint8Array(await answer.arrayBuffer());
        // A body that is shorter than it says: the line is cut in the middle.
        const half = ReadableStream.from([whole.subarray(0, Math.ceil(whole.length / 2))]);
        answer.headers.set("content-length", String(whole.length));
        return new Response(half, { status: answer.status, headers: answer.headers });
      }),
  },
];

/** Answers wait at the door until the returned function lets them through. */
export function holdAll(field: Field): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  door(field, async (...asked) => {
    await promise;
    return fairHandler(field)(...asked);
  });
  return () => {
    resolve();
    clear(field);
  };
}

/** Counts what the page asks and what of it fails, from before its first script. */
export const COUNTING = `{
  const real = globalThis.fetch.bind(globalThis), asked = globalThis.asked = { open: 0, failed: [] };
  globalThis.fetch = async (what, init) => {
    const path = new URL(what.url ?? what, location.href).pathname, isRead = (init?.method ?? "GET") === "GET";
    const fails = () => { if (isRead) asked.failed.push(path); };
    asked.open++;
    try {
      const answer = await real(what, init);
      if (answer.status === 429 || answer.status >= 500) fails();
      // The body too has to come whole.
      await answer.clone().arrayBuffer().catch(fails);
      return answer;
    } catch (error) {
      fails();
      throw error;
    } finally {
      // Whoever asked has the answer first.
      setTimeout(() => asked.open--, 5);
    }
  };
}`;

/** What a page shows, once nothing that it asked for is under way. */
export interface Seen {
  heading: string;
  main: string;
  bar: string;
  failed: string[];
  stops: number;
}

/** Goes to a page without loading it anew, as a link does. */
export const visit = (phone: Phone, path: string): Promise<unknown> =>
  phone.tab.evaluate(
    `(globalThis.asked && (asked.failed = []), history.pushState(null, "", ${JSON.stringify(path)}),
    dispatchEvent(new PopStateEvent("popstate")), true)`,
  );

/** What the page shows now. */
export const look = (phone: Phone): Promise<Seen> =>
  phone.tab.evaluate(`(() => {
    const main = document.querySelector("main");
    const shown = (one) => one.getClientRects().length > 0 && !one.disabled;
    return {
      heading: document.querySelector("main h1")?.innerText.trim() ?? "",
      main: main?.innerText.trim() ?? "",
      bar: [...document.querySelectorAll("section.connection")].map((one) => one.innerText).join(" "),
      failed: asked.failed,
      stops: [...document.querySelectorAll("a[href], button, input, select, textarea")].filter(shown).length,
    };
  })()`) as Promise<Seen>;

/** Waits until the page asks for nothing more and says of nothing that it comes in a moment; gives whether that came. */
export async function settled(phone: Phone, patienceMs: number): Promise<boolean> {
  const rests = `asked.open === 0 && document.querySelector("main h1, main .notice") !== null &&
    document.querySelector("main [aria-busy]") === null &&
    !/One moment …|Einen Moment …/.test(document.querySelector("main").innerText)`;
  let quiet = 0;
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    quiet = await phone.tab.evaluate(rests) ? quiet + 1 : 0;
    if (quiet === 3) return true;
    await new Promise((done) => setTimeout(done, 15));
  }
  return false;
}
