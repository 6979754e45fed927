/** Each route of the list, and what opens it (API "Gates"). */
import routes from "../vectors/routes.txt" with { type: "text" };
import type { Clause } from "../clause.ts";
import { type HttpAnswer, type Probe, seen, want } from "../probe.ts";

interface Listed {
  method: string;
  path: string;
  gates: string[];
}

/** The list's rows: method, path, and the weakest credentials that pass. */
export const LISTED: readonly Listed[] = routes.split("\n").map((line) => line.split("#")[0]!.trim())
  .filter((line) => line !== "").map((line) => {
    const [method = "", path = "", gate = ""] = line.split(/\s+/);
    return { method, path, gates: gate.replace("actor", "session|ingest").split("|") };
  });

const OPEN = new Set(["public", "ratelimited", "boxcode", "ticket"]);
/** Credentials that come in the body or the query: a program may read these before it looks at the credential. */
const CARRIED = new Set(["claim", "wxkey", "signedbody", "unsubtoken"]);
const WRONG: Readonly<Record<string, string>> = {
  "x-ingest-secret": "conform-wrong-secret",
  "x-operator-secret": "conform-wrong-secret",
  "x-fed-secret": "conform-wrong-secret",
  "x-relay-secret": "conform-wrong-secret",
  cookie: "svc_session=conform.wrong.session",
};
/** The read API counts each request of a stranger; these few look at its gate. */
const IN_V1 = new Set(["/api/v1", "/api/v1/stats", "/api/v1/spots", "/api/v1/leaderboard"]);
/** What an open route does for whoever asks with nothing at all would be a write, mail or a limit spent. */
const SPENDS = /^POST |\/email\/verify/;

const concrete = (path: string): string => path.replace(/:\w+/g, "1").replace("*", "x");
const is = (gates: readonly string[], of: ReadonlySet<string>): boolean => gates.some((one) => of.has(one));

async function shut(probe: Probe, { method, path, gates }: Listed): Promise<void> {
  const carried = is(gates, CARRIED);
  for (const headers of [{}, WRONG]) {
    const body = method === "GET" || method === "HEAD" ? undefined : {};
    const answer: HttpAnswer = await probe.ask(method, concrete(path), { body, headers, limited: true });
    const refused = answer.status === 401 || answer.status === 403 ||
      carried && [400, 404, 415, 422].includes(answer.status) || answer.status === 429;
    const who = headers === WRONG ? "wrong credentials" : "none";
    want(refused, `${method} ${path} (${gates.join("|")}) with ${who}: ${seen(answer)}`);
  }
}

/** A clause over the routes that a test picks: each refuses whoever shows nothing, or the wrong thing. */
const shutFor = (id: string, says: string, picks: (gates: readonly string[]) => boolean): Clause => ({
  id,
  of: 'API "Gates"',
  says,
  look: async (probe) => {
    for (const one of LISTED) if (!is(one.gates, OPEN) && picks(one.gates)) await shut(probe, one);
  },
});

const SECRET = new Set(["ingest", "box", "svcbox"]), OPERATORS = new Set(["sysop", "operator"]);
const HUB = new Set(["fedsecret", "relaysecret", "spoke"]);

export const GATES: readonly Clause[] = [
  {
    id: "gates-open",
    of: 'API "Gates"',
    says: "public reads are there and ask for nothing",
    look: async (probe) => {
      for (const one of LISTED) {
        const { method, path, gates } = one;
        const skipped = SPENDS.test(`${method} ${path}`) || path.startsWith("/api/v1") && !IN_V1.has(path);
        if (!is(gates, OPEN) || skipped || gates.includes("ticket")) continue;
        const answer = await probe.ask(method, concrete(path), { beginning: true, limited: true });
        const closed = [401, 403, 405, 501].includes(answer.status) || answer.status >= 500;
        const absent = answer.status === 404 && !/[:*]|offline|security|source|federation/.test(path);
        want(!closed && !absent, `${method} ${path}: ${seen(answer)}`);
      }
    },
  },
  shutFor(
    "gates-session",
    "what is a member's refuses whoever is not signed in",
    (gates) => gates.includes("session") && !is(gates, OPERATORS),
  ),
  shutFor(
    "gates-operator",
    "what is the operator's refuses strangers",
    (gates) => is(gates, OPERATORS) && !is(gates, SECRET),
  ),
  shutFor(
    "gates-ingest",
    "the ingest plane refuses whoever shows no secret and no box",
    (gates) => is(gates, SECRET) && !gates.includes("session"),
  ),
  shutFor(
    "gates-hub",
    "hub and relay refuse whoever shows no secret and no spoke",
    (gates) => is(gates, HUB),
  ),
  shutFor(
    "gates-carried",
    "claims, keys, signatures and tokens in a body are asked for",
    (gates) => is(gates, CARRIED) && !gates.includes("session"),
  ),
];
