/** A bad neighbour: `mdns_storm.ts <own address> <seconds>` sends claims, lies about names, questions and noise as fast as it can. */
import { createSocket } from "node:dgram";
import { announcement, askFor, hostRecords, serviceRecords } from "../../src/mdns/records.ts";

const [address = "", seconds = "5"] = Deno.args;
const socket = createSocket({ type: "udp4", reuseAddr: true });
const claim = (n: number) => {
  const label = `lie${n}-example`;
  const text = [`id=lie${n}.example`, `fp=${n.toString(16).padStart(16, "0")}`, "path=/.well-known/svc"];
  return announcement([
    ...serviceRecords({ kind: "_svc._tcp", label, port: 1 + n % 65_535, text }),
    ...hostRecords(`${label}.local`, [address]),
  ]);
};
/** A staircase of jumps as long as a message may be. */
function maze(): Uint8Array {
  const bytes = new Uint8Array(8900).fill(0xc0);
  bytes.set([0, 0, 0x84, 0, 0, 0, 0, 200, 0, 0, 0, 0]);
  for (let at = 14; at < bytes.length; at += 2) bytes[at + 1] = Math.max(12, at - 2) & 255;
  return bytes;
}
const noise = (n: number) => claim(n).map((byte, at) => at % 7 === n % 7 ? (byte * 31 + n) & 255 : byte);

socket.bind({ address: "224.0.0.251", port: 5353 }, () => {
  socket.addMembership("224.0.0.251", address);
  socket.setMulticastInterface(address);
  socket.setMulticastTTL(255);
  const end = performance.now() + Number(seconds) * 1000;
  const maze_ = maze();
  let sent = 0;
  const next = () => {
    if (performance.now() > end) {
      socket.close();
      return console.log(sent);
    }
    const n = sent++;
    const kinds = [
      () => claim(n),
      () => noise(n),
      () => maze_,
      () => announcement(hostRecords("club-example.local", [address])),
      () => askFor([{ name: "_svc._tcp.local", type: "PTR" }]),
    ];
    socket.send(
      kinds[n % kinds.length]!(),
      5353,
      "224.0.0.251",
      () => n % 50 === 0 ? setTimeout(next, 0) : next(),
    );
  };
  next();
});
