/**
 * Remote commands (API "Remote box"): asked for each five seconds, done by the rules of transmitting, and acknowledged in
 * order. Switching off always works; nothing is ever switched on from afar.
 */
import type { IngestRoutes } from "../../ingest/mod.ts";
import type { Kept, OnAir, OnHost, Sensing, ToGateway } from "../parts.ts";
import { asList, asObject, asText, type Json, objectOf } from "../json.ts";
import { repeat } from "./poll.ts";
import { meshNode, pathOf, radioFor, radios, TOCALL } from "./ports.ts";
import type { Service } from "./service.ts";
import type { Database } from "../../db/mod.ts";
import { normalCall } from "../../base/mod.ts";
import { messageInfo, messageText, positionInfo, thirdPartyInfo, toBinary } from "../../aprs/mod.ts";
import type { Connection } from "../connections/supervise.ts";
import type { Outcome } from "../transmit/transmitter.ts";
import type { Asked } from "../transmit/words.ts";
import { commentOf, placeOf } from "./beacon.ts";
import { weatherInfo } from "./weather.ts";

// What each kind of command does. A refusal names the lock or the rule that stands against it, the lock first.

interface Done {
  status: "done" | "failed";
  result: string;
  position?: { lat: number; lon: number };
}
const failed = (result: string): Done => ({ status: "failed", result });
const done = (result: string): Done => ({ status: "done", result });

/** The result of sending: `handed over`, or what stood against it, its rules first. */
function resultOf(outcome: Outcome): Done {
  switch (outcome.outcome) {
    case "handed_over":
      return done("sent");
    case "shown":
      return failed("dry");
    case "failed":
      return failed(outcome.why);
    case "refused":
      return failed(
        `${[...new Set(outcome.refusals.map(({ rule }) => rule))].join(", ")}: ${outcome.why}`.slice(0, 500),
      );
  }
}

/** What commands work on. */
type CommandParts = OnAir & Sensing & Pick<OnHost, "world"> & Pick<Kept, "clock">;

type CommandHandler = (
  parts: CommandParts,
  command: Json,
  payload: Json,
  serviceCall: string,
) => Done | Promise<Done>;

/** Numbers of messages that this box sends: from a random start, as `1` to `99999`. */
let number = 0;
function nextNumber({ world }: Pick<OnHost, "world">): string {
  if (number === 0) number = new DataView(world.random(4).buffer).getUint32(0) % 99_999;
  number = number % 99_999 + 1;
  return String(number);
}

async function send(
  parts: Pick<OnAir, "transmitter">,
  port: Connection | undefined,
  asked: Asked,
): Promise<Done> {
  return port
    ? resultOf(await parts.transmitter.send(port, asked))
    : failed("port_off: no radio of this box may transmit");
}
const madeAt = ({ transmitter }: Pick<OnAir, "transmitter">, command: Json): { madeAt?: number } => {
  const at = typeof command.createdAt === "number" ? transmitter.fromGateway(command.createdAt) : undefined;
  return at === undefined ? {} : { madeAt: at };
};
const callOf = (parts: Pick<OnAir, "switches">, command: Json): string =>
  normalCall(asText(command.callsign, 9) ?? parts.switches.file.call);

const NO_PLACE = "this box has no place: services.beacon in box.json, or its GPS has no fix";

/** A beacon from where the box stands; its ack names that place. */
async function beacon(
  parts: OnAir,
  command: Json,
  { lat, lon }: { lat: number; lon: number },
  info: string,
): Promise<Done> {
  const frame = { source: callOf(parts, command), destination: TOCALL, path: pathOf(parts), info };
  const [port] = radios(parts);
  const result = await send(parts, port, { purpose: "commanded_beacon", frame, ...madeAt(parts, command) });
  return result.status === "done" ? { ...result, position: { lat, lon } } : result;
}

const KINDS: Record<string, CommandHandler> = {
  status(parts) {
    const { switches, connections, clock, transmitter } = parts;
    const hours = Math.floor((clock.nowMs() - clock.startedMs) / 3_600_000);
    const locks = transmitter.locks();
    const words = connections.map((one) => one.state().word).join(" ");
    return done(
      `up ${hours} h, ports: ${words || "none"}, tx ${switches.file.tx}, locks: ${locks.join(" ") || "none"}`,
    );
  },
  message(parts, command, { to, text }) {
    const addressee = normalCall(asText(to, 9) ?? ""), words = messageText(asText(text, 200) ?? "");
    const info = messageInfo(addressee, words, nextNumber(parts));
    const frame = { source: callOf(parts, command), destination: TOCALL, path: pathOf(parts), info };
    const asked: Asked = { purpose: "command", frame, ...madeAt(parts, command) };
    return send(parts, radioFor(parts, addressee), asked);
  },
  packet(parts, command, { info: given }) {
    // What may be said, and by whom, the rules of transmitting decide: an empty text is refused by them.
    const text = asText(given, 256) ?? "", info = toBinary(new TextEncoder().encode(text));
    const frame = { source: callOf(parts, command), destination: TOCALL, path: pathOf(parts), info };
    const [, addressee] = /^:(.{9}):/.exec(info) ?? [];
    const port = addressee === undefined ? radios(parts)[0] : radioFor(parts, addressee.trim());
    return send(parts, port, { purpose: "command", frame, ...madeAt(parts, command) });
  },
  beacon(parts, command, payload) {
    const place = placeOf(parts);
    if (!place) return failed(NO_PLACE);
    const symbol = asText(payload.symbol, 2) ?? place.symbol;
    const comment = payload.comment === undefined ? place.comment : commentOf(payload.comment);
    if (comment === undefined) {
      return failed("text: the comment has over 62 characters, or some that radios cannot show");
    }
    const info = positionInfo(place.lat, place.lon, symbol.length === 2 ? symbol : place.symbol, comment);
    return beacon(parts, command, place, info);
  },
  aprs_msg(parts, command, { from, to, text, msgNo }, serviceCall) {
    const own = parts.switches.file.call;
    if (asText(from) !== serviceCall) return failed("source: an answer comes from the service call alone");
    const addressee = normalCall(asText(to, 9) ?? "");
    const inner = messageInfo(addressee, asText(text, 200) ?? "", asText(msgNo, 11));
    const info = thirdPartyInfo({ source: serviceCall, destination: TOCALL, info: inner }, own);
    const frame = { source: own, destination: TOCALL, path: [], info };
    return send(parts, radioFor(parts, addressee), { purpose: "answer", frame, ...madeAt(parts, command) });
  },
  meshcom_msg(parts, command, { node, dst, text, from }, serviceCall) {
    if (asText(from) !== serviceCall) return failed("source: an answer comes from the service call alone");
    const source = normalCall(asText(node, 9) ?? "");
    const frame = { source, destination: asText(dst, 9) ?? "", path: [], info: asText(text, 150) ?? "" };
    return send(parts, meshNode(parts, source), { purpose: "answer", frame, ...madeAt(parts, command) });
  },
  tx(parts, _, { on }) {
    if (on !== false) return failed("never switched on from afar: box tx on, at the box");
    parts.switches.change({ quiet: true });
    return done("quiet until it is lifted at the box");
  },
  igate(parts, _, { on }) {
    if (on !== false) return failed("never switched on from afar: services.igate in box.json");
    const { services } = parts.switches.file;
    parts.switches.change({
      services: { ...services, igate: { ...asObject(services.igate), toRadio: false, toInternet: false } },
    });
    return done("off");
  },
  digi: (_parts, _command, { on }) =>
    on === false ? done("this box repeats nothing") : failed("this box repeats nothing"),
  wx_beacon(parts, command) {
    const place = placeOf(parts);
    if (!place) return failed(NO_PLACE);
    const weather = weatherInfo(parts, place);
    return "why" in weather ? failed(weather.why) : beacon(parts, command, place, weather.info);
  },
};

/** Does a command; never throws for what the command says. */
async function execute(parts: CommandParts, command: Json, serviceCall: string): Promise<Done> {
  const kind = asText(command.kind, 32) ?? "";
  const act = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!act) return failed(`this box does not know '${kind}'`);
  return await act(parts, command, asObject(command.payload), serviceCall);
}

// What became of commands, kept until the gateway has taken it.

const MOST = 200;

function openAcks(db: Database) {
  const insert = db.change<{ body: string }>("INSERT INTO command_ack (body) VALUES (:body)");
  const hold = db.change<{ most: number }>(
    "DELETE FROM command_ack WHERE id NOT IN (SELECT id FROM command_ack ORDER BY id DESC LIMIT :most)",
  );
  const drop = db.change<{ id: number }>("DELETE FROM command_ack WHERE id = :id");
  const first = db.row<Record<never, never>, { id: number; body: string }>(
    "SELECT id, body FROM command_ack ORDER BY id LIMIT 1",
  );
  return {
    first: () => first({}),
    add: (ack: { id: number } & Done) =>
      db.writeNow((tx) => {
        insert(tx, { body: JSON.stringify(ack) });
        hold(tx, { most: MOST });
      }),
    drop: (id: number) => db.writeNow((tx) => void drop(tx, { id })),
  };
}

const POLL_MS = 5000, IDLE_MS = 30_000, IDLE_AFTER_S = 3600;

/** What the gateway is told with each poll: which ways to the air are open now. */
function abilities(parts: Pick<OnAir, "connections" | "transmitter">): string {
  const { transmitter, connections } = parts;
  const open = (one: (typeof connections)[number]) => transmitter.locks(one).length === 0;
  const nodes = connections.flatMap((one) => {
    const call = one.address.query.get("call")?.toUpperCase();
    return call !== undefined && meshNode(parts, call) === one && open(one) ? [call] : [];
  });
  const onAir = radios(parts).some(open);
  const query = new URLSearchParams();
  if (onAir || nodes.length > 0) query.set("tx", "1");
  if (radios(parts).length > 0) query.set("rf", "1");
  if (nodes.length > 0) query.set("meshcom", nodes.join(","));
  return query.toString();
}

export const commanding = (
  pollMs = POLL_MS,
): Service<CommandParts & ToGateway & OnHost & Pick<Kept, "db">> => ({
  name: "commands",
  run(parts, stop) {
    const { client, switches, sender, world } = parts;
    const acks = openAcks(parts.db);
    const box = encodeURIComponent(switches.file.box);
    let lastAt = world.elapsedMs();
    const tell = async (): Promise<boolean> => {
      for (let ack = acks.first(); ack && !stop.aborted; ack = acks.first()) {
        const answer = await client.ask({
          method: "POST",
          path: `/api/box/${box}/commands/ack`,
          body: ack.body,
          stop,
        });
        // A report that the gateway cannot take now is sent again; one that it never takes must not hold up the rest.
        if (answer.kind === "none" || answer.status >= 500 || answer.status === 429) return false;
        if (answer.status === 401) return false;
        acks.drop(ack.id);
      }
      return true;
    };
    return repeat(parts, stop, async () => {
      const wait = world.elapsedMs() - lastAt > IDLE_AFTER_S * 1000 ? Math.max(pollMs, IDLE_MS) : pollMs;
      if (sender.state.word !== "ok" || !await tell()) return wait;
      const query = abilities(parts);
      const answer = await client.ask({ path: `/api/box/${box}/commands${query && `?${query}`}`, stop });
      const said = answer.kind === "answer" && answer.status === 200
        ? objectOf<IngestRoutes["GET /api/box/:id/commands"]["reply"]>(answer.text)
        : undefined;
      const serviceCall = asText(said?.serviceCall, 9) ?? "";
      for (const one of asList(said?.commands)) {
        const command = asObject(one), { id } = command;
        if (typeof id !== "number") continue;
        lastAt = world.elapsedMs();
        const done: Done = stop.aborted
          ? { status: "failed", result: "the box stopped" }
          : await execute(parts, command, serviceCall);
        acks.add({ id, ...done });
      }
      await tell();
      return wait;
    });
  },
});
