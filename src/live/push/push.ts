/**
 * Web push (RFC 8030, 8291, 8292): messages to browsers that members registered. A subscription is deleted when its
 * push service says that it is gone, or fails again and again.
 */
import { createECDH } from "node:crypto";
import { buildPushPayload } from "@block65/webcrypto-web-push";
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
import { type PushStore, pushStore, type SubscriptionRow } from "./store.ts";

export const pushFailure = failures({
  push_off: "unavailable",
  bad_subscription: "invalid",
});

/** Most browsers of one account; a further one replaces the oldest. */
const SUBSCRIPTIONS_MOST = 10;
/** Seconds that a push service keeps a message for a browser that is off. */
const TTL_S = 86_400;
const SEND_TIMEOUT_MS = 10_000;
/** Bytes of a push service's answer, which nobody reads. */
const ANSWER_MOST = 16_384;
/** Failures in a row after which a subscription is forgotten. */
const FAILURES_MOST = 10;

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

interface PushOptions {
  /** VAPID_PRIVATE_KEY: base64url of the 32-byte P-256 private key. */
  privateKey: string | undefined;
  /** Whom a push service may write to, `mailto:` or https address: asked at each sending, since it is a setting. */
  subject(): string;
  /** Asks addresses that others chose; by default under a guard of its own. */
  fetch?: (ask: FetchAsk) => Promise<Fetched>;
}

interface NewSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Web push to the browsers that members registered. */
export class Push {
  readonly store: PushStore;
  /**
   * The application server key for browsers, base64url of the uncompressed point; absent without VAPID_PRIVATE_KEY.
   */
  readonly publicKey: string | undefined;
  readonly #options: PushOptions;
  readonly #fetch: NonNullable<PushOptions["fetch"]>;
  readonly #underWay = new Set<Promise<void>>();

  constructor(private readonly db: Database, private readonly world: World, options: PushOptions) {
    this.store = pushStore(db);
    this.#options = options;
    const guard = new FetchGuard({ world, allowPrivate: false });
    this.#fetch = options.fetch ?? ((ask) => guard.request(ask));
    if (options.privateKey !== undefined) {
      const ecdh = createECDH("prime256v1");
      ecdh.setPrivateKey(fromBase64Url(options.privateKey)!);
      this.publicKey = toBase64Url(ecdh.getPublicKey());
    }
  }

  /** Registers a browser. Refuses what is not a subscription, and endpoints that are not a public https address. */
  async subscribe(account: number, subscription: NewSubscription): Promise<void> {
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
      }, SUBSCRIPTIONS_MOST)
    );
  }

  /** Forgets a browser of the account; `false` when it was not registered. */
  unsubscribe(tx: Tx, account: number, endpoint: string): boolean {
    return this.store.dropOwn(tx, { endpoint, account }).changes === 1;
  }

  /** Sends a message to all browsers of the account; the caller does not wait for it. */
  tell(account: number, message: PushMessage): void {
    if (this.publicKey === undefined) return;
    for (const subscription of this.store.ofAccount({ account })) {
      const sending = this.#send(subscription, message).finally(() => this.#underWay.delete(sending));
      this.#underWay.add(sending);
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

  async #send(to: SubscriptionRow, message: PushMessage): Promise<void> {
    try {
      const { headers, body } = await buildPushPayload(
        { data: { ...message }, options: { ttl: TTL_S, urgency: "normal" } },
        { endpoint: to.endpoint, expirationTime: null, keys: { p256dh: to.p256dh, auth: to.auth } },
        { subject: this.#options.subject(), publicKey: this.publicKey, privateKey: this.#options.privateKey },
      );
      const answer = await this.#fetch({
        url: to.endpoint,
        method: "POST",
        headers: Object.fromEntries(new Headers(headers)),
        body: new Uint8Array(body),
        maxBytes: ANSWER_MOST,
        timeoutMs: SEND_TIMEOUT_MS,
        httpsOnly: true,
      });
      if (answer.status === 404 || answer.status === 410) {
        await this.db.write((tx) => this.store.drop(tx, { endpoint: to.endpoint }));
      } else if (answer.status < 200 || answer.status > 299) await this.#failed(to);
      else if (to.failures > 0) {
        await this.db.write((tx) => this.store.setFailures(tx, { endpoint: to.endpoint, n: 0 }));
      }
    } catch (error) {
      this.world.log.info("a push could not be sent: {error}", { error: String(error) });
      await this.#failed(to).catch(() => {});
    }
  }

  async #failed(to: SubscriptionRow): Promise<void> {
    await this.db.write((tx) => {
      if (to.failures + 1 >= FAILURES_MOST) this.store.drop(tx, { endpoint: to.endpoint });
      else this.store.setFailures(tx, { endpoint: to.endpoint, n: to.failures + 1 });
    });
  }
}
