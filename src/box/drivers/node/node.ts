/**
 * The tables of a NET/ROM node that runs beside the box, read as its program has them and changed by nothing: `linbpq:`,
 * `xrouter:`, `uronode:`, `jnos:` and the kernel's own (`netrom:/proc/net`). Nothing is heard there, so they name no site.
 */
import type { ConnectionAddress } from "../../config/address.ts";
import type { Driver } from "../driver.ts";

const TEXT = /^[\x21-\x7e]{1,60}$/;
const USER = {
    name: "user",
    takes: "who signs on there; this box's call without",
  },
  PASS = { name: "pass", takes: "that user's password, where the node asks for one" };

interface Program {
  scheme: "linbpq" | "xrouter" | "uronode" | "jnos" | "kernel";
  /** What it begins with in an address, where that is not its name. */
  as?: string;
  takes: ("host" | "device")[];
  settings?: Driver["settings"];
  refused: string;
}

function problemOf(
  { scheme, device, query }: ConnectionAddress,
  takes: Program["takes"],
): string | undefined {
  if (device === "" && !takes.includes("host")) return `${scheme}: takes a folder, such as netrom:/proc/net`;
  if (device !== "" && !takes.includes("device")) return `${scheme}: takes a host, not a file`;
  for (const name of ["user", "pass"]) {
    const set = query.get(name);
    if (set !== undefined && !TEXT.test(set)) return `${name} takes at most 60 printable characters`;
  }
  if (query.has("pass") && !query.has("user")) return "pass takes a user beside it";
  return undefined;
}

const nodeDriver = ({ scheme, as = scheme, takes, settings = [USER, PASS], refused }: Program): Driver => ({
  scheme: as,
  // No packet comes from there.
  port: "",
  via: "none",
  namesSite: false,
  transmits: false,
  greets: true,
  causes: { refused, connected: "has the node heard a neighbour yet? NODES there says so" },
  settings,
  problem: (address) => problemOf(address, takes),
  open: async (address, here) => {
    const lines = await import("./node_line.ts");
    return lines.nodeLine(lines[scheme], address, here);
  },
});

export const NODE_DRIVERS: readonly Driver[] = [
  nodeDriver({
    scheme: "linbpq",
    takes: ["host", "device"],
    refused: "is HTTPPORT set in bpq32.cfg? With user= it is TCPPORT, and a line USER= for the box",
  }),
  nodeDriver({
    scheme: "xrouter",
    takes: ["host", "device"],
    refused: "is TELNETPORT set in XROUTER.CFG, and does ACCESS.SYS let the box in?",
  }),
  nodeDriver({
    scheme: "uronode",
    takes: ["host"],
    refused: "is it running? systemctl status uronode.socket; it listens on port 3694",
  }),
  nodeDriver({
    scheme: "jnos",
    takes: ["host"],
    refused: "is 'start telnet' in autoexec.nos, and has ftpusers a line for the box?",
  }),
  nodeDriver({
    scheme: "kernel",
    as: "netrom",
    takes: ["device"],
    settings: [],
    refused: "has this kernel NET/ROM? modprobe netrom says so",
  }),
];
