/** How to get this gateway's stations into ATAK, WinTAK and iTAK: the stream's address, how many listen; for an operator a line for a shell. */
import { useSignal } from "@preact/signals";
import { Heading, Unread } from "../../ui/parts.tsx";
import { ChoiceField, Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { say } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { sayAgo } from "../../ui/times.ts";
import { useReachedAt } from "../../phone/passed/reached_at.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { ReadAt } from "../read_at.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { HeadedTable, TableRoom } from "../../ui/table_room.tsx";
import { HOST, takLine, type Target, TARGETS } from "./tak_line.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** The answer of `GET /api/cot/streams`. */
interface Streams {
  open: number;
  most: number;
  yours: number;
  yoursMost: number;
  /** For a sysop alone. Times are unix seconds. */
  clients?: readonly { who: string; since: number; lastAt: number | null; caches: boolean }[];
}
/** How often the number of open streams is read again, in seconds. */
const EVERY_S = 10;
const NAMES = Object.keys(TARGETS) as Target[];

export default function TakPage() {
  const { known, problem, again } = useRead(routeTo("GET /api/cot/streams"));
  usePoll(again, EVERY_S);
  const caches = useSignal(false);
  const url = `${useReachedAt()}/api/cot/stream${caches.value ? "?caches=1" : ""}`;
  return (
    <>
      <Heading>{say("page.tak")}</Heading>
      <p>{tell("tak.what")}</p>
      <Tick label={tell("tak.caches")} value={caches} />
      <h2>{tell("tak.address")}</h2>
      <CopyText text={url} what={tell("tak.address")} />
      <details>
        <summary>{tell("tak.qr")}</summary>
        <Qr text={url} label={tell("tak.address")} />
      </details>
      {problem.value && <Unread>{problem.value}</Unread>}
      {known.value && (
        <p class="soft">
          {tell("tak.open", { n: known.value.value.open, most: known.value.value.most })}{" "}
          {tell("tak.yours", { n: known.value.value.yours, most: known.value.value.yoursMost })}
        </p>
      )}
      <ReadAt known={known.value} everyS={EVERY_S} />
      {known.value?.value.clients && <Clients clients={known.value.value.clients} now={known.value.at} />}
      {known.value?.value.clients ? <Bridge url={url} /> : (
        <p>
          {tell("tak.bridge.who")} <a href="/imprint">{say("foot.imprint")}</a>
        </p>
      )}
      <p>
        <a href="/live">{say("page.live")}</a>
      </p>
    </>
  );
}

/** For an operator alone: the line for a shell that hands events on to where TAK programs take them. */
function Bridge({ url }: { url: string }) {
  const to = useSignal<Target>("device");
  const host = useSignal<string>(TARGETS.device.host), port = useSignal<number>(TARGETS.device.port);
  const choose = (name: Target) => {
    to.value = name;
    host.value = TARGETS[name].host;
    port.value = TARGETS[name].port;
  };
  const line = takLine(url, {
    over: TARGETS[to.value].over,
    host: host.value.trim(),
    port: port.value,
  });
  return (
    <>
      <h2>{tell("tak.bridge")}</h2>
      <p>{tell("tak.bridge.what")}</p>
      <ChoiceField
        id="tak-to"
        label={tell("tak.to")}
        choices={NAMES}
        words={(name) => tell(`tak.to.${name}`)}
        value={to}
        set={choose}
      />
      <div class="spot-choices">
        <TextField
          id="tak-host"
          label={tell("tak.host")}
          required
          pattern={HOST}
          maxLength={253}
          autoComplete="off"
          spellcheck={false}
          value={host}
        />
        <TextField
          id="tak-port"
          label={tell("tak.port")}
          type="number"
          required
          min={1}
          max={65_535}
          value={String(port.value)}
          set={(text) => port.value = Number(text)}
        />
      </div>
      {line
        ? <CopyText text={line} what={tell("tak.bridge")} />
        : <p class="bad" role="alert">{tell("tak.bad")}</p>}
      <p class="soft">{tell(`tak.how.${to.value}`)}</p>
      {location.protocol === "https:" && (
        <p class="soft">
          {tell("tak.https")} <a href="/trust">/trust</a>
        </p>
      )}
    </>
  );
}

/** Who listens to the stream. `now`: when that was read, unix seconds. */
function Clients({ clients, now }: { clients: NonNullable<Streams["clients"]>; now: number }) {
  return (
    <section class="tak-clients">
      <h2>{tell("tak.clients")}</h2>
      {clients.length === 0 && <p class="soft">{tell("tak.clients.none")}</p>}
      {clients.length > 0 && (
        <TableRoom label={tell("tak.clients")}>
          <HeadedTable
            heads={[tell("tak.clients.who"), tell("tak.clients.since"), tell("tak.clients.last")]}
          >
            {clients.map(({ who, since, lastAt, caches }, at) => (
              <tr key={at}>
                <td>
                  <span class="code">{who}</span> {caches && <span class="soft">{tell("tak.caches")}</span>}
                </td>
                <td>{sayAgo(since, now)}</td>
                <td>{lastAt === null ? tell("tak.clients.nothing") : sayAgo(lastAt, now)}</td>
              </tr>
            ))}
          </HeadedTable>
        </TableRoom>
      )}
    </section>
  );
}
