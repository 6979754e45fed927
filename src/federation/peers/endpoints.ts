/** Connection places of peers (FED "Peer", Endpoint): which forms are taken, and which are named to others. */
import { isAx25Call, isPublicAddress, withoutTrailing } from "../../base/mod.ts";
import type { Endpoint } from "../tables/peer_store.ts";

export const MAX_ENDPOINTS = 16;
const MAX_ADDRESS = 200;
const DEFAULT_PRIORITY = 50;

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** Whether an address has the form that its transport takes. */
export function isAddress(transport: string, address: string): boolean {
  if (address.length === 0 || address.length > MAX_ADDRESS) return false;
  switch (transport) {
    case "https": {
      const url = URL.parse(address);
      return url?.protocol === "https:" && url.username === "" && url.password === "";
    }
    case "44net": {
      const host = address.replace(/^https:\/\//, "");
      return HOST.test(host) && !IPV4.test(host);
    }
    case "hamnet": {
      const match = /^(?:http:\/\/)?([^/:]+)(?::(\d{1,5}))?$/.exec(address);
      const port = Number(match?.[2] ?? 80);
      return match !== null && HOST.test(match[1]!) && port >= 1 && port <= 65_535;
    }
    case "ax25":
      return address.length >= 3 && address.length <= 9 && isAx25Call(address);
    case "netrom":
      return /^[A-Z0-9#]{1,6}$/.test(address);
    case "bbs":
      return /^[A-Z0-9]{3,7}@[A-Z0-9]{3,7}(\.#?[A-Z0-9]{1,12}){0,6}$/.test(address);
    default:
      return false;
  }
}

/** The usable entries of a list from outside: malformed ones are dropped one by one, never the whole list. */
export function readEndpoints(list: unknown): Endpoint[] {
  if (!Array.isArray(list)) return [];
  const read: Endpoint[] = [];
  for (const entry of list.slice(0, 200)) {
    if (typeof entry !== "object" || entry === null) continue;
    const { transport, address, priority = DEFAULT_PRIORITY } = entry as Record<string, unknown>;
    if (typeof transport !== "string" || typeof address !== "string" || !isAddress(transport, address)) {
      continue;
    }
    const fits = typeof priority === "number" && Number.isInteger(priority) && priority >= 0 &&
      priority <= 100;
    if (!fits || read.some((one) => one.transport === transport && one.address === address)) continue;
    // `verifiedVia` is set by this instance, never taken from the sender.
    read.push({ transport, address, priority });
    if (read.length === MAX_ENDPOINTS) break;
  }
  return read;
}

/** Where a pull dials: base URLs in the order to try, with what each may take in milliseconds. */
export function pullAddresses(
  url: string,
  endpoints: readonly Endpoint[],
): { base: string; timeoutMs: number }[] {
  const ordered = endpoints.toSorted((a, b) => a.priority - b.priority);
  const list: { base: string; timeoutMs: number }[] = [];
  const add = (base: string, timeoutMs: number) => {
    const plain = withoutTrailing(base, "/");
    if (!list.some((one) => one.base === plain)) list.push({ base: plain, timeoutMs });
  };
  for (const { transport, address } of ordered) {
    if (transport === "https") add(address, 5000);
    if (transport === "hamnet") add(address.startsWith("http://") ? address : `http://${address}`, 2000);
    if (transport === "44net") {
      const host = address.replace(/^https:\/\//, "");
      // A certificate is tried first, the amateur network's plain HTTP after it.
      if (address.startsWith("https://")) add(address, 5000);
      add(`http://${host}`, 5000);
    }
  }
  if (/^https?:/.test(url)) add(url, url.startsWith("http:") && !isLocal(url) ? 2000 : 5000);
  return list;
}

const isLocal = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || ((host.includes(":") || /^[\d.]+$/.test(host)) && !isPublicAddress(host));
};

/** What is named to strangers: packet places as they are, http ones unless they lie on a private network. */
export function publicEndpoints(url: string, endpoints: readonly Endpoint[]): Endpoint[] {
  const all: Endpoint[] = endpoints.map(({ transport, address, priority }) => ({
    transport,
    address,
    priority,
  }));
  if (url.startsWith("https:") && !all.some((one) => one.address === url)) {
    all.push({ transport: "https", address: url, priority: DEFAULT_PRIORITY });
  }
  return all.filter(({ transport, address }) => {
    if (transport !== "https" && transport !== "hamnet" && transport !== "44net") return true;
    const target = URL.parse(address.includes("://") ? address : `http://${address}`);
    return target !== null && !isLocal(target.href);
  });
}
