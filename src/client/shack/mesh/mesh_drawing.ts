/** Lays out a drawing of the mesh: places, width and strength of nodes and links, and which names have room. Pure. */
import { freshness } from "../../phone/known/heard.ts";
import { type Projection, projectionOf } from "../../ui/places/project.ts";

/** A node with a place. `lastHeard`: unix seconds. */
export interface Placed {
  callsign: string;
  lat: number;
  lon: number;
  lastHeard: number;
}
/** A link between two nodes. */
export interface Linked {
  from: string;
  to: string;
  kind: "direct" | "relay";
  quality: "strong" | "usable" | "weak" | null;
  lastSeen: number;
  fromLat: number;
  fromLon: number;
  toLat: number;
  toLon: number;
}

export const WIDTH = 720, HEIGHT = 420;
/** Width of a link by its quality; one that was not measured is as thin as a weak one. */
const WIDTHS = { strong: 5, usable: 3, weak: 1.5 } as const;
/** Room that a name takes: width of a letter and height of the line, in pixels. */
const LETTER = 7.5, LINE = 14;

interface Spot {
  x: number;
  y: number;
}
/** A link in the drawing. */
interface DrawnLink {
  key: string;
  kind: "direct" | "relay";
  from: Spot;
  to: Spot;
  width: number;
  fresh: number;
}
/** A node in the drawing; `fresh`: how strongly it is drawn, 0.35 to 1. */
interface DrawnNode extends Spot {
  call: string;
  fresh: number;
  /** Whether its name is written beside it. */
  named: boolean;
}

/** The whole drawing. Links to nodes without a place are left out. */
export function drawnMesh(nodes: readonly Placed[], links: readonly Linked[], now: number): {
  projection: Projection;
  nodes: DrawnNode[];
  links: DrawnLink[];
} {
  const ends = links.flatMap(({ fromLat, fromLon, toLat, toLon }) => [
    { lat: fromLat, lon: fromLon },
    { lat: toLat, lon: toLon },
  ]);
  const projection = projectionOf([...nodes, ...ends], WIDTH, HEIGHT);
  const at = (lat: number, lon: number) => projection.at({ lat, lon });
  const taken: { x: number; y: number; width: number }[] = [];
  /** Whether a name has room. Asked for the newest nodes first, so that of two names on each other the newer is written. */
  const room = (call: string, { x, y }: Spot): boolean => {
    const width = LETTER * call.length;
    if (x + 10 + width > WIDTH) return false;
    const free = taken.every((one) =>
      Math.abs(one.y - y) >= LINE || one.x + one.width <= x || x + width <= one.x
    );
    if (free) taken.push({ x, y, width });
    return free;
  };
  return {
    projection,
    nodes: nodes.toSorted((a, b) => b.lastHeard - a.lastHeard).map(({ callsign, lat, lon, lastHeard }) => {
      const spot = at(lat, lon);
      return { call: callsign, ...spot, fresh: freshness(now - lastHeard), named: room(callsign, spot) };
    }),
    links: links.map(({ from, to, kind, quality, lastSeen, fromLat, fromLon, toLat, toLon }) => ({
      key: `${from} ${to} ${kind}`,
      kind,
      from: at(fromLat, fromLon),
      to: at(toLat, toLon),
      width: WIDTHS[quality ?? "weak"],
      fresh: freshness(now - lastSeen),
    })),
  };
}
