/**
 * Packet circuits of federation over connected mode (FED "Packet circuit line protocol"): the box does what the
 * gateway's settings FED_LINK_* allow, in the gateway's name. Every page goes to the gateway's own admission, which
 * also says where to read on.
 */
import { baseCall, fromBase64Url, normalCall } from "../../../base/mod.ts";
import {
  type CircuitHands,
  type Cursor,
  dialPlan,
  driveCircuit,
  fitsVisit,
  MAX_LINE,
  type OpenLine,
  pullCircuit,
  serveCircuit,
  VHF,
} from "../../../link/mod.ts";
import { readVisitAnswer, type VisitAnswer } from "../../../wire/mod.ts";
import type { Kept, OnAir, OnHost, ToGateway } from "../../parts.ts";
import type { AirLine } from "../air/air_line.ts";
import type { Shared } from "../air/connected.ts";
import { asList, asNumber, asObject, asText, type Json, objectOf } from "../../json.ts";
import { repeat } from "../poll.ts";
import type { Service } from "../service.ts";
import { throughNode } from "./node_way.ts";

const LOOK_MS = 60_000;

const overAir = (line: AirLine): OpenLine => ({
  read: (seconds) => line.readWithin(seconds * 1000),
  write: (bytes) => line.write(bytes),
});

/** Pages as the gateway serves them to anybody. */
const servingHands = ({ client }: Pick<ToGateway, "client">): CircuitHands => ({
  async page({ type, since, limit, sinceId }) {
    const query = new URLSearchParams({ since: String(since), limit: String(limit) });
    if (sinceId !== undefined) query.set("sinceId", sinceId);
    const answer = await client.ask({ path: `/federation/sync/${type}?${query}` });
    return answer.kind === "answer" && answer.status === 200 ? answer.bytes : undefined;
  },
  async visit(bytes) {
    const body = Uint8Array.from(bytes), type = "application/cbor";
    const answer = await client.ask({ method: "POST", path: "/federation/visits", body, type });
    if (answer.kind === "none") return undefined;
    const { status, text } = answer;
    if (status === 200 || status === 201) return "taken";
    if (status === 202) return "waiting key";
    if (status === 429 || status >= 500) return undefined;
    return readVisitAnswer(`refused ${asText(objectOf(text)?.reason, 60)}`) ?? "refused invalid_body";
  },
});

/** Visits that wait at the gateway for a circuit to that instance; none where it does not say so. */
async function visitsFor({ client }: Pick<ToGateway, "client">, instance: string): Promise<Uint8Array[]> {
  const answer = await client.ask({ path: `/federation/packet/visits/${encodeURIComponent(instance)}` });
  const list = answer.kind === "answer" && answer.status === 200 ? objectOf(answer.text) : undefined;
  return asList(list?.visits).flatMap((one) =>
    fromBase64Url(asText(asObject(one).visit, MAX_LINE) ?? "-") ?? []
  ).filter(({ length }) => length > 0 && fitsVisit(length));
}

/** What a peer said of a visit, as the gateway is told it. */
interface VisitOutcome {
  digest: string;
  answer: VisitAnswer;
}

/**
 * Hands a page to the gateway; gives how far the peer's feed was read by that. Visits go out in their order, and what is answered is
 * told with the session's end: one that was not told goes out again, and is the same to whoever has it.
 */
const pullingHands = (
  { client }: Pick<ToGateway, "client">,
  instance: string,
  visits: Uint8Array[],
  answers: VisitOutcome[],
): CircuitHands => ({
  outgoing: () => Promise.resolve(visits.shift()),
  answered: (digest, answer) => Promise.resolve(void answers.push({ digest, answer })),
  async deliver({ feed, page }) {
    const body = Uint8Array.from(page);
    const answer = await client.ask({
      method: "POST",
      path: "/federation/frames",
      body,
      type: "application/cbor",
    });
    if (answer.kind === "none" || answer.status !== 200) {
      throw new Error("the gateway does not take the page");
    }
    const reached = asList(objectOf(answer.text)?.reached).map(asObject)
      .find((one) => one.instance === instance && one.feed === feed);
    return reached && cursorOf(reached);
  },
});

function cursorOf(value: Json): Cursor | undefined {
  const since = asNumber(value.since, 0, Number.MAX_SAFE_INTEGER), sinceId = asText(value.sinceId, 200);
  return since === undefined ? undefined : { since, ...(sinceId === undefined ? {} : { sinceId }) };
}

interface CircuitPeer {
  instance: string;
  endpoints: { transport: string; address: string }[];
  cursors: Record<string, Cursor>;
  lastAttempt: number | null;
}

function readPeer(value: unknown): CircuitPeer | undefined {
  const one = asObject(value), instance = asText(one.instance, 253);
  if (instance === undefined) return undefined;
  return {
    instance,
    endpoints: asList(one.endpoints).map(asObject).flatMap(({ transport, address }) => {
      const by = asText(transport, 16), to = asText(address, 200);
      return by === undefined || to === undefined ? [] : [{ transport: by, address: to }];
    }),
    cursors: Object.fromEntries(
      Object.entries(asObject(one.cursors)).flatMap(([feed, cursor]) => {
        const read = cursorOf(asObject(cursor));
        return read ? [[feed, read]] : [];
      }),
    ),
    lastAttempt: asNumber(one.lastAttempt, 0, 1e12) ?? null,
  };
}

/** The air is reached through the sessions of connected mode. */
type CircuitParts = ToGateway & OnHost & Pick<OnAir, "switches"> & Pick<Kept, "clock">;

/** The service, switched on by `services.circuits: {on: true}`; everything else is set at the gateway. */
export const circuits = (shared: Shared, lookMs = LOOK_MS): Service<CircuitParts> => ({
  name: "circuits",
  run(parts, stop) {
    const { client, sender, switches, world, clock } = parts;
    let answering: string | undefined;
    return repeat(parts, stop, async () => {
      const { sessions } = shared;
      const isOn = asObject(switches.file.services.circuits).on === true;
      if (!isOn || !sessions || sender.state.word !== "ok") return Math.min(lookMs, 2000);
      const answer = await client.ask({ path: "/federation/packet/peers", stop });
      const said = answer.kind === "answer" && answer.status === 200 ? objectOf(answer.text) : undefined;
      const link = asObject(said?.link), call = normalCall(asText(link.call, 9) ?? "");
      if (!said || call === "" || baseCall(call) !== baseCall(switches.file.call)) return lookMs;
      if (link.serve === true && answering !== call) {
        answering = call;
        sessions.answer(call, async (line) => {
          const served = await driveCircuit(serveCircuit(VHF), overAir(line), servingHands(parts));
          world.log.info("{peer} read {pages} pages over the air: {how}", { peer: line.peer, ...served });
        });
      }
      if (link.pull !== true) return lookMs;
      const everyS = Math.max(60, (asNumber(link.everyMs, 0, 1e10) ?? 3_600_000) / 1000);
      for (const one of asList(said.peers)) {
        const peer = readPeer(one), now = clock.trueNow();
        if (stop.aborted || !peer || now === undefined) continue;
        if (peer.lastAttempt !== null && peer.lastAttempt <= now && now - peer.lastAttempt < everyS) continue;
        await pullFrom(parts, shared, peer, {
          call,
          node: asText(link.node, 9),
          pages: asNumber(link.pages, 1, 1000) ?? 20,
        });
      }
      return lookMs;
    });
  },
});

/** One session with a peer; how it went is told to the gateway. */
async function pullFrom(
  parts: Pick<ToGateway, "client"> & Pick<OnHost, "world">,
  { sessions }: Shared,
  peer: CircuitPeer,
  { call, node, pages }: { call: string; node: string | undefined; pages: number },
): Promise<void> {
  const { client, world } = parts;
  const way = peer.endpoints.map((endpoint) => ({ endpoint, plan: dialPlan(endpoint, node) }))
    .find(({ plan }) => plan !== undefined);
  if (!way) return;
  const visits: VisitOutcome[] = [];
  const status: Json = { instance: peer.instance, ...way.endpoint, ok: false, visits };
  try {
    const outgoing = await visitsFor(parts, peer.instance);
    const line = await sessions!.dial(call, way.plan!.connect);
    try {
      await throughNode(line, way.plan!.say);
      const pulled = await driveCircuit(
        pullCircuit({ caps: VHF, cursors: peer.cursors, pages }),
        overAir(line),
        pullingHands(parts, peer.instance, outgoing, visits),
      );
      const ok = pulled.how === "done" || pulled.how === "budget";
      Object.assign(status, {
        ok,
        pages: pulled.pages,
        frames: pulled.frames,
        cursors: pulled.cursors,
        complete: pulled.how === "done",
        ...(ok ? {} : { error: pulled.words ?? "the line closed or fell silent" }),
      });
    } finally {
      await sessions!.done(line);
    }
  } catch (error) {
    status.error = (error as Error).message.slice(0, 300);
  }
  world.log.info("circuit with {instance}: {ok} {error}", { error: "", ...status });
  await client.ask({ method: "POST", path: "/federation/packet/status", body: JSON.stringify(status) });
}
