/** Proving control of a call (API "Accounts, identity, verification", `/verify/*`). */
import { z } from "zod";
import { isCall, normalCall } from "../../base/mod.ts";
import {
  claim,
  type ClaimWho,
  either,
  type Incoming,
  type Limit,
  open,
  type Route,
  route,
  session,
  type SessionWho,
} from "../../http/mod.ts";
import { networkOf } from "../../http/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { lotwFailure } from "./lotw_refusals.ts";

const SPEC = 'API "Accounts, identity, verification"';
const Callsign = z.object({ callsign: z.string().trim().min(1).max(20).optional() });
const HOUR = 3600;
const limit = (name: string, points: number): Limit<never> => ({ name, points, seconds: HOUR });
const CLAIM_CODES = limit("on-air-claim", 5);
const CLAIM_CODES_ADDRESS = limit("on-air-claim-address", 20);
const STARTS_ACCOUNT = limit("verify-account", 10);
const STARTS_CALL = limit("verify-call", 5);
/** Codes that go nowhere by themselves (a record to publish, a message to sign) use up none of the on-air ones. */
const STARTS_OFF_AIR = limit("verify-off-air", 30);
const CHECKS = limit("verify-check", 30);

/** Base64 as RFC 4648 4 has it, padded or not; at most `most` bytes. */
const base64 = (most: number) =>
  z.string().max(Math.ceil(most / 3) * 4).regex(/^[A-Za-z0-9+/\r\n]*={0,2}$/, "must be base64")
    .transform((text) => Uint8Array.from(Buffer.from(text, "base64")));

export function verifyRoutes(people: People): Route[] {
  const { proofs, accounts, limits, db } = people;
  const gate = () => either(claim(), session());
  type Who = ClaimWho | (SessionWho & { call: string });

  /** Counts an on-air start: by claim and address, or by account and call. */
  const countStart = async (who: Who, incoming: Incoming, base: string) => {
    if (who.kind === "claim") {
      await limits.use(CLAIM_CODES, `claim ${who.claim}`);
      await limits.use(CLAIM_CODES_ADDRESS, networkOf(incoming.client));
    } else {
      await limits.use(STARTS_ACCOUNT, `account ${who.account}`);
      await limits.use(STARTS_CALL, base);
    }
  };
  const countOffAir = (who: Who) =>
    limits.use(STARTS_OFF_AIR, who.kind === "claim" ? `claim ${who.claim}` : `account ${who.account}`);
  const refusals = ["not_held", "claim_closed", "claim_other_call", "bad_claim"];

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
      body: Callsign,
      errors: [accountFailure.no_receiving_site, ...refusals],
      handle: async ({ who, body, incoming }) => {
        const { base } = proofs.prover(who, body.callsign);
        if (people.ports.receivingSites().length === 0) throw accountFailure.no_receiving_site();
        await countStart(who, incoming, base);
        return await db.write((tx) => proofs.startOnAir(tx, who, body.callsign));
      },
    }),
    route("GET /verify/aprs/status", {
      gate: open("whether a call is proven is public"),
      spec: SPEC,
      summary: "Whether control of a base call is proven",
      query: z.object({ callsign: z.string().max(40).default("") }),
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
      body: Callsign,
      reply: z.object({
        code: z.string(),
        name: z.string(),
        type: z.literal("TXT"),
        value: z.string(),
        record: z.string(),
        expiresAt: z.number(),
      }),
      errors: [accountFailure.ampr_closed, ...refusals],
      handle: async ({ who, body }) => {
        proofs.prover(who, body.callsign);
        countOffAir(who);
        return await db.write((tx) => proofs.startAmpr(tx, who, body.callsign));
      },
    }),
    route("POST /verify/ampr/check", {
      gate: gate(),
      spec: SPEC,
      summary: "Look the TXT record up",
      body: Callsign,
      errors: [
        ...[
          "ampr_closed",
          accountFailure.no_proof,
          accountFailure.too_many_tries,
          accountFailure.not_published,
          accountFailure.wrong_code,
          accountFailure.cname,
          accountFailure.not_signed,
        ],
        ...["dnssec_bogus", "resolvers_disagree", "too_few_resolvers", "held_verified", "holder_suspended"],
        ...refusals,
      ],
      handle: async ({ who, body }) => {
        const { base } = proofs.prover(who, body.callsign);
        await limits.use(CHECKS, `${who.kind} ${who.kind === "claim" ? who.claim : who.account} ${base}`);
        return await proofs.checkAmpr(who, body.callsign);
      },
    }),
    route("POST /verify/lotw/start", {
      gate: gate(),
      spec: SPEC,
      summary: "Start a proof by LoTW certificate: a message to sign",
      body: Callsign,
      errors: [accountFailure.lotw_closed, ...refusals],
      handle: async ({ who, body }) => {
        if (!(await proofs.methods()).methods.lotw) throw accountFailure.lotw_closed();
        proofs.prover(who, body.callsign);
        countOffAir(who);
        return await db.write((tx) => proofs.startLotw(tx, who, body.callsign));
      },
    }),
    route("POST /verify/lotw/complete", {
      gate: gate(),
      spec: SPEC,
      summary: "Prove by certificates and a signature over the message",
      body: Callsign.extend({
        certificates: z.array(base64(16_384)).max(16),
        signature: base64(2_048),
      }),
      errors: [
        accountFailure.lotw_closed,
        accountFailure.no_proof,
        ...Object.values(lotwFailure),
        accountFailure.held_verified,
        accountFailure.holder_suspended,
        ...refusals,
      ],
      handle: ({ who, body }) => proofs.completeLotw(who, body.callsign, body.certificates, body.signature),
    }),
  ];
}
