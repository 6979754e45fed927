/**
 * Remote commands (API "Remote box"): asked for each five seconds, done by the rules of transmitting, and acknowledged in
 * order. Switching off always works; nothing is ever switched on from afar.
 */
import type { IngestRoutes } from "../../ingest/mod.ts";
import type { Kept, OnAir, OnHost, ToGateway } from "../parts.ts";
import { type CommandParts, type Done, execute } from "./command_kinds.ts";
import { asList, asObject, asText, objectOf } from "../json.ts";
import { repeat } from "./poll.ts";
import { openAcks } from "./acks.ts";
import { meshNode, radios } from "./ports.ts";
import type { Service } from "./service.ts";

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
