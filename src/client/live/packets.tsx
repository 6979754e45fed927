/** The raw packets of a station: a drawing of the last one's path, every packet with its fields, and who heard them. */
import { useEffect } from "preact/hooks";
import type { RawPackets } from "../../stations/mod.ts";
import type { z } from "zod";
import { useApp } from "../phone/app.ts";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayMoment } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { PathDrawing } from "./path_drawing.tsx";
import { TableRoom } from "../ui/table_room.tsx";
import { routeTo } from "../phone/wire/routes.ts";

type Packet = z.output<typeof RawPackets>["packets"][number];

/** How many packets are shown. */
const MOST = 30;

/** `fresh` changes when there is more to read. */
export function Packets({ call, fresh }: { call: string; fresh: number }) {
  const { known, again } = useRead(
    routeTo("GET /api/stations/:call/packets", { params: { call }, query: { limit: MOST } }),
  );
  useEffect(() => {
    if (fresh > 0) void again();
  }, [fresh]);
  const packets = known.value?.value.packets, [last] = packets ?? [];
  if (!packets) return null;
  if (!last) return <p>{say("station.packets.none")}</p>;
  return (
    <>
      <section>
        <h2>{say("station.path")}</h2>
        <PathDrawing call={call} path={last.path} receiver={last.heardBy[0]?.site ?? null} />
      </section>
      <HeardBy packets={packets} />
      <section>
        <h2>{say("station.packets")}</h2>
        <ul class="packets">
          {keyed(packets).map(([key, packet]) => <OnePacket key={key} packet={packet} />)}
        </ul>
      </section>
    </>
  );
}

/** Each packet with a key that it keeps when newer ones come: one that was opened stays open. */
function keyed(packets: readonly Packet[]): [string, Packet][] {
  const times = new Map<string, number>();
  return packets.toReversed().map((packet): [string, Packet] => {
    const key = `${packet.ts} ${packet.tnc2}`, n = (times.get(key) ?? 0) + 1;
    times.set(key, n);
    return [`${key} ${n}`, packet];
  }).reverse();
}

function OnePacket({ packet }: { packet: Packet }) {
  const { gateway } = useApp();
  return (
    <li>
      <details>
        <summary>
          {sayMoment(packet.ts, gateway.now())} <bdi class="code">{visible(packet.tnc2)}</bdi>
        </summary>
        <dl class="fields">
          {packet.fields.map(({ name, value }) => (
            <div key={name}>
              <dt class="code">{name}</dt>
              <dd>
                <Foreign>{visible(value)}</Foreign>
              </dd>
            </div>
          ))}
        </dl>
        {packet.fields.length === 0 && <p>{say("station.packets.unread")}</p>}
      </details>
    </li>
  );
}

/** Shows control characters by the signs that Unicode has for them, so that they are seen and do nothing. */
const visible = (text: string): string =>
  [...text].map((letter) => {
    const code = letter.codePointAt(0)!;
    if (code < 32) return String.fromCodePoint(0x2400 + code);
    return code === 127 ? "\u2421" : letter;
  }).join("");

/** Which receivers heard the station in these packets: how often, and how often directly. */
function HeardBy({ packets }: { packets: readonly Packet[] }) {
  const { gateway } = useApp();
  const rows = new Map<string, { site: string; n: number; direct: number; at: number }>();
  for (const { ts, heardBy } of packets) {
    for (const { site, port, direct } of heardBy) {
      const name = site ?? port, known = rows.get(name);
      if (!known) rows.set(name, { site: name, n: 1, direct: direct ? 1 : 0, at: ts });
      else {
        known.n++;
        if (direct) known.direct++;
        known.at = Math.max(known.at, ts);
      }
    }
  }
  return (
    <section>
      <h2>{say("station.heard_by")}</h2>
      <TableRoom label={say("station.heard_by")}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{say("station.receiver")}</th>
              <th scope="col">{say("station.copies")}</th>
              <th scope="col">{say("station.directly")}</th>
              <th scope="col">{say("station.last")}</th>
            </tr>
          </thead>
          <tbody>
            {[...rows.values()].sort((a, b) => b.n - a.n).map(({ site, n, direct, at }) => (
              <tr key={site}>
                <td class="code">{site}</td>
                <td>{n}</td>
                <td>{direct}</td>
                <td>{sayMoment(at, gateway.now())}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRoom>
    </section>
  );
}
