/**
 * Hands the tables of the nodes beside this box to the gateway as often as they are read (API "Ingest and BBS backend",
 * `POST /api/node/nodes`). A way that a table no longer has is taken away there, once, and only where no other table has it.
 */
import type { Kept, OnHost, Sensing, Telling, ToGateway } from "../parts.ts";
import type { NodeRoute } from "../senses/node_route.ts";
import { errorOf } from "../gateway/client.ts";
import { repeat } from "./poll.ts";
import type { Service } from "./service.ts";

const LOOK_MS = 15_000;
/** Routes of one request. */
const AT_ONCE = 1000;

type NodeParts = Sensing & ToGateway & Telling & OnHost & Pick<Kept, "facts" | "spool">;

/** What the status says of one table. */
interface Handed {
  from: string;
  /** Ways in it. */
  routes: number;
  /** When the gateway last took it, by the box's clock in seconds; null for never. */
  takenAt: number | null;
  /** What the gateway said where it did not. */
  why: string | null;
}

const wayOf = ({ dest, neighbor, port }: Pick<NodeRoute, "dest" | "neighbor" | "port">): string =>
  `${dest} ${neighbor} ${port}`;

/** The ways that the gateway was told from a table; none where nothing is kept, or what is kept cannot be read. */
function waysTold(text: string | undefined): string[] {
  try {
    const list = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one === "string").slice(0, AT_ONCE) : [];
  } catch {
    return [];
  }
}

/** Everything that is to be said of a table: its ways, and those that are gone. `others`: what other tables of the box have. */
export function newsOf(
  routes: readonly NodeRoute[],
  before: readonly string[],
  others: ReadonlySet<string>,
): NodeRoute[] {
  const now = new Set(routes.map(wayOf));
  const gone = before.filter((way) => !now.has(way) && !others.has(way)).map((way) => {
    const [dest = "", neighbor = "", port = ""] = way.split(" ");
    return { dest, alias: "", neighbor, quality: 0, port };
  });
  return [...routes, ...gone];
}

/** The service; `lookMs`: how often it looks for a new reading. */
export const nodeTables = (lookMs = LOOK_MS): Service<NodeParts> => ({
  name: "node tables",
  async run(parts, stop) {
    const { senses, client, sender, facts, spool, told, world } = parts;
    /** The reading of each table that is settled: taken, or refused for good. */
    const settled = new Map<string, number>(), handed = new Map<string, Handed>();
    told.set("nodes", () => [...handed.values()]);
    /** The ways of each table that the gateway was told: what is kept of them follows with the spool's next write. */
    const ways = new Map<string, string[]>();
    const waysOf = (from: string): string[] => ways.get(from) ?? waysTold(facts.get(`nodes.${from}`));
    /** Hands one table over; gives what the gateway has against it, and whether it may want it later. */
    async function hand(routes: readonly NodeRoute[]): Promise<{ why: string; passes: boolean } | undefined> {
      for (let at = 0; at < routes.length; at += AT_ONCE) {
        const body = JSON.stringify({ nodes: routes.slice(at, at + AT_ONCE) });
        const answer = await client.ask({ method: "POST", path: "/api/node/nodes", body, stop });
        if (answer.kind === "none") return { why: answer.why, passes: true };
        if (answer.status !== 201) {
          return { why: errorOf(answer), passes: answer.status === 429 || answer.status >= 500 };
        }
      }
      return undefined;
    }
    try {
      await repeat(parts, stop, async () => {
        if (sender.state.word !== "ok") return lookMs;
        const tables = senses.nodes();
        for (const { from, reading, routes } of tables) {
          if (settled.get(from) === reading || stop.aborted) continue;
          const others = new Set(
            tables.filter((other) => other.from !== from).flatMap((other) => other.routes.map(wayOf)),
          );
          const against = await hand(newsOf(routes, waysOf(from), others));
          if (against?.passes !== true) settled.set(from, reading);
          const takenAt = against ? handed.get(from)?.takenAt ?? null : world.now();
          if (against && handed.get(from)?.why !== against.why) {
            world.log.warn("the gateway does not take the table of {from}: {why}", {
              from,
              why: against.why,
            });
          }
          handed.set(from, { from, routes: routes.length, takenAt, why: against?.why ?? null });
          if (against) continue;
          const list = routes.map(wayOf);
          ways.set(from, list);
          spool.also((tx) => facts.set(tx, `nodes.${from}`, JSON.stringify(list)));
        }
        return lookMs;
      });
    } finally {
      told.delete("nodes");
    }
  },
});
