/** The page Ports: what each port heard and sent in each hour, how it is now, and who was heard on the air. */
import type { z } from "#schemas";
import type { MheardRow, PortDay } from "../../../stations/mod.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Lamp } from "../../ui/look/radio.tsx";
import { Heading, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge, sayHour, sayTime } from "../../ui/times.ts";
import { dayOf, HOURS, type PortHour, wordOf } from "./port_hours.ts";
import { sayPort } from "./port_words.ts";
import { ReadAt } from "../read_at.tsx";
import { useRenewed } from "../renewed.ts";
import { Rows } from "../rows.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type Port = z.output<typeof PortDay>;

/** How often the ports are read again, in seconds. */
const PORTS_S = 10;

export default function PortsPage() {
  const { known, problem } = useRenewed(routeTo("GET /api/ports"), PORTS_S);
  const heard = useRenewed(routeTo("GET /api/node/mheard", { query: { limit: "200" } }));
  const ports = known.value?.value.ports;
  return (
    <>
      <Heading>{say("page.ports")}</Heading>
      <p>{tell("ports.what")}</p>
      <ReadAt known={known.value} everyS={PORTS_S} />
      {!ports && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {ports?.length === 0 && <Notice>{tell("ports.none")}</Notice>}
      {ports && ports.length > 0 && (
        <>
          <p class="soft">{tell("ports.legend")}</p>
          <div class="ports">{ports.map((port) => <OnePort key={port.port} port={port} />)}</div>
        </>
      )}
      <Heard rows={heard.known.value?.value.mheard} />
      <KeyHelp acts={rowActs(".port summary, main :is(.table tbody, .row-cards) a")} />
    </>
  );
}

function OnePort({ port: { port, rx, tx, lastAt, hours } }: { port: Port }) {
  const { gateway } = useApp();
  const now = gateway.now(), age = Math.max(0, now - lastAt), day = dayOf(hours, now);
  const word = wordOf(age);
  return (
    <section class="port card">
      <h2>
        <bdi>{sayPort(port)}</bdi>
      </h2>
      <p>
        <Lamp is={word === "hearing" ? "good" : word === "silent" ? "broken" : "look"}>
          {tell(`ports.${word}`, { age: sayAge(age) })}
        </Lamp>
        <br />
        {tell("ports.sums", { rx, tx })}
      </p>
      <Bars port={port} rx={rx} tx={tx} day={day} />
      <details>
        <summary>{say("station.table")}</summary>
        <Rows
          label={port}
          heads={[tell("ports.hour"), tell("ports.rx"), tell("ports.tx")]}
          rows={day.toReversed().map((hour) => ({
            key: String(hour.at),
            cells: [sayTime(hour.at, now), hour.rx, hour.tx],
          }))}
        />
      </details>
    </section>
  );
}

const STEP = 20, HEIGHT = 80, BASE = 22;
/** The axis has a mark every so many hours. */
const MARK = 6;

function Bars({ port, rx, tx, day }: { port: string; rx: number; tx: number; day: readonly PortHour[] }) {
  const most = Math.max(1, ...day.map((hour) => hour.rx + hour.tx));
  // A bar for even one packet can be seen, however high the highest bar is.
  const high = (n: number) => n === 0 ? 0 : Math.max(2, n / most * HEIGHT);
  return (
    <svg
      class="port-bars"
      viewBox={`0 0 ${STEP * HOURS} ${HEIGHT + BASE}`}
      role="img"
      aria-label={tell("ports.bars", { port, rx, tx, most })}
    >
      {day.map((hour, i) => (
        <g key={hour.at}>
          <rect
            class="port-rx"
            x={i * STEP + 2}
            y={HEIGHT - high(hour.rx)}
            width={STEP - 4}
            height={high(hour.rx)}
          />
          <rect
            class="port-tx"
            x={i * STEP + 3}
            y={HEIGHT - high(hour.rx) - high(hour.tx)}
            width={STEP - 6}
            height={high(hour.tx)}
          />
          {i % MARK === MARK - 1 && (
            <text
              x={Math.min((i + 0.5) * STEP, STEP * HOURS - 2)}
              y={HEIGHT + BASE - 4}
              text-anchor={i === HOURS - 1 ? "end" : "middle"}
            >
              {sayHour(hour.at)}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2={STEP * HOURS} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}

function Heard({ rows }: { rows: readonly z.output<typeof MheardRow>[] | undefined }) {
  const { gateway } = useApp();
  if (!rows) return null;
  return (
    <section>
      <h2>{tell("ports.heard")}</h2>
      {rows.length === 0 ? <p class="soft">{tell("ports.heard.none")}</p> : (
        <Rows
          far={3}
          label={tell("ports.heard")}
          heads={[
            tell("ports.column.call"),
            tell("ports.column.port"),
            tell("ports.column.count"),
            tell("ports.column.last"),
          ]}
          rows={rows.map(({ callsign, port, count, lastHeard }) => ({
            key: `${callsign} ${port}`,
            cells: [
              { call: callsign },
              sayPort(port),
              count,
              sayTime(lastHeard, gateway.now()),
            ],
          }))}
        />
      )}
    </section>
  );
}
