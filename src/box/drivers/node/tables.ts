/**
 * Tables of NET/ROM as programs print, serve and save them, read into routes. A row that is none is left out, never guessed at:
 * headings, prompts, hidden entries without a call, routes that are measured in seconds. Pure, and linear in the text.
 */
import { isAx25Call, isCall, normalCall } from "../../../base/mod.ts";
import { asList, asObject, asText, objectOf } from "../../json.ts";
import type { NodeRoute } from "../../senses/node_route.ts";

/** Routes of one table: as many as the gateway takes at once. */
export const MOST_ROUTES = 1000;
/** Characters of a line, and lines of a table, that are looked at. */
const LINE = 255, MOST_LINES = 4000;
const ALIAS = /^[\x21-\x39\x3b-\x7e]{1,6}$/, NUMBER = /^\d{1,3}$/, PORT = /^[\x21-\x7e]{1,16}$/;

const callOf = (text: string | undefined): string | undefined => {
  const call = normalCall(text ?? "");
  return isCall(call) && isAx25Call(call) ? call : undefined;
};
const aliasOf = (text: string | undefined): string => text !== undefined && ALIAS.test(text) ? text : "";

/** `XYZNOD:OE9XYZ` or `OE9XYZ:XYZNOD`, by how the program sorts; without an alias the call alone. */
function namedNode(text: string | undefined): { dest: string; alias: string } | undefined {
  const [first, second, ...more] = (text ?? "").split(":");
  if (more.length > 0) return undefined;
  const dest = callOf(second ?? first);
  if (dest !== undefined) return { dest, alias: second === undefined ? "" : aliasOf(first) };
  const other = callOf(first);
  return other === undefined ? undefined : { dest: other, alias: aliasOf(second) };
}

function qualityOf(text: string | undefined): number | undefined {
  const quality = Number(text);
  return NUMBER.test(text ?? "") && quality >= 1 && quality <= 255 ? quality : undefined;
}

/** A route of parts that may be none. */
function routeOf(
  node: { dest: string; alias: string } | undefined,
  way: { neighbor: string | undefined; quality: string | undefined; port: string | undefined },
): NodeRoute[] {
  const neighbor = callOf(way.neighbor), quality = qualityOf(way.quality), port = way.port ?? "";
  if (!node || neighbor === undefined || quality === undefined || !PORT.test(port)) return [];
  return [{ ...node, neighbor, quality, port }];
}

/** The lines of a text in words; one that is too long is none. */
function* rowsOf(text: string): Generator<string[]> {
  let lines = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (++lines > MOST_LINES) return;
    if (line.length <= LINE) yield line.trim().split(/\s+/);
  }
}

/** The best of them, each way once: the last word on it counts. */
export function tableOf(routes: Iterable<NodeRoute>): NodeRoute[] {
  const ways = new Map<string, NodeRoute>();
  for (const route of routes) ways.set(`${route.dest} ${route.neighbor} ${route.port}`, route);
  return [...ways.values()].sort((a, b) => b.quality - a.quality).slice(0, MOST_ROUTES);
}

/** `/api/nodes` of LinBPQ; undefined where the text is not that. With no node at all LinBPQ cuts its own frame short. */
export function readBpqJson(text: string): NodeRoute[] | undefined {
  if (/^\{"nodes":?\s{0,9}\]\}\s{0,9}$/.test(text.trim())) return [];
  const list = objectOf<{ nodes: unknown }>(text);
  if (!list || !Array.isArray(list.nodes)) return undefined;
  return tableOf(
    list.nodes.slice(0, MOST_ROUTES).flatMap((one) => {
      const { Call, Alias, Routes } = asObject(one);
      const dest = callOf(asText(Call, 9)), alias = aliasOf(asText(Alias, 6)?.trim());
      return asList(Routes).slice(0, 3).flatMap((way) => {
        const { Call: neighbor, Port, Quality } = asObject(way);
        const named = { neighbor: asText(neighbor, 9), quality: String(Quality), port: String(Port) };
        return routeOf(dest === undefined ? undefined : { dest, alias }, named);
      });
    }),
  );
}

/** `NODES` of LinBPQ and XRouter: columns of nodes below a heading. */
export function readNodeNames(text: string): { dest: string; alias: string }[] {
  const nodes = new Map<string, { dest: string; alias: string }>();
  for (const words of rowsOf(text)) {
    if (words.some((word) => word.includes("}"))) continue;
    const row = words.map(namedNode);
    // A line of a greeting has words that are no nodes.
    if (row.every((node) => node !== undefined)) row.forEach((node) => nodes.set(node!.dest, node!));
  }
  return [...nodes.values()].slice(0, MOST_ROUTES);
}

/** The answers to `NODES <call>` of LinBPQ, one behind the other: `> 192 6 1 OE9ZZZ-7` is quality, obsolescence, port, neighbour. */
export function readRoutesTo(text: string): NodeRoute[] {
  let node: { dest: string; alias: string } | undefined;
  const routes: NodeRoute[] = [];
  for (const words of rowsOf(text)) {
    const at = words.findIndex((word, i) => word.endsWith("}") && words[i + 1] === "Routes");
    if (at >= 0 && words[at + 2] === "to:") node = namedNode(words[at + 3]);
    else if (words.some((word) => word.endsWith("}"))) node = undefined;
    const [quality, obsolescence, port, neighbor, lock] = words[0] === ">" ? words.slice(1) : words;
    if (NUMBER.test(obsolescence ?? "") && (lock === undefined || lock === "!")) {
      routes.push(...routeOf(node, { neighbor, quality, port }));
    }
  }
  return tableOf(routes);
}

/** `ROUTES` of LinBPQ and XRouter: the neighbours themselves. `> 1 OE9ZZZ-7 192 12!` is port, call, quality, nodes behind it. */
export function readNeighbours(text: string, names: readonly { dest: string; alias: string }[]): NodeRoute[] {
  const alias = new Map(names.map((node) => [node.dest, node.alias]));
  const routes: NodeRoute[] = [];
  for (const words of rowsOf(text)) {
    const [port, call, quality, nodes] = words[0] === ">" ? words.slice(1) : words;
    const dest = callOf(call);
    if (dest === undefined || !NUMBER.test(port ?? "") || !/^\d{1,4}!{0,3}$/.test(nodes ?? "")) continue;
    routes.push(...routeOf({ dest, alias: alias.get(dest) ?? "" }, { neighbor: dest, quality, port }));
  }
  return tableOf(routes);
}

/** `NODES *` of URONode and JNOS: node, quality, obsolescence, interface, neighbour, and in JNOS more behind that. */
export function readBestRoutes(text: string): NodeRoute[] {
  const routes: NodeRoute[] = [];
  for (const [node, quality, obsolescence, port, neighbor] of rowsOf(text)) {
    if (NUMBER.test(obsolescence ?? "")) {
      routes.push(...routeOf(namedNode(node), { neighbor, quality, port }));
    }
  }
  return tableOf(routes);
}

/** `/proc/net/nr_nodes` with `/proc/net/nr_neigh`, whose numbers it names (Linux, net/netrom/nr_route.c). */
export function readKernel(nodes: string, neighbours: string): NodeRoute[] {
  const byNumber = new Map<string, { neighbor: string; port: string }>();
  for (const [number, neighbor, port] of rowsOf(neighbours)) {
    if (/^\d{5}$/.test(number ?? "")) {
      byNumber.set(number!, { neighbor: neighbor ?? "", port: port ?? "" });
    }
  }
  const routes: NodeRoute[] = [];
  for (const [call, mnemonic, which, count, ...ways] of rowsOf(nodes)) {
    const dest = callOf(call);
    if (dest === undefined || !NUMBER.test(which ?? "") || !/^[1-3]$/.test(count ?? "")) continue;
    const alias = mnemonic === "*" ? "" : aliasOf(mnemonic);
    for (let at = 0; at < Number(count) * 3; at += 3) {
      const way = byNumber.get(ways[at + 2] ?? "");
      if (way) routes.push(...routeOf({ dest, alias }, { ...way, quality: ways[at] }));
    }
  }
  return tableOf(routes);
}

/**
 * What LinBPQ (`BPQNODES.dat`) and XRouter (`XRNODES`) save: `NODE ADD <alias:call> <neighbour> <port> <quality> [!] …`. A file
 * that was cut ends within a line, which is left out.
 */
export function readSaved(text: string): NodeRoute[] {
  const routes: NodeRoute[] = [];
  for (const [what, add, name, ...ways] of rowsOf(text.slice(0, text.lastIndexOf("\n") + 1))) {
    if (what !== "NODE" || add !== "ADD") continue;
    const node = namedNode(name), words = ways.filter((word) => word !== "!");
    for (let at = 0; at + 2 < words.length && at < 9; at += 3) {
      const [neighbor, port, quality] = words.slice(at, at + 3);
      routes.push(...routeOf(node, { neighbor, quality, port }));
    }
  }
  return tableOf(routes);
}
