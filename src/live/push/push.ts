/**
 * Web push (RFC 8030, 8291, 8292): messages to browsers that members registered. Only its push service can say that a
 * subscription is gone (RFC 8030 7.3: 404, and 410); after any other failure, which may be our own line's, it is asked
 * again later, and gets then what waited for it. It ends with the session in which it was registered.
 */
import { encryptNotification } from "@block65/webcrypto-web-push";
import {
  failures,
  type FetchAsk,
  type Fetched,
  FetchGuard,
  fromBase64Url,
  isPublicAddress,
  toBase64Url,
  withoutTrailing,
  type World,
} from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { IssuedSession } from "../../http/mod.ts";
import type { Job } from "../../jobs/mod.ts";
import { type PushState, type PushStore, pushStore, type SubscriptionRow } from "./store.ts";
import { Vapid } from "./vapid.ts";

export const pushFailure = failures({
  push_off: "unavailable",
  bad_subscription: "invalid",
});

/** Most browsers of one account; a further one replaces the oldest. */
const SUBSCRIPTIONS_MOST = 10;
/** Seconds that a push service keeps a message for a browser that is off, and that one waits here for its service. */
const TTL_S = 86_400;
const SEND_TIMEOUT_MS = 10_000;
/** Bytes of a push service's answer, which nobody reads. */
const ANSWER_MOST = 16_384;
/** Messages that wait for one browser at most: the newest. */
const WAITING_MOST = 20;
/** Longest time between two tries in seconds: where nothing answered, and where the service refused. */
const AGAIN_MOST_S = 1800, REFUSED_AGAIN_MOST_S = 6 * 3600;
/** Browsers that are asked again in one run of the job, and how many of them at a time. */
const AGAIN_MOST = 200, AT_ONCE = 8;

interface PushMessage {
  kind: string;
  /** The sentence, in `lang`. */
  text: string;
  lang: string;
  callsign: string;
  code: string | null;
  /** Number of the log that it is about: its page is `/find/<number>`. */
  find: number | null;
  at: number;
}

export interface PushOptions {
  /** VAPID_PRIVATE_KEY: base64url of the 32-byte P-256 private key. */
  privateKey: string | undefined;
  /**
   * Whom a push service may write to, `mailto:` or https address, where there is such a one: asked at each sending, since
   * it is a setting.
   */
  subject(): string | undefined;
  /** Asks addresses that others chose; by default under a guard of its own. */
  fetch?: (ask: FetchAsk) => Promise<Fetched>;
}

interface NewSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const encoder = new TextEncoder();

/** What came of one message. */
type Came =
  | { sent: true }
  | { sent: false; gone: true }
  | { sent: false; gone: false; error: string; refused: boolean; afterS?: number };

/** Web push to the browsers that members registered. */
export class Push {
  readonly store: PushStore;
  readonly #vapid: Vapid | undefined;
  readonly #options: PushOptions;
  readonly #fetch: NonNullable<PushOptions["fetch"]>;
  readonly #underWay = new Set<Promise<void>>();

  constructor(private readonly db: Database, private readonly world: World, options: PushOptions) {
    this.store = pushStore(db);
    this.#options = options;
    const guard = new FetchGuard({ world, allowPrivate: false });
    this.#fetch = options.fetch ?? ((ask) => guard.request(ask));
    this.#vapid = options.privateKey === undefined ? undefined : new Vapid(options.privateKey);
  }

  /** How many browsers are told. */
  phones = (): number => this.store.count({})?.n ?? 0;

  /** The application server key for browsers; absent without VAPID_PRIVATE_KEY. */
  get publicKey(): string | undefined {
    return this.#vapid?.publicKey;
  }

  /**
   * Registers a browser in a session, with which it ends. Refuses what is not a subscription, and endpoints that are not a
   * public https address.
   */
  async subscribe(
    { account, id: sessionId, expiresAt }: Pick<IssuedSession, "account" | "id" | "expiresAt">,
    subscription: NewSubscription,
  ): Promise<void> {
    if (this.publicKey === undefined) throw pushFailure.push_off();
    const { endpoint, keys: { p256dh, auth } } = subscription;
    const point = fromBase64Url(withoutTrailing(p256dh, "="));
    const secret = fromBase64Url(withoutTrailing(auth, "="));
    if (point?.length !== 65 || point[0] !== 4 || secret?.length !== 16) throw pushFailure.bad_subscription();
    if (!await this.#mayAsk(endpoint)) {
      throw pushFailure.bad_subscription({}, "The endpoint is not a public https address");
    }
    await this.db.write((tx) =>
      this.store.put(tx, {
        endpoint,
        accountId: account,
        p256dh: toBase64Url(point),
        auth: toBase64Url(secret),
        createdAt: this.world.now(),
        sessionId,
        sessionEnds: expiresAt,
      }, SUBSCRIPTIONS_MOST)
    );
  }

  /** Forgets a browser of the account; `false` when it was not registered. */
  unsubscribe(tx: Tx, account: number, endpoint: string): boolean {
    return this.store.dropOwn(tx, { endpoint, account }).changes === 1;
  }

  /** The browsers of a session end with it; without one, all of the account. */
  sessionEnded(tx: Tx, account: number, session?: string): void {
    if (session === undefined) this.store.dropOf(tx, { account });
    else this.store.dropOfSession(tx, { account, session });
  }

  /** How a browser stands that was registered in this session; `undefined` where it was not, or in an older one. */
  stateOf({ account, id: session, expiresAt: ends }: IssuedSession, endpoint: string) {
    return this.store.ofSession({ endpoint, account, session, ends });
  }

  /** How sending stands: the last message that was taken, the last that was not, and when what failed is tried again. */
  light(): PushState {
    return { ...this.store.light({})!, lastError: this.store.lastError({})?.lastError ?? null };
  }

  /** Sends a message to all browsers of the account; the caller does not wait for it. */
  tell(account: number, message: PushMessage): void {
    if (this.publicKey === undefined) return;
    const now = this.world.now(), text = JSON.stringify(message);
    for (const subscription of this.store.ofAccount({ account, now })) {
      const rests = subscription.nextTryAt !== null && subscription.nextTryAt > now;
      this.#begin(rests ? this.#wait(subscription, text) : this.#deliver(subscription, text));
    }
  }

  /** What failed is tried again where its time has come, and what waited goes out. */
  async again(): Promise<void> {
    const now = this.world.now();
    await this.db.write((tx) => {
      this.store.dropOld(tx, { before: now - TTL_S });
      this.store.dropEnded(tx, { now });
    });
    const due = this.store.due({ now, most: AGAIN_MOST });
    for (let n = 0; n < due.length; n += AT_ONCE) {
      await Promise.all(due.slice(n, n + AT_ONCE).map((subscription) => this.#sendWaiting(subscription)));
    }
  }

  /** The job that tries again. */
  get jobs(): Job[] {
    return [{ name: "push-again", when: "* * * * *", judgesTime: true, run: () => this.again() }];
  }

  #begin(work: Promise<void>): void {
    const sending = work.catch((error) => this.world.log.error("a push is lost: {error}", { error })).finally(
      () => this.#underWay.delete(sending),
    );
    this.#underWay.add(sending);
  }

  /** Sends one message; where it cannot be sent now it waits. */
  async #deliver(to: SubscriptionRow, text: string): Promise<void> {
    const came = await this.#send(to, text);
    await this.#note(to, came, (tx) => came.sent || came.gone || this.#keep(tx, to, text));
  }

  #wait = (to: SubscriptionRow, text: string): Promise<void> =>
    this.db.write((tx) => this.#keep(tx, to, text));

  #keep(tx: Tx, { endpoint }: SubscriptionRow, message: string): void {
    this.store.wait(tx, { endpoint, message, at: this.world.now() }, WAITING_MOST);
  }

  /** Sends what waits for a browser, until one fails. */
  async #sendWaiting(to: SubscriptionRow): Promise<void> {
    const waiting = this.store.waiting({ endpoint: to.endpoint });
    // What waited is too old by now: the next message shows whether it works again.
    if (waiting.length === 0) return await this.db.write((tx) => void this.store.rested(tx, to));
    for (const { id, message } of waiting) {
      const came = await this.#send(to, message);
      await this.#note(to, came, (tx) => void (came.sent && this.store.sent(tx, { id })));
      if (!came.sent) return;
    }
  }

  /** Waits until nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /**
   * An endpoint comes from a browser: one on our own network is refused at once. What it means later the guard sees.
   */
  async #mayAsk(endpoint: string): Promise<boolean> {
    const url = URL.parse(endpoint);
    if (!url || url.protocol !== "https:" || url.username || url.password || endpoint.length > 1000) {
      return false;
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (/^[\d.]+$/.test(host) || host.includes(":")) return isPublicAddress(host);
    const addresses = await this.world.lookup(host);
    return addresses.length > 0 && addresses.every(isPublicAddress);
  }

  async #send(to: SubscriptionRow, text: string): Promise<Came> {
    try {
      const vapid = this.#vapid!, contact = this.#options.subject();
      const body = await encryptNotification(
        { endpoint: to.endpoint, expirationTime: null, keys: { p256dh: to.p256dh, auth: to.auth } },
        encoder.encode(text),
      );
      const answer = await this.#fetch({
        url: to.endpoint,
        method: "POST",
        headers: {
          authorization: vapid.authorization(to.endpoint, this.world.now(), contact),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(TTL_S),
          urgency: "normal",
        },
        body: new Uint8Array(body),
        maxBytes: ANSWER_MOST,
        timeoutMs: SEND_TIMEOUT_MS,
        httpsOnly: true,
      });
      const { status } = answer;
      if (status >= 200 && status < 300) return { sent: true };
      if (status === 404 || status === 410) return { sent: false, gone: true };
      const asked = Number(answer.headers["retry-after"] ?? NaN);
      return {
        sent: false,
        gone: false,
        error: `the push service answered ${status}`,
        refused: status >= 400 && status < 500 && status !== 429,
        ...(Number.isFinite(asked) && { afterS: asked }),
      };
    } catch (error) {
      this.world.log.info("a push could not be sent: {error}", { error: String(error) });
      return { sent: false, gone: false, error: String(error).slice(0, 200), refused: false };
    }
  }

  /** Writes down what came of a message, and `also` with it. */
  async #note(
    { endpoint, failures }: SubscriptionRow,
    came: Came,
    also?: (tx: Tx) => void,
  ): Promise<void> {
    const at = this.world.now();
    let nextTryAt: number | null = null;
    await this.db.write((tx) => {
      if (came.sent) this.store.succeeded(tx, { endpoint, at });
      else if (came.gone) this.store.drop(tx, { endpoint });
      else {
        const most = came.refused ? REFUSED_AGAIN_MOST_S : AGAIN_MOST_S;
        const after = Math.min(most, Math.max(60 * 2 ** Math.min(failures, 10), came.afterS ?? 0));
        this.store.failed(tx, { endpoint, at, error: came.error, again: at + after });
        nextTryAt = at + after;
      }
      also?.(tx);
    });
    const { lives } = this.world;
    if (came.sent || came.gone) lives.worked("push");
    else lives.failed("push", came.error, { shortfall: came.refused ? "refusal" : "outage", nextTryAt });
  }
}
