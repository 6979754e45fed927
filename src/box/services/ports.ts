/** Which connection a transmission goes over. */
import type { Connection } from "../connections/supervise.ts";
import type { OnAir } from "../parts.ts";
import { asObject, asText } from "../json.ts";

/** Destination call of what a box sends: experimental, no other is allotted to it. */
export const TOCALL = "APZSVC";

/** Radios whose transmit lock is open in the file, and behind them tunnels: what goes there may be put on the air as well. */
export const radios = ({ connections }: Pick<OnAir, "connections">): Connection[] =>
  (["rf", "tunnel"] as const).flatMap((via) =>
    connections.filter(({ address, driver }) => driver.via === via && driver.transmits && address.tx)
  );

/** The radio that heard the station directly, else the first; undefined where none may transmit. */
export function radioFor(
  parts: Pick<OnAir, "connections" | "transmitter">,
  call: string,
): Connection | undefined {
  const all = radios(parts);
  const heard = all.map((one) => ({ one, at: parts.transmitter.heardDirect(one, call) ?? -Infinity }));
  return heard.toSorted((a, b) => b.at - a.at)[0]?.one;
}

/** The MeshCom node of a call. */
export const meshNode = ({ connections }: Pick<OnAir, "connections">, call: string): Connection | undefined =>
  connections.find(({ address, driver }) =>
    driver.via === "meshcom" && address.query.get("call")?.toUpperCase() === call
  );

export const aprsIs = ({ connections }: Pick<OnAir, "connections">): Connection | undefined =>
  connections.find(({ address, driver }) => driver.via === "aprsis" && address.tx);

/** Digipeaters that frames which are not wrapped ask for: `services.transmit.path`; none for an empty text. */
export function pathOf({ switches }: Pick<OnAir, "switches">): string[] {
  const text = asText(asObject(switches.file.services.transmit).path, 40) ?? "WIDE1-1,WIDE2-1";
  return text.split(",").map((hop) => hop.trim().toUpperCase()).filter((hop) => hop !== "");
}
