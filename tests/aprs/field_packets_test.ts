/** Every packet of the field's test file parses or is refused with a reason, and the ones with known values have them. */
import assert from "node:assert/strict";
import { type Content, decodeTnc2, isUnreadable, type Packet } from "../../src/aprs/mod.ts";
import { dataFile } from "./test_data.ts";

function decodeFile(): Map<string, Packet | string> | undefined {
  const file = dataFile("aprs/aprsc-test-packets.txt");
  if (!file) return undefined;
  const decoded = new Map<string, Packet | string>();
  let from = 0;
  for (let at = file.indexOf(10); at >= 0; at = file.indexOf(10, from)) {
    const line = file.subarray(from, at);
    const packet = decodeTnc2(line);
    decoded.set(new TextDecoder("latin1").decode(line), isUnreadable(packet) ? packet.unreadable : packet);
    from = at + 1;
  }
  return decoded;
}

const contentOf = (packet: Packet | string | undefined): Content | string => {
  assert.ok(packet !== undefined, "the file has no such line");
  return typeof packet === "string" ? packet : packet.content;
};

Deno.test("every line of the field's packets is read or refused with a reason", () => {
  const decoded = decodeFile();
  if (!decoded) return;
  const wholly = [...decoded.values()].filter((packet) => typeof packet !== "string");
  assert.equal(wholly.length, 47);
  for (const [line, packet] of decoded) {
    if (typeof packet === "string") assert.match(packet, /^[a-z'].{10,}/, line);
    else if (packet.content.kind === "broken") assert.ok(packet.problems.length > 0, line);
  }
});

Deno.test("the field's packets have the values that their comments tell", () => {
  const decoded = decodeFile();
  if (!decoded) return;
  const find = (start: string) => contentOf([...decoded].find(([line]) => line.startsWith(start))?.[1]);
  const finnish = find("OH3MRJ-9>VQ3P98"), brazilian = find("PU2UBL-8>R3342Q-1");
  assert.ok(
    typeof finnish !== "string" && "lat" in finnish && typeof brazilian !== "string" && "lat" in brazilian,
  );
  assert.deepEqual([finnish.lat.toFixed(4), finnish.lon.toFixed(4)], ["61.5163", "23.6287"]);
  assert.deepEqual([brazilian.lat.toFixed(4), brazilian.lon.toFixed(4)], ["-23.5702", "-46.6580"]);
  const overlay = find("PY3KN-1>WIDE1-1");
  assert.ok(typeof overlay !== "string" && "lat" in overlay);
  assert.equal(overlay.symbol, "I&");
  const latin1 = find("OH1MN>APU25N,TCPIP*,qAC,CORE-2:;Bengtskar");
  assert.ok(typeof latin1 !== "string" && latin1.kind === "object");
  assert.equal(latin1.comment, "Bengtskär");
  assert.equal(find("SRC>DST,DIGI1,DIGI2*,qAR,:test"), "a call is missing behind the q construct");
  const nameless = find("OH1MN>APU25N,TCPIP*,qAC,CORE-2:;         *");
  assert.deepEqual(nameless, { kind: "broken", as: "object" });
});
