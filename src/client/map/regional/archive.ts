/** The regional archive of an instance, or the map of a pack, as the ground of the big map (PMTiles). */
import { addProtocol, type LayerSpecification, type StyleSpecification } from "maplibre-gl";
import { type Header, PMTiles, Protocol, type RangeResponse, type Source, TileType } from "pmtiles";
import type { Colours } from "../../marks/icons.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";
import { boxFeature } from "../features.ts";
import { BOX, NAMES, SHAPES } from "./layers.ts";
import type { Fields } from "./schemas.ts";
import { walkersStyle } from "./walkers.ts";

/** An archive that can be read. */
export interface Archive {
  name: string;
  header: Header;
  /** Layers of its vector tiles, and the fields of each. */
  fields: Fields;
  /** Whom its maker names beside it; the gateway says it. */
  attribution: string;
}

const protocol = new Protocol();
addProtocol("pmtiles", protocol.tile);

/** So many tiles that were read last are at hand: names are read after shapes, from the same tiles. */
const MOST_TILES = 64;

/** Reads each part of a file once for shapes and names. */
function once(source: Source): Source {
  const parts = new Map<string, Promise<RangeResponse>>();
  return {
    getKey: () => source.getKey(),
    getBytes(offset, length, signal, etag) {
      const part = `${offset} ${length}`;
      // A read that somebody may give up is not shared.
      const reads = parts.get(part) ?? source.getBytes(offset, length, undefined, etag);
      void signal;
      parts.delete(part);
      parts.set(part, reads);
      reads.catch(() => parts.delete(part));
      if (parts.size > MOST_TILES) parts.delete(parts.keys().next().value!);
      return reads;
    },
  };
}

/** Opens an archive; `undefined` where it cannot be read at the moment. */
export async function openArchive(source: Source, attribution: string): Promise<Archive | undefined> {
  try {
    const archive = new PMTiles(once(source));
    const header = await archive.getHeader();
    const { vector_layers: layers = [] } = await archive.getMetadata() as {
      vector_layers?: { id: string; fields?: Record<string, unknown> }[];
    };
    protocol.add(archive);
    const fields = new Map(layers.map(({ id, fields }) => [id, new Set(Object.keys(fields ?? {}))]));
    return { name: source.getKey(), header, fields, attribution };
  } catch {
    return undefined;
  }
}

interface Base {
  sources: StyleSpecification["sources"];
  layers: LayerSpecification[];
  /** Drawn once the others are: its sources and layers. */
  later: { sources: StyleSpecification["sources"]; layers: LayerSpecification[] };
}

/** Names of layers that have the names of towns. */
const PLACES = /^places?$/;

const boxOf = ({ minLon: west, minLat: south, maxLon: east, maxLat: north }: Header): Bounds => ({
  west,
  south,
  east,
  north,
});

/** The box in which an archive has names of towns, so that the built-in map names none; `undefined` where it has none. */
export function namedBy(archive: Archive | undefined): Bounds | undefined {
  if (!archive) return undefined;
  const { header, fields } = archive;
  const isNamed = header.tileType !== TileType.Mvt || [...fields.keys()].some((one) => PLACES.test(one));
  return isNamed ? boxOf(header) : undefined;
}

/** The sources and layers with which the map draws an archive: pictures or vector tiles. */
export function archiveBase(
  archive: Archive | undefined,
  drawing: { colours: Colours; look: string; language: string },
): Base {
  const later = { sources: {}, layers: [] };
  if (!archive) return { sources: {}, layers: [], later };
  const { header, name, fields } = archive, box = boxOf(header);
  const common = {
    tiles: [`pmtiles://${name}/{z}/{x}/{y}`],
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds: [box.west, box.south, box.east, box.north] as [number, number, number, number],
  };
  if (header.tileType !== TileType.Mvt) {
    return {
      sources: { [SHAPES]: { type: "raster", tileSize: 256, ...common } },
      layers: [{ id: SHAPES, type: "raster", source: SHAPES }],
      later,
    };
  }
  const { shapes, names } = walkersStyle({ fields, ...drawing });
  return {
    sources: { [SHAPES]: { type: "vector", ...common }, [BOX]: { type: "geojson", data: boxFeature(box) } },
    layers: shapes,
    later: { sources: { [NAMES]: { type: "vector", ...common } }, layers: names },
  };
}
