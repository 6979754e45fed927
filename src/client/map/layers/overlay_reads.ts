/** Reads what the map's layers show, each by its name: loaded with the first that is wanted. */
import type { Reader } from "../../phone/reader.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import type { LayerData } from "./shown.ts";

/** Nodes and links of both meshes. */
export async function mesh(into: LayerData, reader: Reader, bbox: string | undefined): Promise<void> {
  const query = { bbox };
  await Promise.all([
    reader.read(routeTo("GET /api/mesh/nodes", { query }), ({ value }) => into.nodes.value = value.nodes),
    reader.read(routeTo("GET /api/mesh/links", { query }), ({ value }) => into.links.value = value.links),
    reader.read(routeTo("GET /api/meshtastic/nodes", { query: { ...query, limit: "1000" } }), ({ value }) => {
      into.tastic.value = value.nodes;
      into.tasticLinks.value = value.links;
    }),
  ]);
}

/** People with TAK. */
export async function tak(into: LayerData, reader: Reader): Promise<void> {
  into.takRead = true;
  await reader.read(routeTo("GET /api/cot/inbound"), ({ value }) => {
    into.takShown.value = value.on;
    into.people.value = value.people;
  });
}

/** Spots of other programmes. */
export async function spots(into: LayerData, reader: Reader): Promise<void> {
  await reader.read(routeTo("GET /api/spots"), ({ value }) => {
    into.spotsEnabled.value = value.enabled;
    into.spots.value = value.spots;
  });
}

/** What all receivers cover. */
export async function coverage(
  into: LayerData,
  reader: Reader,
  bbox: string | undefined,
): Promise<void> {
  await reader.read(
    routeTo("GET /api/coverage", { query: { bbox } }),
    ({ value }) => into.coverage.value = value,
  );
}
