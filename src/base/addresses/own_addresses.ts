/**
 * The names and addresses under which this host is reached. No other file works them out. Certificates name them,
 * `/health`, `doctor` and the terminal show them. Pure: what the system says comes in as a `Host`.
 */
import { isIPv6 } from "./ip.ts";
import { withoutTrailing } from "../text.ts";
import type { Host, HostAddress } from "../world.ts";

/** The longest label of a name, in characters (RFC 1035 2.3.4). */
const LONGEST_LABEL = 63;
/** Bridges to containers and machines inside this host: nobody outside reaches it there. */
const INSIDE = /^(docker|br-|veth|virbr|lxc|lxd|cni|podman|vmnet)/;

/** `text` as one label of a name: small letters, digits and inner hyphens; undefined when nothing is left of it. */
function labelOf(text: string): string | undefined {
  let from = 0;
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, "-");
  while (plain[from] === "-") from++;
  const label = withoutTrailing(plain.slice(from, from + LONGEST_LABEL), "-");
  return label === "" || label === "localhost" ? undefined : label;
}

/** An instance id as one label: its dots as hyphens (FED "Local discovery"). `localhost` names nobody: undefined. */
export function instanceLabel(instance: string): string | undefined {
  return labelOf(instance);
}

/** The host's own name without a domain; undefined where it has none, or is just `localhost`. */
export const bareName = (host: Host): string | undefined => labelOf(host.name.split(".")[0]!);

export interface OwnNames {
  /** As the local network's own resolver may know it, without a domain. */
  bare: string | undefined;
  /** As mDNS does: the instance's first, then the host's. */
  local: string[];
  /** Every address of the host, loopback and link-local ones too, each once. */
  addresses: string[];
}

/** Every name and address that this host has. */
export function ownNames(host: Host, instance: string): OwnNames {
  const bare = bareName(host);
  const labels = [instanceLabel(instance), bare].filter((label) => label !== undefined);
  return {
    bare,
    local: [...new Set(labels)].map((label) => `${label}.local`),
    addresses: [...new Set(host.addresses.map(({ address }) => address))],
  };
}

export interface Listening {
  /** HOST: the address it listens on; `0.0.0.0` and `::` are all. */
  bound: string;
  /** Port of plain http, where it is served. */
  http?: number | undefined;
  /** Port of https, where it is served. */
  https?: number | undefined;
  /** APP_URL and EXTRA_ORIGINS: what the operator says. */
  origins: readonly string[];
  /** `.local` names that somebody answers for: this program or the host's own mDNS service. */
  local: readonly string[];
}

export interface OwnAddress {
  /** As people type it, e.g. `https://club.local:8443`. */
  url: string;
  /** Who says that it leads here: the operator, mDNS, the system; `here` works on this host alone. */
  by: "operator" | "mdns" | "system" | "here";
}

const isLoopback = (address: string): boolean => /^127\./.test(address) || address === "::1";
const isLinkLocal = (address: string): boolean => /^(fe[89ab]|169\.254\.)/i.test(address);

/** Whether others may reach the host there: no loopback, nothing inside the host, no address that needs a zone. */
export const isReachable = ({ link, address }: HostAddress): boolean =>
  !isLoopback(address) && !INSIDE.test(link) && !(isIPv6(address) && isLinkLocal(address));

/**
 * The addresses of the host at which it listens and others may reach it: IPv4 first, addresses that a router gave
 * before those that the host chose by itself.
 */
export function reachableAddresses(host: Host, bound: string): string[] {
  const fits = ({ family, address }: HostAddress): boolean =>
    bound === "::" || bound === address || (bound === "0.0.0.0" && family === 4);
  const weight = ({ family, address }: HostAddress): number =>
    (family === 6 ? 2 : 0) + (isLinkLocal(address) ? 1 : 0);
  const all = host.addresses.filter((one) => isReachable(one) && fits(one)).sort((a, b) =>
    weight(a) - weight(b)
  );
  return [...new Set(all.map(({ address }) => address))];
}

/** Every address under which people reach this host, the best to type first. */
export function ownAddresses(host: Host, listening: Listening): OwnAddress[] {
  const { bound, http, https, origins, local } = listening;
  const found: OwnAddress[] = origins.map((url) => ({ url, by: "operator" as const }));
  const add = (scheme: "http" | "https", port: number | undefined, name: string, by: OwnAddress["by"]) => {
    if (port === undefined) return;
    const url = new URL(`${scheme}://${isIPv6(name) ? `[${name}]` : name}:${port}`).origin;
    if (!found.some((one) => one.url === url)) found.push({ url, by });
  };
  const addresses = reachableAddresses(host, bound);
  for (const [scheme, port] of [["https", https], ["http", http]] as const) {
    // A name leads to the host's addresses: where it listens at none of them, it leads nowhere.
    if (addresses.length > 0) { for (const name of local) add(scheme, port, name, "mdns"); }
    for (const address of addresses) add(scheme, port, address, "system");
  }
  const everywhere = ["0.0.0.0", "::", "localhost"].includes(bound) || isLoopback(bound);
  if (everywhere) {
    for (const [scheme, port] of [["https", https], ["http", http]] as const) {
      add(scheme, port, "localhost", "here");
    }
  }
  return found;
}
