/** The packet node's routing table for people: each node with its best route, and a drawing of the routes. Pure. */

/** A route to `dest` over a neighbour; `quality`: 0 to 255. */
export interface NodeWay {
  dest: string;
  alias: string;
  neighbor: string;
  quality: number;
  port: string;
}
/** A node with its best route. */
export interface KnownNode extends NodeWay {
  /** The neighbours of its other routes, the best first. */
  others: string[];
}

/** Every node once, with its best route; the nodes with the best routes come first. */
export function nodesOf(ways: readonly NodeWay[]): KnownNode[] {
  const nodes = new Map<string, KnownNode>();
  for (const way of ways.toSorted((a, b) => b.quality - a.quality)) {
    const known = nodes.get(way.dest);
    if (!known) nodes.set(way.dest, { ...way, others: [] });
    else known.others.push(way.neighbor);
  }
  return [...nodes.values()];
}

export const WIDTH = 720, LINE = 30;
/** At most so many nodes are drawn: those with the best routes. */
export const MOST = 24;

interface Mark {
  call: string;
  x: number;
  y: number;
}
/** The drawing: this node, its neighbours, and the nodes behind them. */
interface DrawnWays {
  height: number;
  here: Mark;
  neighbours: Mark[];
  nodes: (Mark & { alias: string })[];
  lines: { key: string; x1: number; y1: number; x2: number; y2: number; width: number }[];
}

/** Width of a route's line by its quality, from 1 to 5. */
const widthOf = (quality: number): number => 1 + Math.round(quality / 255 * 4);

/** Lays out this node on the left, neighbours in the middle, and the nodes behind them on the right. */
export function drawnWays(nodes: readonly KnownNode[]): DrawnWays {
  const shown = nodes.slice(0, MOST);
  const names = [...new Set(shown.map(({ neighbor }) => neighbor))];
  const beyond = names.flatMap((name) =>
    shown.filter(({ neighbor, dest }) => neighbor === name && dest !== name)
  );
  const height = LINE * Math.max(names.length, beyond.length, 1) + LINE;
  const spread = (count: number, i: number) => height * (i + 0.5) / count;
  const here = { call: "", x: 60, y: height / 2 };
  const neighbours = names.map((call, i) => ({ call, x: 300, y: spread(names.length, i) }));
  const marks = beyond.map(({ dest, alias }, i) => ({
    call: dest,
    alias,
    x: 560,
    y: spread(beyond.length, i),
  }));
  const line = (key: string, a: Mark, b: Mark, quality: number) => ({
    key,
    x1: a.x,
    y1: a.y,
    x2: b.x,
    y2: b.y,
    width: widthOf(quality),
  });
  return {
    height,
    here,
    neighbours,
    nodes: marks,
    lines: [
      ...neighbours.map((mark) =>
        line(
          mark.call,
          here,
          mark,
          Math.max(...shown.filter(({ neighbor }) => neighbor === mark.call).map(({ quality }) => quality)),
        )
      ),
      ...beyond.map((node, i) =>
        line(
          `${node.neighbor} ${node.dest}`,
          neighbours.find(({ call }) => call === node.neighbor)!,
          marks[i]!,
          node.quality,
        )
      ),
    ],
  };
}
