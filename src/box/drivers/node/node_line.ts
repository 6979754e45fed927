/** A node's table, asked for each quarter of an hour, by whatever way its program has. */
import type { Heard, Here, Line } from "../driver.ts";
import { LineRefused } from "../driver.ts";
import type { ConnectionAddress } from "../../config/address.ts";
import type { NodeRoute } from "../../senses/node_route.ts";
import { askHttp } from "./ask_http.ts";
import { NodeSession } from "./session.ts";
import {
  readBestRoutes,
  readBpqJson,
  readKernel,
  readNeighbours,
  readNodeNames,
  readRoutesTo,
  readSaved,
  tableOf,
} from "./tables.ts";

/** Between two readings; and after one that failed for a reason that passes by itself. */
const EVERY_MS = 900_000, AGAIN_MS = 60_000;
/** Nodes whose routes are asked for one by one, where a program has no other way. */
const MOST_ASKED = 250;
/** Commands that are sent in one go: no program's line buffer is shorter. */
const AT_ONCE = 20;
const HTTP = 8008, TELNET = 23, BPQ_TELNET = 8010, URONODE = 3694;

type Ask = (address: ConnectionAddress, here: Here, stop: AbortSignal) => Promise<NodeRoute[]>;

/** Lets `use` ask in a session that is hung up in the end. */
async function inSession(
  { host, port, query }: ConnectionAddress,
  usual: number,
  { io, call }: Here,
  stop: AbortSignal,
  use: (session: NodeSession) => Promise<NodeRoute[]>,
): Promise<NodeRoute[]> {
  const session = new NodeSession(await io.connect(host, port ?? usual, stop), io);
  const end = () => session.close();
  stop.addEventListener("abort", end);
  try {
    await session.signOn({ user: query.get("user") ?? call, password: query.get("pass") });
    return await use(session);
  } finally {
    stop.removeEventListener("abort", end);
    session.close();
  }
}

async function saved({ device }: ConnectionAddress, { io }: Here): Promise<NodeRoute[]> {
  const text = await io.files.read(device);
  if (text === undefined) throw new LineRefused("waiting_for_device", `${device} cannot be read`);
  return readSaved(text);
}

async function bpqByHttp({ host, port }: ConnectionAddress, { io }: Here, stop: AbortSignal) {
  const routes = readBpqJson(await askHttp({ host, port: port ?? HTTP, path: "/api/nodes" }, io, stop));
  if (!routes) throw new LineRefused("refused", "what answers there is not LinBPQ's list of nodes");
  return routes;
}

const bpqByTelnet: Ask = (address, here, stop) =>
  inSession(address, BPQ_TELNET, here, stop, async (session) => {
    const names = readNodeNames(await session.ask("NODES"));
    const near = readNeighbours(await session.ask("ROUTES"), names);
    const far: NodeRoute[] = [];
    for (let at = 0; at < Math.min(names.length, MOST_ASKED); at += AT_ONCE) {
      const few = names.slice(at, at + AT_ONCE).map(({ dest }) => `NODES ${dest}`);
      far.push(...readRoutesTo(await session.ask(...few)));
    }
    return tableOf([...near, ...far]);
  });

/** LinBPQ: by telnet where the address has a user, else its list by HTTP; or the file that it saves. */
export const linbpq: Ask = (address, here, stop) =>
  address.device !== ""
    ? saved(address, here)
    : address.query.has("user")
    ? bpqByTelnet(address, here, stop)
    : bpqByHttp(address, here, stop);

/** Its list of nodes has no ways in it: by telnet the neighbours are read, and the whole table from what it saves. */
export const xrouter: Ask = (address, here, stop) =>
  address.device !== "" ? saved(address, here) : inSession(address, TELNET, here, stop, async (session) => {
    const names = readNodeNames(await session.ask("NODES"));
    return readNeighbours(await session.ask("ROUTES"), names);
  });

/** URONode, whose list has the best way of each node. */
export const uronode: Ask = (address, here, stop) =>
  inSession(address, URONODE, here, stop, async (session) => readBestRoutes(await session.ask("NODES *")));

/** JNOS: likewise. */
export const jnos: Ask = (address, here, stop) =>
  inSession(address, TELNET, here, stop, async (session) => readBestRoutes(await session.ask("NODES *")));

/** The kernel of this host. Throws `LineRefused` where it has no NET/ROM. */
export async function kernel({ device }: ConnectionAddress, { io }: Here): Promise<NodeRoute[]> {
  const [nodes, neighbours] = await Promise.all(
    ["nr_nodes", "nr_neigh"].map((name) => io.files.read(`${device}/${name}`)),
  );
  if (nodes === undefined || neighbours === undefined) {
    throw new LineRefused("waiting_for_device", "this host's kernel has no NET/ROM");
  }
  return readKernel(nodes, neighbours);
}

/** A line that reads the table, waits, and reads it again. */
export function nodeLine(ask: Ask, address: ConnectionAddress, here: Here): Line {
  const ended = new AbortController(), { signal } = ended;
  async function* heard(): AsyncGenerator<Heard> {
    while (!signal.aborted) {
      let waitMs = EVERY_MS;
      try {
        const routes = await ask(address, here, signal);
        // An empty table may be one that was not read: it takes nothing away.
        if (routes.length > 0) yield { kind: "nodes", routes };
        yield routes.length > 0
          ? { kind: "alive", word: "reading", detail: `${routes.length} ways to other nodes` }
          : { kind: "alive", word: "connected", detail: "the node knows no other node" };
      } catch (error) {
        if (signal.aborted) return;
        // Whoever is not let in asks no sooner than else: programs close their doors to those who try and try.
        if (error instanceof LineRefused) yield { kind: "alive", word: error.word, detail: error.message };
        else {
          waitMs = AGAIN_MS;
          const refused = error instanceof Deno.errors.ConnectionRefused;
          const why = error instanceof Error ? error.message.split(" (os error ", 1)[0]! : "it broke off";
          yield { kind: "alive", word: refused ? "refused" : "dialling", detail: why.slice(0, 200) };
        }
      }
      await here.io.wait(waitMs, signal);
    }
  }
  return { heard: heard(), close: () => ended.abort() };
}
