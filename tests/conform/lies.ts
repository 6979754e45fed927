/** For each clause a lie: what an instance that does not hold to it answers in the place of what is right. */
import { encodePage, readPage, type SyncPage } from "../../src/wire/mod.ts";

/** Answers in the place of the instance, or leaves the answer as it is. */
export type Lie = ((request: Request, answer: Response, body: Uint8Array) => Response | Promise<Response>) & {
  /** Requests that never reach the instance. */
  instead?: RegExp;
};

const JSON_TYPE = { "content-type": "application/json" };
const pathOf = (request: Request): string => new URL(request.url).pathname;
const isOf = (request: Request, at: RegExp): boolean => {
  const { pathname, search } = new URL(request.url);
  return at.test(`${request.method} ${pathname}${search}`);
};

/** Another status, with a body as an error has it. */
const status =
  (at: RegExp, status: number, body: BodyInit | null = '{"error":"a lie","ok":true}'): Lie =>
  (request, answer) =>
    isOf(request, at)
      ? new Response(status === 204 || status === 304 ? null : body, { status, headers: JSON_TYPE })
      : answer;

/** The same answer with another text. */
const text =
  (at: RegExp, change: (text: string, request: Request) => string): Lie => async (request, answer) =>
    isOf(request, at)
      ? new Response(change(await answer.text(), request), { status: answer.status, headers: answer.headers })
      : answer;

// deno-lint-ignore no-explicit-any -- answers of every route
const json = (at: RegExp, change: (body: any) => void): Lie =>
  text(at, (whole) => {
    const body = JSON.parse(whole);
    change(body);
    return JSON.stringify(body);
  });

const headers = (at: RegExp, put: Record<string, string | null>): Lie => (request, answer) => {
  if (!isOf(request, at)) return answer;
  for (const [name, value] of Object.entries(put)) {
    if (value === null) answer.headers.delete(name);
    else answer.headers.set(name, value);
  }
  return answer;
};

const page = (at: RegExp, change: (page: SyncPage) => void): Lie => async (request, answer) => {
  if (!isOf(request, at)) return answer;
  const read = readPage(new Uint8Array(await answer.arrayBuffer()));
  if (!read.ok) return answer;
  change(read.page);
  return new Response(encodePage(read.page), { headers: { "content-type": "application/cbor" } });
};

/** A cache of its own feed, spoilt. */
const spoilt = (bytes: Uint8Array | undefined): Uint8Array<ArrayBuffer> => {
  const other = new Uint8Array(bytes ?? [0, 0, 0]);
  other[other.length - 1]! ^= 1;
  return other;
};
const FEED = /^GET \/federation\/sync\/cache/, OWN = /^GET \/federation\/sync\/origin/;
const MAP = /^GET \/api\/caches\?bbox/;
/** Whoever never pulls, and says it did. */
const PULL = /^POST \/federation\/peers\/sync/;
const IDLE: Lie = Object.assign(status(PULL, 200), { instead: PULL });

/** What a second frame of the same feed is: the clause of a kind of record that has none sees nothing. */
export const LIES: Readonly<Record<string, Lie>> = {
  options: status(/^OPTIONS/, 200),
  "cross-origin": headers(/health/, {
    "access-control-allow-origin": "https://conform.invalid",
    "access-control-allow-credentials": "true",
  }),
  "body-limit": (request, answer) =>
    pathOf(request) === "/api/reports" ? status(/./, 400)(request, answer, new Uint8Array()) : answer,
  errors: status(/no-such-route/, 404, '{"message":"not found"}'),
  health: json(/health/, (body) => delete body.schema),
  source: json(/well-known\/source/, (body) => delete body.licence),
  webauthn: json(/webauthn/, (body) => body.origins.push("http://elsewhere.example")),
  "security-txt": status(/security\.txt/, 200, "Expires: 2030-01-01T00:00:00Z"),
  "ws-region": status(/region=elsewhere/, 200),
  cot: headers(/cot\/stream/, { "content-type": "text/plain" }),
  feeds: text(/feeds\/bulletins/, (whole) => whole.replace("<rss", "<html")),
  whoami: json(/whoami/, (body) => body.sysop = true),
  "signed-out": json(/auth\/session/, (body) => body.callsign = "Q0CF"),
  "gates-open": status(/^GET \/api\/ports/, 401),
  "gates-session": status(/^GET \/api\/my\/profile/, 200),
  "gates-operator": status(/^GET \/api\/admin\/setup/, 200),
  "gates-ingest": status(/^GET \/outbox/, 200),
  "gates-hub": status(/^POST \/federation\/submit/, 200),
  "gates-carried": status(/^POST \/auth\/claims\/status/, 200),
  "v1-index": text(/\/api\/v1$/, (whole) => whole.replaceAll("/api/keys", "/keys")),
  "v1-bbox": status(/bbox=10,40,30\.1/, 200, "[]"),
  "v1-key": status(/^POST \/api\/v1\/keys/, 200),
  "v1-stats": json(/stats/, (body) => body.activeCaches = -1),
  "v1-exports": text(/caches\.kml/, (whole) => whole.replace("<kml", "<xml")),
  licence: json(/api\/licence/, (body) => body.status = "maybe"),
  tiles: status(/pmtiles/, 200, "PMTiles"),
  "offline-tiles": json(/offline\/tiles/, (body) => delete body.attribution),
  "offline-pack": headers(/offline\/pack/, { etag: null }),
  media: status(/api\/media/, 200),
  "mesh-groups": status(/groups\/0\//, 200, '{"messages":[]}'),
  "verify-methods": json(/verify\/methods/, (body) => delete body.methods.lotw),
  "spots-off": status(/api\/spots/, 503),
  descriptor: json(/well-known\/svc/, (body) => body.instance = "Club:Example"),
  pages: page(FEED, (one) => one.instance = "other.example"),
  frames: page(FEED, ({ frames }) => frames[0] = spoilt(frames[0])),
  "native-only": page(FEED, ({ frames }) => frames[0] = OTHER.imported!),
  order: page(FEED, ({ frames }) => frames.reverse()),
  paging: page(/^GET \/federation\/sync\/cache\?since=\d+&limit=1$/, (one) => one.frames = []),
  "feed-area": status(/bbox=1,2,3/, 200),
  corroborate: status(/^POST \/federation\/corroborate/, 200),
  notify: status(/^POST \/federation\/notify/, 202),
  exchange: json(
    /exchange/,
    (body) =>
      body.peers.push({ instance: "x", fingerprint: "0", addresses: [{ address: "http://192.168.1.2" }] }),
  ),
  beacon: async (request, answer) =>
    isOf(request, /^GET \/federation\/beacon/)
      ? new Response(spoilt(new Uint8Array(await answer.arrayBuffer())))
      : answer,
  summary: json(/sync\/summary/, (body) => body.origins = []),
  "origin-pages": page(OWN, (one) => one.hops = one.frames.map(() => 1)),
  marks: page(OWN, (one) => delete one.held),
  gaps: page(OWN, (one) => one.gaps = [one.nextCursor + 1]),
  "origin-absent": status(/origin=nobody/, 200),
  "operator-reads": status(/^GET \/api\/admin\/sites/, 403),
  "secrets-unsaid": json(/api\/admin\/setup/, (body) => body.secret = "operator-secret-of-the-tests"),
  settings: status(/^PUT \/api\/admin\/settings\/OPERATOR_SECRET/, 200),
  "frames-refused": json(/^POST \/federation\/frames/, (body) => body.applied = 1),
  "beacon-bounds": status(/^POST \/federation\/beacon/, 200),
  "operator-link": json(/^GET \/auth\/session/, (body) => body.callsign = "OE1SYS"),
  "foreign-page": (request, answer) =>
    request.headers.get("origin") === "https://conform.invalid"
      ? status(/./, 201)(request, answer, new Uint8Array())
      : answer,
  keys: async (request, answer) => {
    // A key that lives on after it was revoked.
    if (!isOf(request, /^GET \/api\/v1\/key$/) || answer.status === 200) return answer;
    await answer.body?.cancel();
    return Response.json({ name: "conform" });
  },
  "hide-verified": status(/^POST \/api\/tx\/aprs/, 200),
  "no-operator": (request, answer) =>
    request.headers.has("cookie")
      ? status(/^GET \/api\/admin\/boxes/, 200)(request, answer, new Uint8Array())
      : answer,
  watch: status(/^GET \/api\/watch/, 200, '{"watching":[]}'),
  "box-check": json(/ingest\/check/, (body) => body.box = "another"),
  "box-signature": (request, answer) =>
    request.headers.get("x-box-sig")?.startsWith("AAAA")
      ? status(/./, 200)(request, answer, new Uint8Array())
      : answer,
  "box-fresh": (() => {
    const seen = new Set<string>();
    return (request, answer) => {
      const nonce = request.headers.get("x-box-nonce") ?? "";
      if (seen.has(nonce)) return status(/ingest\/check/, 200)(request, answer, new Uint8Array());
      seen.add(nonce);
      return answer;
    };
  })(),
  "box-services": status(/^GET \/api\/bbs\/forward\/pool/, 200),
  txgate: text(/txgate/, (whole) => whole.replace('"ok":false', '"ok":true')),
  ingest: json(/^POST \/ingest$/, (body) => body.accepted = 5),
  "ingest-neighbours": json(/^POST \/ingest$/, (body) => body.rejected = []),
  "ingest-form": status(/^POST \/ingest$/, 200),
  "box-code-once": status(/^POST \/ingest\/enroll/, 201),
  "box-revoked": (request, answer) =>
    isOf(request, /ingest\/check/) && answer.status !== 200
      ? status(/./, 200)(request, answer, new Uint8Array())
      : answer,
  "peer-preview": status(/^POST \/federation\/peers$/, 201),
  "peer-unvetted": json(/^GET \/federation\/peers$/, (body) => {
    for (const peer of body.peers) peer.trust = "trusted";
  }),
  "pull-good": text(MAP, (whole) => whole.replace("conform good between", "")),
  "pull-bad": text(MAP, (whole) => whole.replace("conform good first", "conform imported")),
  "pull-mark": (() => {
    let pulls = 0;
    return async (request, answer, body) => {
      if (isOf(request, /^POST \/federation\/peers\/sync/) && ++pulls === 2) {
        // Reads everything from the start again.
        const { url } = JSON.parse(new TextDecoder().decode(body));
        await (await fetch(`${url}/federation/sync/origin?origin=x&kind=cache&since=0&limit=500`)).text();
      }
      return answer;
    };
  })(),
  "pull-gap": IDLE,
  "pull-tombstone": text(MAP, (whole) => `${whole}conform good last`),
};

/** Frames for a lie that need a key of their own. */
export const OTHER: Record<string, Uint8Array> = {};
