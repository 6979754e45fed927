/** Who looks at an instance from outside: asks over HTTP within bounds, and keeps what has to be taken back. */
import { sha256, toBase64Url, utf8, type World } from "../base/mod.ts";
import { boxText, readSigningKey, signDocument, type SigningKey } from "../wire/mod.ts";

/** What is read of one answer; more is not looked at. */
const MOST_BYTES = 8 << 20;
const TIMEOUT_MS = 20_000;

/** A clause that does not hold, and what was seen instead. */
export class Broken extends Error {}
/** A clause that could not be tried here, and why. */
export class Untried extends Error {}

/** Ends a clause as broken unless something is so. */
export function want(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Broken(seen);
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
  /** The body where it is JSON, else `undefined`. */
  // deno-lint-ignore no-explicit-any -- an instance may answer anything
  json: any;
}

interface Ask {
  body?: BodyInit | object;
  headers?: Readonly<Record<string, string>>;
  /** Where to be sent away for asking too often (429) is an answer too. */
  limited?: true;
  /** Of a stream without an end: its head and what comes first. */
  beginning?: true;
}

export interface ProbeNeeds {
  /** Where the instance is. */
  base: URL;
  fetch: World["fetch"];
  /** Unix seconds. */
  now(): number;
  random(bytes: number): Uint8Array;
  /** The instance's operator secret, for what is behind it. */
  operatorSecret?: string;
  /** Where the instance reaches this program, to pull from it. */
  reach?: URL;
  /** A made-up call for what has to be written. */
  callsign: string;
}

interface Undoing {
  what: string;
  undo(): Promise<void>;
}

/** Asks one instance, as a stranger or as its operator. */
export class Probe {
  readonly operator: Readonly<Record<string, string>> | undefined;
  readonly #undoings: Undoing[] = [];
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(readonly needs: ProbeNeeds) {
    this.operator = needs.operatorSecret === undefined
      ? undefined
      : { "x-operator-secret": needs.operatorSecret };
  }

  /** One request and its answer, whatever that is. */
  async ask(
    method: string,
    path: string,
    { body, headers = {}, beginning, limited }: Ask = {},
  ): Promise<HttpAnswer> {
    const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    const request = new Request(new URL(path, this.needs.base), {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...(raw ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: raw ? body as BodyInit : JSON.stringify(body) }),
    });
    const answer = await this.needs.fetch(request);
    if (answer.status === 429 && !limited) {
      await answer.body?.cancel();
      throw new Untried(`asked too often: again in ${answer.headers.get("retry-after") ?? "60"} s`);
    }
    const bytes = await readBounded(answer, beginning === true), text = new TextDecoder().decode(bytes);
    return { status: answer.status, headers: answer.headers, bytes, text, json: jsonOf(text) };
  }
  get = (path: string, headers?: Ask["headers"]): Promise<HttpAnswer> => this.ask("GET", path, { headers });

  /** Asks as the operator; without the secret the clause is not tried. */
  async asOperator(method: string, path: string, body?: Ask["body"], headers = {}): Promise<HttpAnswer> {
    if (!this.operator) throw new Untried("needs the operator's secret");
    return await this.ask(method, path, { body, headers: { ...headers, ...this.operator } });
  }

  /** What several clauses need is made once. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (!this.#made.has(name)) this.#made.set(name, make());
    return this.#made.get(name) as Promise<T>;
  }

  /** Notes how to take back what was just written. */
  takeBack(what: string, undo: () => Promise<void>): void {
    this.#undoings.push({ what, undo });
  }

  /** Takes back what was written, the latest first; gives what could not be. */
  async tidy(): Promise<string[]> {
    const left: string[] = [];
    for (const { what, undo } of this.#undoings.splice(0).toReversed()) {
      try {
        await undo();
      } catch (error) {
        left.push(`${what}: ${error instanceof Error ? error.message : error}`);
      }
    }
    return left;
  }

  /** A key of this run alone. */
  newKey(name: string): SigningKey {
    const seed = toBase64Url(sha256(new Uint8Array([...utf8(name), ...this.needs.random(32)])));
    return readSigningKey(seed)!;
  }
  hex = (bytes: number): string =>
    [...this.needs.random(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An enrolled receiver box, and the signature of its requests (API "Ingest box signatures"). */
export class ProbeBox {
  constructor(readonly probe: Probe, readonly id: string, readonly key: SigningKey) {}

  /** Enrols a box under a key of this run; it is revoked at the end. */
  static async enrol(probe: Probe): Promise<ProbeBox> {
    const made = await probe.asOperator("POST", "/api/admin/boxes/codes", { label: "conform" });
    want(made.status < 300 && typeof made.json?.code === "string", `a code: ${seen(made)}`);
    const box = new ProbeBox(probe, `conform-${probe.hex(4)}`, probe.newKey("box"));
    const document = { at: probe.needs.now(), box: box.id, code: made.json.code, key: box.key.publicKey };
    const sig = signDocument("svc-box-enroll/1", document, box.key);
    const enrolled = await probe.ask("POST", "/ingest/enroll", { body: { ...document, sig } });
    want(enrolled.status === 201 && enrolled.json?.box === box.id, `enrolment: ${seen(enrolled)}`);
    probe.takeBack(`box ${box.id}`, async () => {
      const gone = await probe.asOperator("POST", `/api/admin/boxes/${box.id}/revoke`, {});
      want(gone.status < 300 || gone.status === 404, `revoking it: ${seen(gone)}`);
    });
    return box;
  }

  /** Asks as the box; `spoil` changes what was signed into something else. */
  async ask(
    method: string,
    path: string,
    body?: object,
    spoil: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const at = spoil["x-box-at"] ?? String(this.probe.needs.now());
    const nonce = spoil["x-box-nonce"] ?? this.probe.hex(12);
    return await this.probe.ask(method, path, {
      ...(body === undefined ? {} : { body: text }),
      headers: {
        "content-type": "application/json",
        "x-box-id": this.id,
        "x-box-at": at,
        "x-box-nonce": nonce,
        "x-box-sig": this.key.signText(boxText(method, path, at, nonce, utf8(text))),
        ...spoil,
      },
    });
  }
}

/** An answer in a few words, for whoever reads why a clause does not hold. */
export const seen = ({ status, text }: HttpAnswer): string => `${status} ${text.slice(0, 160)}`.trim();

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBounded(answer: Response, beginning: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    chunks.push(next.value);
    length += next.value.length;
    if (length > MOST_BYTES || beginning) {
      await reader?.cancel();
      break;
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
