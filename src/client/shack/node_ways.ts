/** The packet node's table as a person reads it: each node with its best way, and the ways as a drawing. Pure. */

export interface NodeWay {
  dest: string;
  alias: string;
  neighbor: string;
  quality: number;
  port: string;
}
export interface KnownNode extends NodeWay {
  /** Neighbours of its other ways, the better first. */
  others: string[];
}

/** Each node once, by its best way; the best known first. */
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
/** Nodes that are drawn at most: the best known. */
export const MOST = 24;

interface Mark {
  call: string;
  x: number;
  y: number;
}
export interface DrawnWays {
  height: number;
  here: Mark;
  neighbours: Mark[];
  nodes: (Mark & { alias: string })[];
  lines: { key: string; x1: number; y1: number; x2: number; y2: number; width: number }[];
}

/** Width of a way by its quality, of 255. */
const widthOf = (quality: number): number => 1 + Math.round(quality / 255 * 4);

/** Here on the left, neighbours in the middle, what is reached over them on the right. */
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
