/** The gateway's mail as a service box reaches it (API "Ingest and BBS backend"). */
import type { BbsRoutes } from "../../../bbs/mod.ts";
import type { FbbMessage, MessageType } from "../../../fbb/mod.ts";
import { bodyFields, bodyOf, MESSAGE_TYPES, shownText } from "../../../fbb/mod.ts";
import { utf8 } from "../../../base/mod.ts";
import type { GatewayClient } from "../../gateway/client.ts";
import { asList, asNumber, asObject, asText, objectOf, type Unsure } from "../../json.ts";

export interface Partner {
  call: string;
  connectScript: string;
  proto: string;
  intervalMin: number;
  timebands: string;
  requestReverse: boolean;
  enabled: boolean;
  waiting: number;
  /** Since when an operator wants it called. */
  callAskedAt: number | undefined;
}
export interface Mail {
  id: number;
  type: string;
  from: string;
  to: string;
  subject: string;
  body: string;
  postedAt: number;
  readAt: number | null;
}

/** How a session went, as the gateway takes it. */
type SessionReport = BbsRoutes["POST /api/bbs/forward/session"]["body"];

/** Thrown where the gateway refuses, with the gateway's own sentence. */
export class BackendRefused extends Error {}

const isType = (value: unknown): value is MessageType => MESSAGE_TYPES.includes(value as MessageType);

/** Each method is one request. Throws `BackendRefused` where the gateway refuses, `Error` where it is away. */
export class MailBackend {
  constructor(readonly client: Pick<GatewayClient, "ask">) {}

  /** Asks one of the gateway's routes; what stands behind `?` or in the place of `:id` comes as `at`. */
  async #ask<Signature extends keyof BbsRoutes>(
    route: Signature,
    body: BbsRoutes[Signature]["body"],
    at: { id?: number; query?: Record<string, string> } = {},
  ): Promise<Unsure<BbsRoutes[Signature]["reply"]> & { error?: unknown }> {
    const [method, declared] = route.split(" ") as ["GET" | "POST", string];
    const path = declared.replace(":id", String(at.id)) +
      (at.query ? `?${new URLSearchParams(at.query)}` : "");
    const answer = await this.client.ask({ method, path, ...(body && { body: JSON.stringify(body) }) });
    if (answer.kind === "none") throw new Error(`the gateway is away: ${answer.why}`);
    const said = objectOf(answer.text) ?? {};
    if (answer.status >= 300) {
      throw new BackendRefused(asText(said.error, 300) ?? `the gateway answers ${answer.status}`);
    }
    return said;
  }

  /** The forwarding partners with their settings, and whether batches of federation go by mail. */
  async partners(): Promise<{ partners: Partner[]; federation: boolean }> {
    const said = await this.#ask("GET /api/bbs/partners", undefined);
    const partners = asList(said.partners).map(asObject).map((one) => ({
      call: asText(one.call, 9) ?? "",
      connectScript: asText(one.connectScript) ?? "",
      proto: asText(one.proto, 16) ?? "",
      intervalMin: asNumber(one.intervalMin, 0, 1440) ?? 0,
      timebands: asText(one.timebands, 64) ?? "",
      requestReverse: one.requestReverse === true,
      enabled: one.enabled === true,
      waiting: asNumber(one.waiting, 0, 1e9) ?? 0,
      callAskedAt: asNumber(one.callAskedAt, 0, 1e12),
    })).filter(({ call }) => call !== "");
    return { partners, federation: said.federationOverFbb === true };
  }

  /** What waits for a partner, oldest first. */
  async pool(partner: string): Promise<FbbMessage[]> {
    const said = await this.#ask("GET /api/bbs/forward/pool", undefined, { query: { partner, limit: "50" } });
    return asList(said.messages).map(asObject).flatMap((one) => {
      const { type, from, at, to, bid, title, body, bodyBase64 } = one;
      const texts = [from, at, to, bid, title, body];
      if (!isType(type) || !texts.every((text) => typeof text === "string")) return [];
      return [{
        type,
        from: from as string,
        at: at as string,
        to: to as string,
        bid: bid as string,
        subject: utf8(title as string),
        body: bodyOf({ body: body as string, bodyBase64: asText(bodyBase64, Infinity) }),
      }];
    });
  }

  /** Hands in a message that a partner brought. */
  async inbound(partner: string, { subject, body, ...header }: FbbMessage): Promise<void> {
    await this.#ask("POST /api/bbs/forward/inbound", {
      message: { ...header, title: shownText(subject).slice(0, 200), ...bodyFields(body) },
      origin: `rf-fbb:${partner}`.slice(0, 32),
    });
  }

  /** Says how a session went. */
  async report(session: SessionReport): Promise<void> {
    await this.#ask("POST /api/bbs/forward/session", session);
  }

  /** Says what a partner answered to messages that were offered to it, by BID. */
  async settle(
    partner: string,
    verdicts: Omit<BbsRoutes["POST /api/bbs/forward/sent"]["body"], "partner">,
  ): Promise<void> {
    await this.#ask("POST /api/bbs/forward/sent", { partner, ...verdicts });
  }

  /** What somebody who is connected may read, and up to which number they have listed it. */
  async session(call: string): Promise<{ lastListed: number; messages: Mail[] }> {
    const said = await this.#ask("GET /api/bbs/session", undefined, { query: { call } });
    const messages = asList(said.messages).map(asObject).map((one) => ({
      id: asNumber(one.id, 0, Number.MAX_SAFE_INTEGER) ?? 0,
      type: asText(one.type, 1) ?? "P",
      from: asText(one.from, 16) ?? "",
      to: asText(one.to, 16) ?? "",
      subject: asText(one.subject, 200) ?? "",
      body: asText(one.body, 200_000) ?? "",
      postedAt: asNumber(one.postedAt, 0, 1e12) ?? 0,
      readAt: asNumber(one.readAt, 0, 1e12) ?? null,
    }));
    return { lastListed: asNumber(said.lastListed, 0, Number.MAX_SAFE_INTEGER) ?? 0, messages };
  }

  listed = (call: string, lastListed?: number) =>
    this.#ask("POST /api/bbs/session", { call, ...(lastListed === undefined ? {} : { lastListed }) });

  /** Notes that the addressee has read it. */
  read = (id: number) => this.#ask("POST /api/bbs/messages/:id/read", {}, { id });

  async kill(call: string, id: number): Promise<boolean> {
    return (await this.#ask("POST /api/bbs/kill", { call, id })).killed === true;
  }

  /** Posts a message; gives its number. */
  async post(mail: BbsRoutes["POST /api/bbs/messages"]["body"]) {
    return asNumber((await this.#ask("POST /api/bbs/messages", mail)).id, 0, Number.MAX_SAFE_INTEGER);
  }
}
