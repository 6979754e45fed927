/** Finding an instance by its callsign, and being found by one's own (FED "DNS onboarding"). */
import { z } from "#schemas";
import { json, type Limit, type OperatorWho, route, sysopOrOperator, type SysopWho } from "../../http/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";

const Resolved = z.object({
  callsign: z.string(),
  name: z.string().describe("DNS name under which the record stands"),
  instance: z.string(),
  fingerprint: z.string(),
  words: z.array(z.string()).describe("The fingerprint in words, two for each group"),
  url: z.string(),
  host: z.string().nullable(),
  web: z.string().nullable(),
});
/** What comes of looking for a callsign. */
const Found = z.union([
  z.object({
    ok: z.literal(true),
    admitted: z.enum(["dnssec", "operator-confirmed"]),
    peer: z.object({ url: z.string(), instance: z.string(), callsign: z.string(), trust: z.string() }),
    descriptorChecked: z.boolean().describe("Whether the instance itself was reached and said the same"),
  }),
  z.object({
    requiresConfirm: z.literal(true),
    resolved: Resolved,
    signed: z.boolean().describe("Whether the DNS answer is signed (DNSSEC)"),
    descriptorChecked: z.boolean(),
  }),
]);
const RecordReply = z.object({
  name: z.string(),
  portal: z.string().describe("The name left of the callsign's own; empty for that name itself"),
  type: z.enum(["A", "TXT"]),
  value: z.string(),
  placeholder: z.boolean().describe("The value stands for one that only the operator knows"),
  purpose: z.string(),
});
const SaidReply = z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() });
export const Identity = z.object({
  callsign: z.string().nullable(),
  host: z.string().nullable(),
  web: z.string().nullable(),
  records: z.array(RecordReply),
  alternative: RecordReply.nullable(),
  reason: z.enum(["unsigned", "no_callsign", "no_place"]).optional(),
  lines: z.array(z.object({
    id: z.string(),
    status: z.enum(["pass", "warn", "fail", "info"]),
    label: z.string(),
    detail: z.string(),
    fix: z.string().optional(),
    said: z.object({ detail: SaidReply.optional(), fix: SaidReply.optional() })
      .describe("Codes and values of detail and fix, for whoever says them in another language"),
  })).optional(),
});

const perActor: Limit<SysopWho | OperatorWho> = {
  name: "federation-dns",
  points: 30,
  seconds: 60,
  per: ({ who }) => who.actor,
};

export function onboardRoutes(federation: Federation) {
  return [
    route("POST /federation/peers/44net", {
      gate: sysopOrOperator(),
      spec: 'FED "DNS onboarding"',
      summary: "Find an instance by its operator's callsign, and take it in",
      limit: perActor,
      body: z.object({
        callsign: z.string().max(16).optional(),
        host: z.string().max(260).optional().describe(
          "The callsign's name in the amateur zone, or one below it",
        ),
        instance: z.string().max(253).optional().describe("Which one, where several stand at the name"),
        confirm: z.boolean().optional().describe("Take in what was shown, though its answer is not signed"),
        preview: z.boolean().optional().describe(
          "Only show what is found and store nothing, even if it is signed",
        ),
      }),
      reply: Found,
      also: { 201: "Taken in; 200 where the same record brought it in before, or it is only shown" },
      errors: [
        fedFailure.bad_call_name,
        fedFailure.dns_closed,
        fedFailure.dns_silent,
        fedFailure.dns_bogus,
        fedFailure.dns_alias,
        fedFailure.resolvers_disagree,
        fedFailure.no_binding,
        fedFailure.several_bindings,
        fedFailure.binding_mismatch,
        fedFailure.binding_changed,
        fedFailure.no_answer,
        fedFailure.peer_self,
        fedFailure.peer_known,
        fedFailure.peer_blocked,
        fedFailure.instance_taken,
        fedFailure.registry_mismatch,
        fedFailure.registry_broken,
      ],
      handle: async ({ who, body }) => {
        const found = await federation.onboarding.find(body, who.actor);
        if ("requiresConfirm" in found) return found;
        const { admitted, peer: { url, instance, trust }, callsign, descriptorChecked, again } = found;
        const peer = { url, instance: instance!, callsign, trust };
        return json({ ok: true, admitted, peer, descriptorChecked }, again ? 200 : 201);
      },
    }),
    route("GET /api/admin/federation/identity", {
      gate: sysopOrOperator(),
      spec: 'FED "Peer management"',
      summary: "The records to publish for this instance's callsign",
      limit: perActor,
      query: z.object({
        check: z.string().optional().describe("1: look at what is published, each with a fix"),
      }),
      reply: Identity,
      handle: async ({ query }) => ({
        ...federation.onboarding.ownRecords(),
        ...(query.check === "1" ? { lines: await federation.onboarding.checkOwnRecords() } : {}),
      }),
    }),
  ];
}
