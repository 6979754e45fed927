/**
 * `meshcom://192.168.1.50?call=OE1XYZ-12`: a MeshCom node's JSON over UDP ("extern UDP", domain: MeshCom). Listens to the
 * named node alone; may hand its datagrams on to other programs that want the same port.
 */
import { isIP } from "node:net";
import { fromBinary, toBinary } from "../../../aprs/mod.ts";
import { isCall, normalCall } from "../../../base/mod.ts";
import { type Driver, type Heard, LineRefused } from "../driver.ts";

const PORT = 1799;
/** Datagrams of a node in a second; a node that sends more is out of order. */
const MOST_A_SECOND = 20;
const MOST_BYTES = 4096, MOST_FANOUT = 8;

/** `host:port,host:port`; undefined for any other text. */
function readFanout(text: string): { host: string; port: number }[] | undefined {
  const list = text.split(",").map((one) =>
    /^([0-9.]{7,15}|\[[0-9a-f:]{2,45}\]):(\d{1,5})$/.exec(one.trim())
  );
  if (list.length > MOST_FANOUT || list.some((one) => one === null)) return undefined;
  return list.map((one) => ({ host: one![1]!.replace(/^\[|\]$/g, ""), port: Number(one![2]) }));
}

export const meshcom: Driver = {
  scheme: "meshcom",
  port: "meshcom",
  via: "meshcom",
  namesSite: true,
  transmits: true,
  settings: [
    { name: "call", takes: "the node's call" },
    { name: "site", takes: "the call of the receiving station, where this is this box's own node" },
    { name: "port", takes: `UDP port on both sides, ${PORT} without` },
    { name: "bind", takes: "this host's address to listen on; all without" },
    { name: "fanout", takes: `at most ${MOST_FANOUT} of address:port that get the same datagrams` },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  problem({ host, port, query }) {
    if (isIP(host) === 0) return "meshcom: takes the node's IP address";
    if (port !== undefined) return "meshcom: takes its UDP port as ?port=";
    const call = query.get("call"), bind = query.get("bind"), fanout = query.get("fanout");
    if (call === undefined || !isCall(normalCall(call))) return "call takes the node's callsign";
    const udp = query.get("port") ?? String(PORT);
    if (!/^\d{1,5}$/.test(udp) || Number(udp) < 1 || Number(udp) > 65_535) return "port takes 1 to 65535";
    if (bind !== undefined && isIP(bind) === 0) return "bind takes an address of this host";
    if (fanout !== undefined && !readFanout(fanout)) {
      return `fanout takes at most ${MOST_FANOUT} of address:port`;
    }
    return undefined;
  },
  async open({ host, query }, { io }) {
    const port = Number(query.get("port") ?? PORT);
    const bind = query.get("bind") ?? (isIP(host) === 6 ? "::" : "0.0.0.0");
    const fanout = readFanout(query.get("fanout") ?? "") ?? [];
    let socket;
    try {
      socket = await io.datagrams(bind, port);
    } catch (error) {
      throw new LineRefused(
        "refused",
        `UDP ${bind}:${port} cannot be listened on: ${(error as Error).message}`,
      );
    }
    const { received, send, close } = socket;
    async function* heard(): AsyncGenerator<Heard> {
      let second = 0, count = 0;
      yield { kind: "alive", detail: `listening on UDP ${port}` };
      for await (const { from, bytes, ms } of received) {
        // A dual-stack socket writes IPv4 addresses into IPv6.
        if (from.replace(/^::ffff:/, "") !== host || bytes.length > MOST_BYTES) continue;
        const now = Math.floor(ms / 1000);
        if (now !== second) [second, count] = [now, 0];
        if (++count > MOST_A_SECOND) continue;
        for (const other of fanout) send(bytes, other.host, other.port).catch(() => {});
        yield { kind: "mesh", json: toBinary(bytes) };
      }
    }
    return {
      heard: heard(),
      send: (permit) => send(fromBinary(permit.take("mesh").json), host, port),
      close,
    };
  },
};
