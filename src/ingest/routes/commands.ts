/** Remote control of boxes (API "Remote box"). */
import { z } from "#schemas";
import { isPlace, normalCall } from "../../base/mod.ts";
import {
  box,
  type BoxWho,
  either,
  ingest,
  type IngestWho,
  type Limit,
  route,
  session,
  type SessionWho,
} from "../../http/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { type Abilities, commandView, isTransmit } from "../commands/commands.ts";
import { boxId } from "../forms.ts";
import { ingestFailure } from "../errors.ts";
import type { IngestParts } from "../parts.ts";
import { BoxState, Transmission } from "../reports/shapes.ts";

const SPEC = 'API "Remote box"';
type Who = IngestWho | BoxWho | SessionWho;

const BOX = { id: "Id of the receiver box, as the list of boxes shows it" };
const Command = z.object({
  id: z.number(),
  callsign: z.string().nullable(),
  kind: z.string(),
  tool: z.string().nullable().describe("Name of the tool of the web app that asked for it"),
  payload: z.record(z.string(), z.unknown()),
  status: z.enum(["queued", "sent", "done", "failed", "expired"]),
  result: z.string().nullable(),
  position: z.object({ lat: z.number(), lon: z.number() }).optional()
    .describe("Where a beacon was sent from, as the box says"),
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  ackedAt: z.number().nullable(),
});

const list = (text: string | undefined): string[] =>
  (text ?? "").split(",").map(normalCall).filter((call) => /^[A-Z0-9-]{3,9}$/.test(call)).slice(0, 16);

/**
 * Sixty tries for an account in a quarter of an hour, as long as a code lives: it has 40 bits. Whoever guesses is
 * counted, not the box: nobody is kept from pairing a box of his own by others' guesses.
 */
const claims: Limit<SessionWho> = {
  name: "box-claim",
  points: 60,
  seconds: 900,
  per: ({ who }) => String(who.account),
};

export function boxRoutes({ db, boxes, boxCommands, reports, accounts, settings }: IngestParts) {
  /** A session has access to the boxes that are paired with its account. */
  const needOwner = (who: Who, id: string): void => {
    if (who.kind !== "session") return;
    if (boxes.owner(id) !== who.account) throw ingestFailure.not_paired({ pair: true });
  };
  /** Transmit commands run under a verified call; in a session one that the account holds. */
  const mayTransmit = (who: Who, id: string, callsign: string | undefined): string => {
    const call = normalCall(callsign ?? (who.kind === "session" ? who.call ?? "" : ""));
    const holder = call === "" ? undefined : accounts.holder(call);
    const own = who.kind === "session" ? who.account : boxes.owner(id);
    const held = holder !== undefined && !holder.suspended &&
      (who.kind === "ingest" || holder.accountId === own);
    if (!held || !accounts.isVerified(call)) throw ingestFailure.call_not_held({ callsign: call });
    return call;
  };

  return [
    route("POST /api/box/:id/pair", {
      gate: either(ingest(), box({ own: "id" })),
      spec: SPEC,
      summary: "Make a one-time pairing code for a box",
      params: BOX,
      status: 201,
      reply: z.object({ boxId: z.string(), code: z.string(), expiresAt: z.number() }),
      errors: [ingestFailure.bad_box_id],
      handle: ({ params }) => db.write((tx) => boxes.makePairing(tx, params.id)),
    }),
    route("POST /api/box/:id/claim", {
      gate: session(),
      spec: SPEC,
      summary: "Link a box to the account",
      params: BOX,
      limit: claims,
      reply: z.object({ ok: z.literal(true), boxId: z.string() }),
      body: z.object({ code: z.string().max(40) }),
      errors: [ingestFailure.bad_box_id, ingestFailure.pairing_code_form, ingestFailure.wrong_pairing_code],
      handle: async ({ who, params, body }) => {
        const id = boxId(params.id);
        await db.write((tx) => boxes.pair(tx, id, body.code, who.account));
        return { ok: true, boxId: id };
      },
    }),
    route("POST /api/box/:id/command", {
      gate: either(ingest(), box({ own: "id" }), session()),
      spec: SPEC,
      summary: "Queue a command for a box",
      params: BOX,
      body: z.object({
        kind: z.string().max(32).describe(
          "What the box is to do: beacon, message, packet, wx_beacon, igate, digi, tx, or status",
        ),
        callsign: z.string().max(9).optional().describe(
          "Callsign under which the box transmits, at most 9 characters; absent: its own",
        ),
        payload: z.record(z.string(), z.unknown()).optional().describe(
          "What the kind takes, at most 2000 characters; of a message {to, text}, of a packet {info}: a message of at most 67 characters or a status of at most 62",
        ),
        sig: z.string().max(200).optional(),
        tool: z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/).optional().describe(
          "Name of the tool of the web app that asks for a packet: one in 60 s, and 6 in an hour",
        ),
        lat: z.unknown().optional().describe("Refused: the box knows where it is"),
        lon: z.unknown().optional(),
      }),
      status: 201,
      reply: z.object({
        id: z.number(),
        boxId: z.string(),
        kind: z.string(),
        callsign: z.string().nullable(),
        status: z.string(),
        tx: z.boolean().describe("Whether it puts something on the air"),
      }),
      errors: [
        ingestFailure.bad_box_id,
        ingestFailure.not_paired,
        ingestFailure.unknown_command,
        ingestFailure.beacon_place,
        ingestFailure.bad_payload,
        ingestFailure.bad_comment,
        ingestFailure.bad_info,
        ingestFailure.tool_pace,
        ingestFailure.call_not_held,
      ],
      handle: async ({ who, params, body }) => {
        needOwner(who, boxId(params.id));
        if (body.kind === "beacon" && (body.lat !== undefined || body.lon !== undefined)) {
          throw ingestFailure.beacon_place();
        }
        const transmits = isTransmit(body.kind);
        if (transmits && who.kind === "box" && !who.services) throw ingestFailure.not_yours();
        const callsign = transmits ? mayTransmit(who, params.id, body.callsign) : body.callsign;
        const row = await db.write((tx) => boxCommands.enqueue(tx, params.id, { ...body, callsign }));
        return {
          id: row.id,
          boxId: row.box,
          kind: row.kind,
          callsign: row.call,
          status: row.status,
          tx: transmits,
        };
      },
    }),
    route("GET /api/box/:id/commands", {
      gate: either(ingest(), box({ own: "id" })),
      spec: SPEC,
      summary: "Commands that wait for the box; being handed out marks them as sent",
      query: z.object({
        tx: z.string().max(5).optional().describe(
          "1: the box may transmit; anything else, or absent: it may not",
        ),
        rf: z.string().max(5).optional().describe(
          "1: the box has an APRS radio; anything else, or absent: it has none",
        ),
        meshcom: z.string().max(200).optional().describe("Comma list of its MeshCom nodes' calls"),
        kiss: z.string().max(200).optional().describe("Comma list of the calls of its TNCs"),
        via: z.string().max(200).optional().describe("Comma list of its node's relays; empty for off"),
      }),
      errors: [ingestFailure.bad_box_id],
      params: BOX,
      reply: z.object({
        serviceCall: z.string(),
        commands: z.array(
          Command.pick({ id: true, callsign: true, kind: true, payload: true, createdAt: true })
            .extend({ sig: z.string().nullable() }),
        ),
      }),
      handle: async ({ who, params, query }) => {
        if (who.kind === "box") await boxes.seen(who.box);
        const abilities: Abilities = {
          transmits: query.tx === "1",
          radio: query.rf === "1",
          mesh: list(query.meshcom),
          kiss: list(query.kiss),
          ...(query.via === undefined ? {} : { relays: list(query.via) }),
        };
        const commands = await db.write((tx) => boxCommands.lease(tx, boxId(params.id), abilities));
        return {
          serviceCall: serviceCall(settings),
          commands: commands.map((row) => {
            const { id, callsign, kind, payload, createdAt } = commandView(row);
            return { id, callsign, kind, payload, sig: row.sig, createdAt };
          }),
        };
      },
    }),
    route("POST /api/box/:id/commands/ack", {
      gate: either(ingest(), box({ own: "id" })),
      spec: SPEC,
      summary: "Say what became of a command",
      params: BOX,
      reply: z.object({ ok: z.boolean().describe("false: not a command of this box that waits") }),
      errors: [ingestFailure.bad_box_id],
      body: z.object({
        id: z.number().int(),
        status: z.enum(["done", "failed"]),
        result: z.string().max(2000).optional(),
        position: z.object({ lat: z.number(), lon: z.number() })
          .refine(({ lat, lon }) => isPlace(lat, lon), "is not a place on the globe").optional(),
      }),
      handle: async ({ params, body }) => ({
        ok: await db.write((tx) => boxCommands.acknowledge(tx, boxId(params.id), body)),
      }),
    }),
    route("GET /api/box/:id/log", {
      gate: either(ingest(), box({ own: "id" }), session()),
      spec: SPEC,
      summary:
        "What a box was told to do, what it transmitted (newest first), and what it last reported of itself",
      params: BOX,
      reply: z.object({
        boxId: z.string(),
        commands: z.array(Command),
        state: BoxState.nullable().describe("What the box last reported of itself; null where it never did"),
        transmissions: z.array(Transmission).describe(
          "What it transmitted, and what it refused to transmit, with the rules that refused it",
        ),
      }),
      errors: [ingestFailure.bad_box_id, ingestFailure.not_paired],
      handle: ({ who, params }) => {
        needOwner(who, boxId(params.id));
        return {
          boxId: params.id,
          commands: boxCommands.store.log({ box: params.id }).map(commandView),
          state: reports.stateOf(params.id),
          transmissions: reports.transmissionsOf(params.id),
        };
      },
    }),
  ];
}
