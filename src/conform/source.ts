/** An instance of its own to pull from: made-up records, served as FED "Public federation" says, and who asked for what. */
import {
  CacheRecord,
  encodePage,
  type SequenceKind,
  signFrame,
  type SigningKey,
  TombstoneRecord,
} from "../wire/mod.ts";

interface Offered {
  v: number;
  bytes: Uint8Array;
}
/** Where its caches lie: as far from land as one can be. */
export const PLACE = { lat: -48.876, lon: -123.393 };
const E7 = 10_000_000, CBOR = { "content-type": "application/cbor" };

/** What is exchanged in a good cache to make it wrong. */
interface Wrong {
  gid?: string;
  at?: number;
  body?: Readonly<Record<string, string>>;
}

/** The instance that is played: open from `open` to `close`. */
export class Source {
  /** What each kind's feed holds, by number. */
  readonly kinds = new Map<SequenceKind, Offered[]>();
  /** Requests that came, path with query. */
  readonly asked: URL[] = [];
  /** What is handed out where one number is asked for by itself. */
  readonly mended = new Map<number, Uint8Array>();
  #server: Deno.HttpServer | undefined;
  #v: number;

  constructor(
    readonly instance: string,
    readonly key: SigningKey,
    readonly reach: URL,
    readonly now: number,
  ) {
    this.#v = now * 1000;
  }

  /** Serves from now on. */
  open(): void {
    const port = Number(this.reach.port || 80);
    this.#server = Deno.serve(
      { port, hostname: "0.0.0.0", onListen() {} },
      (request) => this.#answer(request),
    );
  }
  close = async (): Promise<void> => await this.#server?.shutdown();

  /** The gid of a cache with this number. */
  gid = (v: number): string => `${this.instance}:cache:${v}`;

  /** Offers a cache; gives its number. */
  offer(title: string, wrong: Wrong = {}): number {
    const v = ++this.#v;
    this.#put("cache", { v, bytes: this.cacheFrame(v, title, wrong) });
    return v;
  }

  /** A signed cache with this number. */
  cacheFrame(v: number, title: string, { gid, at, body = {} }: Wrong = {}, key = this.key): Uint8Array {
    const map = CacheRecord.write({
      code: `CF${v % 10_000_000}`,
      title,
      type: "traditional",
      size: "small",
      difficultyX10: 10,
      terrainX10: 10,
      latE7: Math.round(PLACE.lat * E7) + v % 1000,
      lonE7: Math.round(PLACE.lon * E7),
      owner: "Q0CF",
      status: "active",
      scope: "federated",
      createdAt: this.now - 60,
      updatedAt: this.now - 60,
    });
    for (const [name, value] of Object.entries(body)) map.set(name, value);
    const { instance: origin } = this;
    const record = { type: 1, gid: gid ?? this.gid(v), origin, v, at: at ?? this.now, body: map };
    return signFrame(record, key);
  }

  /** Offers bytes under a number that they do not have themselves. */
  offerBytes(bytes: Uint8Array): number {
    const v = ++this.#v;
    this.#put("cache", { v, bytes });
    return v;
  }

  /** Takes a cache back. */
  bury(gid: string): void {
    const v = ++this.#v, { instance: origin, now: at } = this;
    const body = TombstoneRecord.write({ gid, deletedAt: at });
    const record = { type: 5, gid: `${origin}:tombstone:${v}`, origin, v, at, body };
    this.#put("tombstone", { v, bytes: signFrame(record, this.key) });
  }

  #put(kind: SequenceKind, offered: Offered): void {
    this.kinds.set(kind, [...this.kinds.get(kind) ?? [], offered]);
  }

  #answer(request: Request): Response {
    const url = new URL(request.url), { pathname, searchParams } = url;
    this.asked.push(url);
    if (pathname === "/.well-known/svc") return Response.json(this.#descriptor());
    if (pathname === "/federation/sync/summary") return Response.json(this.#summary());
    const feed = /^\/federation\/sync\/([a-z-]+)$/.exec(pathname)?.[1];
    if (feed === undefined) return Response.json({ error: "nothing here" }, { status: 404 });
    const kind = feed === "origin" ? searchParams.get("kind") : feed;
    if (feed === "origin" && searchParams.get("origin") !== this.instance) {
      return Response.json({ error: "not passed on" }, { status: 404 });
    }
    return this.#page(kind as SequenceKind, searchParams, feed === "origin");
  }

  #page(kind: SequenceKind, query: URLSearchParams, byOrigin: boolean): Response {
    const since = Number(query.get("since") ?? 0), limit = Number(query.get("limit") ?? 200);
    const all = this.kinds.get(kind) ?? [], top = all.at(-1)?.v ?? 0;
    const rest = all.filter(({ v }) => v > since), page = rest.slice(0, limit);
    const single = limit === 1 ? this.mended.get(page[0]?.v ?? 0) : undefined;
    return new Response(
      encodePage({
        instance: this.instance,
        nextCursor: page.at(-1)?.v ?? since,
        complete: page.length === rest.length,
        frames: page.map(({ bytes }) => single ?? bytes),
        ...(byOrigin ? { hops: page.map(() => 0), held: top } : {}),
      }),
      { headers: CBOR },
    );
  }

  #numbers = (): Record<string, number> =>
    Object.fromEntries([...this.kinds].map(([kind, all]) => [kind, all.at(-1)!.v]));

  #summary() {
    const { publicKey } = this.key, held = this.#numbers();
    const own = { origin: this.instance, held, top: held, publicKey, publicKeys: [{ x: publicKey }] };
    return { instance: this.instance, origins: [{ ...own, rotations: [] }], complete: true };
  }

  #descriptor() {
    const { publicKey } = this.key;
    return {
      instance: this.instance,
      publicKey,
      publicKeys: [{ x: publicKey }],
      rotations: [],
      addresses: [],
      capabilities: ["sync-cbor", "sync-origins"],
      aprsCall: "Q0CF-15",
      operator: "Q0CF",
    };
  }
}
