/** Proving control of a call (API "Accounts, identity, verification", `/verify/*`). */
import { z } from "#schemas";
import { isCall, normalCall } from "../../base/mod.ts";
import {
  claim,
  type ClaimWho,
  either,
  type Incoming,
  type Limit,
  networkOf,
  open,
  route,
  session,
  type SessionWho,
} from "../../http/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { Callsign, SPEC } from "../shapes.ts";
import { lotwFailure } from "../proofs/lotw_refusals.ts";

/** Refusals of every proof: the call is not the prover's, or the claim is over. */
const NOT_THEIRS = [
  accountFailure.not_held,
  accountFailure.claim_closed,
  accountFailure.claim_other_call,
  accountFailure.suspended,
];
/** Refusals of a proof that is right, where the call still cannot move to the prover's account. */
const NOT_MOVED = [
  accountFailure.held_verified,
  accountFailure.holder_suspended,
  accountFailure.operator_call,
];
const At = z.number().describe("A time, in whole unix seconds");
const Proved = z.object({
  verified: z.literal(true),
  callsign: z.string().describe("The call without SSID, prefix or suffix, e.g. OE1XYZ"),
  method: z.enum(["ampr_dns", "lotw"]),
  proof: z.string().optional().describe("What vouches for the answer: dnssec, or how many resolvers agree"),
  claimed: z.literal(true).optional().describe("true: the call moved to the account of whoever claimed it"),
});
const Proving = z.object({ callsign: Callsign.optional() });
const HOUR = 3600;
const limit = (name: string, points: number): Limit<never> => ({ name, points, seconds: HOUR });
const CLAIM_CODES = limit("on-air-claim", 5);
const CLAIM_CODES_ADDRESS = limit("on-air-claim-address", 20);
const STARTS_ACCOUNT = limit("verify-account", 10);
const STARTS_CALL = limit("verify-call", 5);
/** Codes that are not sent on the air (a record to publish, a message to sign) do not count against the on-air limit. */
const STARTS_OFF_AIR = limit("verify-off-air", 30);
const CHECKS = limit("verify-check", 30);

/** Base64 as RFC 4648 4 has it, padded or not; at most `most` bytes. */
const base64 = (most: number) =>
  z.string().max(Math.ceil(most / 3) * 4).regex(/^[A-Za-z0-9+/\r\n]*={0,2}$/, "must be base64")
    .transform((text) => Uint8Array.from(Buffer.from(text, "base64")));

type Who = ClaimWho | (SessionWho & { call: string });
/** The name under which the starts and checks of one prover are counted. */
const proverOf = (who: Who): string => who.kind === "claim" ? `claim ${who.claim}` : `account ${who.account}`;

export function verifyRoutes(people: People) {
  const { proofs, accounts, limits, db } = people;
  const gate = () => either(claim(), session());

  /** Counts an on-air start: by claim and address, or by account and call. */
  const countStart = (who: Who, incoming: Incoming, base: string): void => {
    if (who.kind === "claim") {
      limits.use(CLAIM_CODES, proverOf(who));
      limits.use(CLAIM_CODES_ADDRESS, networkOf(incoming.client));
    } else {
      limits.use(STARTS_ACCOUNT, proverOf(who));
      limits.use(STARTS_CALL, base);
    }
  };

  return [
    route("GET /verify/methods", {
      gate: open("which ways of proof there are"),
      spec: SPEC,
      summary: "Ways of proof that this instance offers",
      reply: z.object({
        methods: z.object({ rf_heard: z.boolean(), ampr_dns: z.boolean(), lotw: z.boolean() }),
        rfSites: z.number(),
      }),
      handle: () => proofs.methods(),
    }),
    route("POST /verify/aprs/start", {
      gate: gate(),
      spec: SPEC,
      summary: "Start a proof on the air: a code to send; sends nothing",
      body: Proving,
      reply: z.object({
        code: z.string(),
        to: z.string().describe("Callsign of this instance, to which the APRS message goes"),
        text: z.string().describe("Text of the APRS message that carries the code, to be sent unchanged"),
        expiresAt: At,
        sites: z.array(z.string()).describe("Receiving stations that may hear it"),
      }),
      errors: [accountFailure.no_receiving_site, ...NOT_THEIRS],
      handle: async ({ who, body, incoming }) => {
        const { base } = proofs.prover(who, body.callsign);
        if (people.ports.receivingSites().length === 0) throw accountFailure.no_receiving_site();
        countStart(who, incoming, base);
        return await db.write((tx) => proofs.startOnAir(tx, who, body.callsign));
      },
    }),
    route("GET /verify/aprs/status", {
      gate: open("whether a call is verified is public"),
      spec: SPEC,
      summary: "Whether control of a base call is verified",
      query: z.object({
        callsign: z.string().max(40).default("").describe("Callsign, with or without SSID"),
      }),
      reply: z.object({ verified: z.boolean() }),
      handle: ({ query }) => {
        const call = normalCall(query.callsign);
        return { verified: isCall(call) && accounts.isVerified(call) };
      },
    }),
    route("POST /verify/ampr/start", {
      gate: gate(),
      spec: SPEC,
      summary: "Start a proof by DNS: a TXT record to publish",
      body: Proving,
      reply: z.object({
        code: z.string(),
        name: z.string(),
        type: z.literal("TXT"),
        value: z.string(),
        record: z.string(),
        expiresAt: At,
      }),
      errors: [accountFailure.ampr_closed, ...NOT_THEIRS],
      handle: async ({ who, body }) => {
        proofs.prover(who, body.callsign);
        limits.use(STARTS_OFF_AIR, proverOf(who));
        return await db.write((tx) => proofs.startAmpr(tx, who, body.callsign));
      },
    }),
    route("POST /verify/ampr/check", {
      gate: gate(),
      spec: SPEC,
      summary: "Look the TXT record up",
      body: Proving,
      reply: Proved,
      errors: [
        accountFailure.ampr_closed,
        accountFailure.no_proof,
        accountFailure.too_many_tries,
        accountFailure.not_published,
        accountFailure.wrong_code,
        accountFailure.cname,
        accountFailure.not_signed,
        accountFailure.dnssec_bogus,
        accountFailure.resolvers_disagree,
        accountFailure.too_few_resolvers,
        ...NOT_MOVED,
        ...NOT_THEIRS,
      ],
      handle: async ({ who, body }) => {
        const { base } = proofs.prover(who, body.callsign);
        limits.use(CHECKS, `${proverOf(who)} ${base}`);
        return await proofs.checkAmpr(who, body.callsign);
      },
    }),
    route("POST /verify/lotw/start", {
      gate: gate(),
      spec: SPEC,
      summary: "Start a proof by LoTW certificate: a message to sign",
      body: Proving,
      reply: z.object({
        challenge: z.string(),
        message: z.string().describe("The text to sign with the LoTW certificate's key, to the letter"),
        algorithm: z.string(),
        expiresAt: At,
      }),
      errors: [accountFailure.lotw_closed, ...NOT_THEIRS],
      handle: async ({ who, body }) => {
        if (!(await proofs.methods()).methods.lotw) throw accountFailure.lotw_closed();
        proofs.prover(who, body.callsign);
        limits.use(STARTS_OFF_AIR, proverOf(who));
        return await db.write((tx) => proofs.startLotw(tx, who, body.callsign));
      },
    }),
    route("POST /verify/lotw/complete", {
      gate: gate(),
      spec: SPEC,
      summary: "Prove by certificates and a signature over the message",
      body: Proving.extend({
        certificates: z.array(base64(16_384)).max(16),
        signature: base64(2_048),
      }),
      reply: Proved,
      errors: [
        accountFailure.lotw_closed,
        accountFailure.no_proof,
        ...Object.values(lotwFailure),
        ...NOT_MOVED,
        ...NOT_THEIRS,
      ],
      handle: ({ who, body }) => proofs.completeLotw(who, body.callsign, body.certificates, body.signature),
    }),
  ];
}
