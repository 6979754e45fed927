/** The regional archive of an instance, or the map of a pack, as the ground of the big map (PMTiles). */
import { addProtocol, type LayerSpecification, type StyleSpecification } from "maplibre-gl";
import { type Header, PMTiles, Protocol, type Source, TileType } from "pmtiles";
import type { Colours } from "../../marks/icons.ts";
import { archiveLayers } from "./archive_style.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";

/** An archive that can be read. */
export interface Archive {
  name: string;
  header: Header;
  /** Names of the layers in its vector tiles. */
  layers: string[];
}

const protocol = new Protocol();
addProtocol("pmtiles", protocol.tile);

/** Opens an archive; `undefined` where it cannot be read at the moment. */
export async function openArchive(source: Source): Promise<Archive | undefined> {
  try {
    const archive = new PMTiles(source);
    const header = await archive.getHeader();
    const { vector_layers: layers = [] } = await archive.getMetadata() as {
      vector_layers?: { id: string }[];
    };
    protocol.add(archive);
    return { name: source.getKey(), header, layers: layers.map(({ id }) => id) };
  } catch {
    return undefined;
  }
}

interface Base {
  sources: StyleSpecification["sources"];
  layers: LayerSpecification[];
}

/** Names of layers that have the names of towns. */
const PLACES = /^places?$/;

/** The box in which an archive has names of towns, so that the built-in map names none; `undefined` where it has none. */
export function namedBy(archive: Archive | undefined): Bounds | undefined {
  if (
    !archive || archive.header.tileType === TileType.Mvt && !archive.layers.some((one) => PLACES.test(one))
  ) {
    return undefined;
  }
  const { minLon: west, minLat: south, maxLon: east, maxLat: north } = archive.header;
  return { west, south, east, north };
}

/** The sources and layers with which the map draws an archive: pictures or vector tiles. */
export function archiveBase(archive: Archive | undefined, colours: Colours): Base {
  if (!archive) return { sources: {}, layers: [] };
  const { header, name, layers } = archive;
  const common = {
    tiles: [`pmtiles://${name}/{z}/{x}/{y}`],
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat] as [number, number, number, number],
  };
  if (header.tileType !== TileType.Mvt) {
    return {
      sources: { archive: { type: "raster", tileSize: 256, ...common } },
      layers: [{ id: "archive", type: "raster", source: "archive" }],
    };
  }
  return {
    sources: { archive: { type: "vector", ...common } },
    layers: layers.flatMap((layer) => archiveLayers(layer, colours)),
  };
}
