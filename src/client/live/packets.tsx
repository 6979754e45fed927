/** The raw packets of a station: a drawing of the last one's path, every packet with its fields, and who heard them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RawPackets } from "../../stations/mod.ts";
import type { z } from "#schemas";
import { useApp } from "../phone/app.ts";
import { Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { inUtc, sayMoment } from "../ui/times.ts";
import { WithUtc } from "../ui/look/with_utc.tsx";
import { useRead } from "../phone/use_read.ts";
import { isHidden, lookOf, rowClass, RowMark } from "./heard/row_mark.tsx";
import { TableRoom } from "../ui/table_room.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import { recall, remember } from "../phone/choices.ts";
import { Chip } from "../ui/look/choose.tsx";
import { advice, hopsOf } from "./path.ts";

// Draws a packet's path as a line of stations, with the same in one sentence.

/** Width of a station and height of the drawing, in its units: three stations fill a phone. */
const STEP = 112, HEIGHT = 88, LINE = 52;

function PathDrawing({ call, path, receiver }: {
  call: string;
  path: readonly string[];
  receiver: string | null;
}) {
  const hops = hopsOf(call, path, receiver);
  const poor = advice(path);
  const width = STEP * hops.length;
  const middle = (at: number) => STEP * (at + 0.5);
  return (
    <>
      <TableRoom label={say("station.path")}>
        <svg class="path" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          {hops.slice(1).map(({ role }, at) => (
            <path
              key={at}
              class={role === "unused" ? "path-unused" : "path-used"}
              d={role === "unused"
                ? `M${middle(at) + 14} ${LINE}H${middle(at + 1) - 14}`
                : `M${middle(at) + 8} ${LINE - 9}Q${middle(at + 0.5)} ${LINE - 56} ${middle(at + 1) - 8} ${
                  LINE - 9
                }`}
            />
          ))}
          {hops.map((hop, at) => (
            <g key={at}>
              <circle class={`path-${hop.role}`} cx={middle(at)} cy={LINE} r="10" />
              <text x={middle(at)} y={HEIGHT - 6} text-anchor="middle">{hop.call}</text>
            </g>
          ))}
        </svg>
      </TableRoom>
      <ol class="unseen">
        {hops.map((hop, at) => (
          <li key={at}>
            <span class="code">{hop.call}</span> {say(`station.path.${hop.role}`)}
          </li>
        ))}
      </ol>
      {poor && <p>{say(`station.path.${poor}`)}</p>}
    </>
  );
}

// Times of the page in UTC, a tap away: the choice is kept on this device, and holds while a page is shown that
// offers it.

const KEPT = "times.utc";

function UtcSwitch() {
  useEffect(() => {
    inUtc.value = recall<boolean>(KEPT) ?? false;
    return () => void (inUtc.value = false);
  }, []);
  return (
    <Chip on={inUtc.value} onClick={() => remember(KEPT, inUtc.value = !inUtc.peek())}>
      UTC
    </Chip>
  );
}

type Packet = z.output<typeof RawPackets>["packets"][number];

/** How many packets are read, and how many of them are shown before somebody asks for more. */
const MOST = 30, AT_FIRST = 5;

/** The last packets of a station, the newest first; `undefined` until they are read. `fresh` changes when there are more. */
export function usePackets(call: string, fresh: number): readonly Packet[] | undefined {
  const { known, again } = useRead(
    routeTo("GET /api/stations/:call/packets", { params: { call }, query: { limit: MOST } }),
  );
  useEffect(() => {
    if (fresh > 0) void again();
  }, [fresh]);
  return known.value?.value.packets;
}

/** The way of the last packet. */
export function LastPath({ call, packets: [last] }: { call: string; packets: readonly Packet[] }) {
  if (!last) return null;
  return (
    <section class="card">
      <h2 class="caps">{say("station.path")}</h2>
      <PathDrawing call={call} path={last.path} receiver={last.heardBy[0]?.site ?? null} />
    </section>
  );
}

/** How often it sends: the middle of the times between its packets, in seconds; `undefined` for fewer than four. */
export function beaconS(packets: readonly Pick<Packet, "ts">[]): number | undefined {
  const times = [...new Set(packets.map(({ ts }) => ts))].sort((a, b) => b - a);
  const steps = times.slice(1).map((ts, i) => times[i]! - ts).sort((a, b) => a - b);
  return steps.length < 3 ? undefined : steps[Math.floor(steps.length / 2)];
}

/** Its packets, field by field: a few, and the others when they are asked for. */
export function Packets({ packets }: { packets: readonly Packet[] }) {
  const most = useSignal(AT_FIRST), opened = useSignal<ReadonlySet<string>>(new Set());
  if (packets.length === 0) return <p>{say("station.packets.none")}</p>;
  const all = keyed(packets);
  // What somebody opened stays, however many newer ones come before it.
  const shown = Math.max(most.value, 1 + all.findLastIndex(([key]) => opened.value.has(key)));
  const turn = (key: string, isOpen: boolean) => {
    const now = new Set(opened.peek());
    if (isOpen) now.add(key);
    else now.delete(key);
    opened.value = now;
  };
  return (
    <section>
      <div class="head-line">
        <h2>{say("station.packets")}</h2>
        <UtcSwitch />
      </div>
      <ul class="packets">
        {all.slice(0, shown).map(([key, packet]) => (
          <OnePacket
            key={key}
            packet={packet}
            turn={(isOpen) => turn(key, isOpen)}
          />
        ))}
      </ul>
      {packets.length > shown && (
        <Button onClick={() => most.value = MOST}>
          {say("station.packets.more", { n: packets.length - shown })}
        </Button>
      )}
    </section>
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

function OnePacket({ packet, turn }: { packet: Packet; turn: (isOpen: boolean) => void }) {
  const { gateway } = useApp(), look = lookOf(judged(packet.tnc2));
  if (isHidden(look)) return null;
  return (
    <li class={rowClass(look)}>
      <details onToggle={({ currentTarget }) => turn(currentTarget.open)}>
        <summary>
          <WithUtc at={packet.ts} said={sayMoment(packet.ts, gateway.now())} /> <RowMark look={look} />{" "}
          <bdi class="code">{visible(packet.tnc2)}</bdi>
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

/** A monitor line by what rules of tools judge it. */
function judged(tnc2: string) {
  const end = tnc2.indexOf(":"), head = tnc2.slice(0, Math.max(0, end));
  const [src = "", to = ""] = head.split(">", 2);
  return { src, dst: to.split(",", 1)[0] ?? "", text: tnc2.slice(end + 1) };
}

/** Shows control characters by the signs that Unicode has for them, so that they are seen and do nothing. */
const visible = (text: string): string =>
  [...text].map((letter) => {
    const code = letter.codePointAt(0)!;
    if (code < 32) return String.fromCodePoint(0x2400 + code);
    return code === 127 ? "\u2421" : letter;
  }).join("");

/** Which receivers heard the station in these packets: how often, and how often directly. */
export function HeardBy({ packets }: { packets: readonly Packet[] }) {
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
  if (rows.size === 0) return null;
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
                <td>
                  <WithUtc at={at} said={sayMoment(at, gateway.now())} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRoom>
    </section>
  );
}
