/** The last hours in numbers: stations heard in one, packets of each port in two, messages to the operator. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign, Loading, Notice, Why } from "../../ui/parts.tsx";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { sayPort } from "../../shack/node/port_words.ts";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface StationStatus {
  stationsHeard: number;
  ports: { port: string; packets: number; lastHeard: number }[];
  meshcomVia: { state: "on" | "off" | "unknown"; relays?: string[] };
  messages: { id: number; ts: number; fromCall: string; toCall: string; body: string }[];
}

export function LastHour() {
  const { gateway } = useApp();
  const { known, problem } = useRead(routeTo("GET /api/admin/station-status"));
  const status = known.value?.value;
  if (!status) {
    return problem.value
      ? (
        <Notice>
          {tell("hour.unread")} <Why says={problem.value} />
        </Notice>
      )
      : <Loading />;
  }
  const now = gateway.now();
  const packets = status.ports.reduce((sum, port) => sum + port.packets, 0);
  return (
    <section class="card" aria-labelledby="hour-title">
      <h2 id="hour-title">{tell("hour.title")}</h2>
      <dl class="numbers">
        <div>
          <dt>{tell("hour.stations")}</dt>
          <dd>{tell("house.number", { n: status.stationsHeard })}</dd>
        </div>
        <div>
          <dt>{tell("hour.packets")}</dt>
          <dd>{tell("house.number", { n: packets })}</dd>
        </div>
        <div>
          <dt>{tell("hour.messages")}</dt>
          <dd>{status.messages.length}</dd>
        </div>
      </dl>
      <Table
        label={tell("hour.ports")}
        rows={status.ports}
        keyOf={({ port }) => port}
        empty={tell("hour.no_ports")}
        columns={[
          {
            id: "port",
            label: tell("hour.port"),
            file: ({ port }) => port,
            cell: ({ port }) => sayPort(port),
            by: ({ port }) => sayPort(port),
          },
          {
            id: "packets",
            label: tell("hour.packets_2h"),
            cell: ({ packets }) => packets,
            by: ({ packets }) => packets,
          },
          {
            id: "last",
            label: tell("hour.last"),
            file: ({ lastHeard }) => isoTime(lastHeard),
            cell: ({ lastHeard }) => sayAgo(lastHeard, now),
            by: ({ lastHeard }) => lastHeard,
          },
        ]}
      />
      {status.meshcomVia.state === "on" && (
        <p>{tell("hour.relays", { relays: (status.meshcomVia.relays ?? []).join(", ") })}</p>
      )}
      {status.messages.length > 0 && (
        <ul class="row-list">
          {status.messages.map(({ id, ts, fromCall, toCall, body }) => (
            <li key={id}>
              <span>
                <span class="code">{fromCall} → {toCall}</span> <Foreign>{body}</Foreign>{" "}
                <span class="soft">{sayTime(ts, now)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
