/** `GET /api/start`: what a page of the app needs first, in one piece, so that no page probes for what is there. */
import { createHash } from "node:crypto";
import { z } from "#schemas";
import { aprsFrequency } from "../../caches/mod.ts";
import { PROGRAM } from "../../base/mod.ts";
import { jsonText, nameOf, open, route, type SessionWho, versioned } from "../../http/mod.ts";
import {
  CLUB_TEXT,
  instanceId,
  serviceCall,
  type Settings,
  shownName,
  SPOTS_ENABLED,
  startRegion,
  TOOLS,
} from "../../settings/mod.ts";

const StartReply = z.object({
  instance: z.string().describe("Name by which other instances know this one"),
  name: z.string().describe("Name of the instance for people, as its operator chose it"),
  about: z.string().optional().describe("A few words of the club about itself"),
  serviceCall: z.string().describe("The call that takes commands over the air"),
  frequency: z.object({
    mhz: z.string().describe("The frequency as people say it, with three decimals or four: 144.800"),
    usual: z.boolean().describe("true: what is usual in the country, for the operator has set none"),
  }).nullable().describe("Where APRS is sent here; null: not known"),
  region: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }).nullable()
    .describe("Where lists and maps start, in degrees; null: nobody has said where this instance is"),
  session: z.object({
    account: z.number().nullable()
      .describe("Number of the account: a call may be another person's one day, this never is"),
    call: z.string().nullable(),
    verified: z.boolean(),
    sysop: z.boolean(),
    operatorsAt: z.string().optional().describe(
      "Of an operator whose session is on http while this instance has https: the address at which operators act",
    ),
  }),
  moved: z.object({ from: z.string(), at: z.number() }).optional().describe(
    "The address changed, and passkeys that were made before hold for the former one alone",
  ),
  configured: z.object({
    mail: z.boolean().describe("Whether this instance can mail sign-in links"),
    links: z.boolean().describe("The operator may make a sign-in link for anybody"),
    push: z.boolean().describe("Browsers can be told of news while no page is open"),
    spots: z.boolean().describe("This instance reads who is on the air elsewhere"),
    tools: z.boolean().describe("The setting TOOLS is not off: small programs may be installed"),
    node: z.boolean().describe("A packet node has handed its table over"),
  }),
  program: z.string().optional().describe("For operators: how the program is called on the gateway's host"),
  prefs: z.record(z.string(), z.unknown()).describe("Of who is signed in; empty for others"),
  counts: z.object({
    messages: z.number().describe("Messages on the air to the account's calls, not read yet"),
    mailbox: z.number().describe("Messages in the mailbox that wait until the account's stations are heard"),
    packetMail: z.number().describe("Personal packet messages that the member has not read yet"),
    bulletins: z.number().describe("Bulletins not read yet, at most 200"),
    radioCommands: z.number().describe("Commands over the air that wait for their sender's word"),
    alerts: z.number().describe("Alerts that the account has not seen yet"),
  }),
});
export type Start = z.infer<typeof StartReply>;

/** What other areas know of the person. */
export interface StartPorts {
  isVerified(call: string): boolean;
  prefs(account: number): Record<string, unknown>;
  counts(account: number): Start["counts"];
  pushConfigured(): boolean;
  /** Whether a packet node's table is known. */
  hasNode(): boolean;
  /** Where this instance was before, where passkeys of then do not work any more. */
  moved(): { from: string; at: number } | undefined;
  /** Where an operator's session would act that may not here. */
  operatorsAt(session: SessionWho): string | undefined;
  /** Which sign-in links there are. */
  signIn(): { mail: boolean; links: boolean };
}

const NOTHING = { messages: 0, mailbox: 0, packetMail: 0, bulletins: 0, radioCommands: 0, alerts: 0 };

export function startRoutes(settings: Settings, ports: StartPorts) {
  const instance = instanceId(settings);
  const startOf = (who: SessionWho | undefined): Start => {
    const call = who?.call ?? null, about = settings.get(CLUB_TEXT);
    const moved = ports.moved(), operatorsAt = who && !who.sysop ? ports.operatorsAt(who) : undefined;
    return {
      instance,
      name: nameOf(shownName(settings)),
      ...(about !== undefined && { about }),
      serviceCall: serviceCall(settings),
      frequency: aprsFrequency(settings),
      region: startRegion(settings) ?? null,
      session: {
        account: call === null ? null : who!.account,
        call,
        verified: call !== null && ports.isVerified(call),
        sysop: who?.sysop ?? false,
        ...(operatorsAt !== undefined && { operatorsAt }),
      },
      ...(moved !== undefined && { moved }),
      configured: {
        ...ports.signIn(),
        push: ports.pushConfigured(),
        spots: settings.get(SPOTS_ENABLED),
        tools: settings.get(TOOLS) !== "off",
        node: ports.hasNode(),
      },
      ...(who?.sysop && { program: PROGRAM }),
      prefs: who && call ? ports.prefs(who.account) : {},
      counts: who && call ? ports.counts(who.account) : NOTHING,
    };
  };
  return [
    route("GET /api/start", {
      gate: open("every page begins with it, signed in or not"),
      spec: 'API "Live and misc"',
      summary: "What a page of the app needs first: session, what is configured, preferences, counts",
      reply: StartReply,
      also: { 304: "What If-None-Match names is the newest" },
      handle: ({ who, incoming }) => {
        const body = JSON.stringify(startOf(who.session));
        const tag = createHash("sha256").update(body).digest("base64url").slice(0, 16);
        return versioned(incoming, tag, () => jsonText(body));
      },
    }),
  ];
}
