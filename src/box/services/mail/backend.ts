/** The gateway's mail as a service box reaches it (API "Ingest and BBS backend"). */
import type { FbbMessage, MessageType } from "../../../fbb/mod.ts";
import { MESSAGE_TYPES, shownText, wireText } from "../../../fbb/mod.ts";
import { utf8 } from "../../../base/mod.ts";
import { type GatewayClient, objectOf } from "../../gateway/client.ts";
import { asList, asNumber, asObject, asText, type Json } from "../../json.ts";

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

/** Thrown where the gateway refuses, with the gateway's own sentence. */
export class BackendRefused extends Error {}

const isType = (value: unknown): value is MessageType => MESSAGE_TYPES.includes(value as MessageType);

/** Each method is one request. Throws `BackendRefused` where the gateway refuses, `Error` where it is away. */
export class MailBackend {
  constructor(readonly client: Pick<GatewayClient, "ask">) {}

  async #ask(method: "GET" | "POST", path: string, body?: Json): Promise<Json> {
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
    const said = await this.#ask("GET", "/api/bbs/partners");
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
    const query = new URLSearchParams({ partner, limit: "50" });
    const said = await this.#ask("GET", `/api/bbs/forward/pool?${query}`);
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
        body: typeof bodyBase64 === "string"
          ? Uint8Array.from(Buffer.from(bodyBase64, "base64"))
          : wireText(body as string),
      }];
    });
  }

  /** Hands in a message that a partner brought. */
  async inbound(partner: string, { subject, body, ...header }: FbbMessage): Promise<void> {
    const text = shownText(body);
    const isExact = Buffer.compare(wireText(text), body) === 0;
    await this.#ask("POST", "/api/bbs/forward/inbound", {
      message: {
        ...header,
        title: shownText(subject).slice(0, 200),
        body: text,
        ...(isExact ? {} : { bodyBase64: Buffer.from(body).toString("base64") }),
      },
      origin: `rf-fbb:${partner}`.slice(0, 32),
    });
  }

  /** Says how a session went. */
  async report(session: {
    partner: string;
    seconds: number;
    outcome: string;
    words: string;
    sent: number;
    received: number;
    bytesOut: number;
    bytesIn: number;
    transcript: string;
  }): Promise<void> {
    await this.#ask("POST", "/api/bbs/forward/session", session);
  }

  /** Says what a partner answered to messages that were offered to it, by BID. */
  async settle(
    partner: string,
    verdicts: { bids: string[]; refused: { bid: string; words: string }[]; deferred: string[] },
  ): Promise<void> {
    await this.#ask("POST", "/api/bbs/forward/sent", { partner, ...verdicts });
  }

  /** What somebody who is connected may read, and up to which number they have listed it. */
  async session(call: string): Promise<{ lastListed: number; messages: Mail[] }> {
    const said = await this.#ask("GET", `/api/bbs/session?${new URLSearchParams({ call })}`);
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
    this.#ask("POST", "/api/bbs/session", { call, ...(lastListed === undefined ? {} : { lastListed }) });

  /** Notes that the addressee has read it. */
  read = (id: number) => this.#ask("POST", `/api/bbs/messages/${id}/read`, {});

  async kill(call: string, id: number): Promise<boolean> {
    return (await this.#ask("POST", "/api/bbs/kill", { call, id })).killed === true;
  }

  /** Posts a message; gives its number. */
  async post(mail: { fromCall: string; toCall: string; subject: string; body: string; type?: string }) {
    return asNumber((await this.#ask("POST", "/api/bbs/messages", mail)).id, 0, Number.MAX_SAFE_INTEGER);
  }
}
