/** POST /ingest and what goes with it (API "Ingest and BBS backend"). */
import { z } from "#schemas";
import { normalCall } from "../../base/mod.ts";
import { isOfOneWrite } from "../../db/mod.ts";
import {
  box,
  type BoxWho,
  either,
  type Gate,
  ingest,
  type IngestWho,
  judgedByService,
  type Limit,
  route,
} from "../../http/mod.ts";
import { instanceId, serviceCall, usableSecrets } from "../../settings/mod.ts";
import type { MeshtasticReception, Reception } from "../../stations/mod.ts";
import { accountFailure } from "../../accounts/mod.ts";
import { deviceBatch, deviceFailure, type DeviceWho } from "../intake/device_batch.ts";
import { JOIN_STEPS } from "../boxes/open_codes.ts";
import { ingestFailure } from "../errors.ts";
import { isMeshtastic, readMeshtastic } from "../intake/meshtastic.ts";
import {
  clampedTime,
  MOST_ITEMS,
  type PostedFind,
  readBatch,
  readFind,
  readPacket,
  readPosition,
  type Sender,
} from "../intake/items.ts";
import type { IngestParts } from "../parts.ts";
import { BatchReply, PostedBatch } from "../intake/shapes.ts";
import { gateMac, judgeCalls, readGateQuery } from "../intake/txgate.ts";

const SPEC = 'API "Ingest and BBS backend"';
type Place = Pick<BatchReply["rejected"][number], "list" | "index">;
/** Whether an item says of itself that nobody heard it. */
const isSimulated = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && (value as Record<string, unknown>).via === "simulated";

/** API contract: signed and secret bodies of receivers. */
const BODY = 5 << 20;

/** 240 device-signed batches a minute for a call; receivers have no limit. */
const deviceLimit: Limit<IngestWho | BoxWho | DeviceWho> = {
  name: "device-batches",
  points: 240,
  seconds: 60,
  per: ({ who }) => who.kind === "device" ? who.call : undefined,
};
/** How one key of the instance followed the other (FED "Key pin", svc-rot/1). */
const Rotation = z.object({ key: z.string(), prevKey: z.string(), at: z.number(), sig: z.string() });
/** For each network alone: codes have 80 bits, so that strangers who guess together find none, and lock nobody out. */
const enrolLimit: Limit = { name: "enroll", points: 10, seconds: 900 };

/** A wizard says every few seconds how far it is; guesses at a digest of 80 random bits are as hopeless as at the code. */
const progressLimit: Limit = { name: "enroll-progress", points: 300, seconds: 900 };

export function intakeRoutes(parts: IngestParts) {
  const { stations, boxes, reports, heard, settings, world, accounts } = parts;
  const receivers = either(ingest(), box(), deviceBatch(accounts));
  const gate: Gate<IngestWho | BoxWho | DeviceWho> = { ...receivers, label: "ingest|box" };

  const senderOf = (who: IngestWho | BoxWho | DeviceWho): Sender =>
    who.kind === "ingest"
      ? { kind: "secret" }
      : who.kind === "device"
      ? { kind: "device", call: who.call, key: who.key }
      : { kind: "box", box: who.box, enrolledFor: boxes.store.byId({ id: who.box })?.enrolledFor ?? null };

  return [
    route("POST /ingest", {
      gate,
      spec: SPEC,
      summary: "Hand over what was heard: packets, positions, finds",
      raw: "application/json",
      maxBytes: BODY,
      limit: deviceLimit,
      rawShape: PostedBatch,
      reply: BatchReply,
      errors: [
        ingestFailure.bad_batch,
        ingestFailure.batch_too_large,
        deviceFailure.unknown_key,
        accountFailure.suspended,
      ],
      handle: async ({ who, body }) => {
        const batch = readBatch(body as Uint8Array);
        if (!batch) throw ingestFailure.bad_batch();
        const { packets, positions, finds, bytewise, box: said } = batch;
        if (packets.length + positions.length + finds.length > MOST_ITEMS) {
          throw ingestFailure.batch_too_large();
        }
        const sender = senderOf(who), now = world.now();
        const rejected: BatchReply["rejected"] = [];
        const receptions: Reception[] = [];
        /** Where each of them, and each packet of a mesh, stands in what was posted. */
        const from: Place[] = [], fromMesh: Place[] = [];
        const keep = (list: "packets" | "positions", index: number, read: Reception | string) => {
          if (typeof read === "string") return void rejected.push({ list, index, reason: read });
          receptions.push(read);
          from.push({ list, index });
        };
        let simulated = 0;
        // Few boxes ever play a recording.
        const played = packets.some(isSimulated) ? await import("../intake/simulated.ts") : undefined;
        const meshed: MeshtasticReception[] = [];
        packets.forEach((item, i) => {
          if (isMeshtastic(item)) {
            const read = readMeshtastic(item, clampedTime(item.heardAt, now), sender);
            if (typeof read === "string") {
              return void rejected.push({ list: "packets", index: i, reason: read });
            }
            meshed.push(read);
            fromMesh.push({ list: "packets", index: i });
            return;
          }
          if (!played || !isSimulated(item)) {
            return keep("packets", i, readPacket(item, sender, now, bytewise));
          }
          const problem = played.simulatedProblem(item, sender, now, bytewise);
          if (problem === undefined) simulated++;
          else rejected.push({ list: "packets", index: i, reason: problem });
        });
        positions.forEach((item, i) => keep("positions", i, readPosition(item, sender, now)));
        const outcomes = receptions.length > 0 ? await stations.receive(receptions) : [];
        heard.note(receptions.filter((_, i) => outcomes[i] !== "not_storable"));
        let accepted = 0, duplicates = 0;
        const ofMeshes = await stations.meshtastic.receive(meshed), places = [...from, ...fromMesh];
        for (const [i, outcome] of [...outcomes, ...ofMeshes].entries()) {
          if (outcome === "accepted") accepted++;
          else if (outcome === "duplicate") duplicates++;
          else rejected.push({ ...places[i]!, reason: outcome });
        }
        const found = await logFinds(parts, finds.map((item) => readFind(item, sender, now)));
        for (const [index, outcome] of found.entries()) {
          if (outcome === "accepted") accepted++;
          else if (outcome === "duplicate") duplicates++;
          else rejected.push({ list: "finds", index, reason: outcome.reason });
        }
        if (said !== undefined) {
          const read = who.kind === "device"
            ? "not_yours" as const
            : reports.read(said, who.kind === "box" ? who.box : undefined);
          const flaw = typeof read === "string"
            ? read
            : await unlessRefused(parts.db.write((tx) => reports.take(tx, read.box, read.report)));
          if (typeof flaw === "string") rejected.push({ list: "box", index: 0, reason: flaw });
        }
        if (who.kind === "box") await boxes.seen(who.box);
        return { accepted, duplicates, ...(simulated > 0 ? { simulated } : {}), rejected };
      },
    }),
    route("GET /ingest/check", {
      gate: either(ingest(), box()),
      spec: SPEC,
      summary: "Whether a receiver's credential is good, and which sites it may claim",
      reply: z.object({
        ok: z.literal(true),
        instance: z.string(),
        serviceCall: z.string(),
        sites: z.array(z.string()),
        box: z.string().nullable(),
        key: z.string().nullable().describe(
          "Key under which answers to boxes are signed (x-instance-sig), base64url; null where there is none",
        ),
        rotations: z.array(Rotation).describe("How an earlier key handed over to it, oldest first"),
      }),
      handle: ({ who }) => ({
        ok: true,
        instance: instanceId(settings),
        serviceCall: serviceCall(settings),
        sites: boxes.sites.claimable(who.kind === "box" ? who.box : undefined),
        box: who.kind === "box" ? who.box : null,
        key: parts.identity.key?.publicKey ?? null,
        rotations: [...parts.identity.rotations],
      }),
    }),
    route("GET /ingest/txgate", {
      gate: either(ingest(), box()),
      spec: SPEC,
      summary: "Under which calls a box may transmit",
      query: z.object({
        calls: z.string().max(400).optional().describe("Callsigns to ask about, as a comma list of 1 to 16"),
        nonce: z.string().max(100).optional().describe("16 to 64 letters, digits, - or _; comes back"),
        box: z.string().max(64).optional().describe("The box's id, where the ingest secret is shown"),
      }),
      reply: z.object({
        calls: z.record(
          z.string(),
          z.object({
            ok: z.boolean(),
            reason: z.enum(["invalid_call", "not_verified", "not_held", "suspended"]).optional(),
          }),
        ),
        nonce: z.string(),
      }),
      errors: [ingestFailure.bad_calls, ingestFailure.bad_nonce],
      handle: ({ who, query }) => {
        const calls = readGateQuery(query.calls, query.nonce);
        const secret = who.kind === "ingest";
        const id = who.kind === "box" ? who.box : query.box;
        const body = JSON.stringify({
          calls: judgeCalls(calls, { box: id, secret }, { boxes, accounts, settings }),
          nonce: query.nonce,
        });
        const headers: Record<string, string> = {
          "content-type": "application/json; charset=utf-8",
          "cache-control": "no-store",
        };
        const shared = usableSecrets(settings).INGEST_SECRET;
        if (secret && shared !== undefined) headers["x-txgate-mac"] = gateMac(shared, query.nonce!, body);
        return new Response(body, { headers });
      },
    }),
    route("POST /ingest/enroll", {
      gate: judgedByService("boxcode", "spends a one-time code and is signed with the new key"),
      spec: SPEC,
      summary: "Enrol a receiver box under a one-time code",
      limit: enrolLimit,
      body: z.object({
        code: z.string().max(40).describe("The one-time code, as it was printed"),
        box: z.string().max(64).describe("The id that the box gives itself"),
        key: z.string().max(64).describe("The 32 bytes of an Ed25519 public key, in base64url"),
        at: z.number().int().describe("Unix seconds, at most five minutes off"),
        sig: z.string().max(100).describe(
          "Ed25519 signature, base64url, over `svc-box-enroll/1`, a line feed and the canonical JSON of {at, box, code, key}",
        ),
        label: z.string().max(64).optional(),
      }),
      status: 201,
      reply: z.object({
        box: z.string(),
        instance: z.string(),
        label: z.string(),
        callsign: z.string().nullable(),
        instanceKey: z.string().nullable().describe(
          "Key under which answers to the box are signed; null for none",
        ),
      }),
      errors: [
        ingestFailure.bad_box_id,
        ingestFailure.bad_key,
        ingestFailure.stale,
        ingestFailure.bad_enroll_signature,
        ingestFailure.bad_enrolment_code,
        ingestFailure.box_exists,
        ingestFailure.key_in_use,
      ],
      handle: async ({ body }) => {
        const enrolled = await parts.db.write((tx) => boxes.enroll(tx, body));
        return {
          ...enrolled,
          instance: instanceId(settings),
          instanceKey: parts.identity.key?.publicKey ?? null,
        };
      },
    }),
    route("POST /ingest/enroll/progress", {
      gate: judgedByService("boxcode", "shows the digest of a code that is open"),
      spec: SPEC,
      summary: "Say how far a box is that will join under a code, and whether the code is good",
      limit: progressLimit,
      body: z.object({
        digest: z.string().max(64).describe(
          "SHA-256, hex digits, of the code in capitals without blanks and dashes: it lets nobody join",
        ),
        step: z.enum(JOIN_STEPS),
        frames: z.number().int().min(0).max(1e6).default(0).describe(
          "How many packets it has heard since it began to listen",
        ),
        direct: z.number().int().min(0).max(1e6).default(0).describe("How many of these without a relay"),
      }),
      reply: z.object({ expiresAt: z.number().describe("Unix seconds: until then the code is good") }),
      errors: [ingestFailure.bad_enrolment_code],
      handle: ({ body: { digest, ...progress } }) => ({ expiresAt: boxes.codes.advance(digest, progress) }),
    }),
  ];
}

/** Hands finds to the game; without one, every find is refused by itself. */
async function logFinds(
  { finds }: IngestParts,
  posted: readonly (PostedFind | string)[],
): Promise<("accepted" | "duplicate" | { reason: string })[]> {
  const outcomes: ("accepted" | "duplicate" | { reason: string })[] = [];
  for (const one of posted) {
    if (typeof one === "string") outcomes.push({ reason: one });
    else if (!finds) outcomes.push({ reason: "finds_not_taken" });
    else {
      const outcome = await unlessRefused(finds.log({ ...one, call: normalCall(one.call) }));
      outcomes.push(outcome === "not_storable" ? { reason: outcome } : outcome);
    }
  }
  return outcomes;
}

/** What a write gives, or the reason with which its item is refused where that item cannot be written. */
async function unlessRefused<T>(write: Promise<T>): Promise<T | "not_storable"> {
  try {
    return await write;
  } catch (error) {
    if (!isOfOneWrite(error)) throw error;
    return "not_storable";
  }
}
