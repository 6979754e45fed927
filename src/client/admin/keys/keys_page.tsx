/** The keys of programs that read the API, and the registries of tools. */
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDate } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { faultsOf, Registries } from "./registries.tsx";
import { staleKeys } from "./stale_keys.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Key {
  id: number;
  name: string;
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
  owner: string | null;
  /** It opens nothing now, because its owner is suspended. */
  suspended: boolean;
}
interface Keys {
  keys: Key[];
  cap: number;
}

export default () => (
  <AdminFrame title={say("page.admin_keys")}>
    {() => <KeysAndTools />}
  </AdminFrame>
);

function KeysAndTools() {
  const { gateway } = useApp();
  const keys = useRead(routeTo("GET /api/admin/api-keys"));
  const registries = useRead(routeTo("GET /api/admin/tool-registries"));
  const list = keys.known.value?.value, tools = registries.known.value?.value;
  return (
    <>
      <Wrong
        faults={[
          ...(list ? keyFaults(list.keys, gateway.now()) : []),
          ...(tools ? faultsOf(tools.registries) : []),
        ]}
      />
      <div class="keys-and-tools">
        {keys.problem.value
          ? <Unread>{keys.problem.value}</Unread>
          : list
          ? <ApiKeys list={list} again={keys.again} />
          : <Loading />}
        {registries.problem.value
          ? <Unread>{registries.problem.value}</Unread>
          : tools
          ? <Registries list={tools} again={registries.again} />
          : <Loading />}
      </div>
    </>
  );
}

function keyFaults(keys: readonly Key[], now: number): Fault[] {
  const closed = keys.filter(({ suspended }) => suspended);
  // One sentence for each key: what nobody can use is no question of how long nobody used it.
  const stale = staleKeys(keys.filter(({ suspended }) => !suspended), now).length;
  const calls = [...new Set(closed.map(({ owner }) => owner ?? "?"))].join(", ");
  const faults: Fault[] = [];
  if (calls) faults.push({ kind: "wait", sentence: tell("apikeys.suspended", { n: closed.length, calls }) });
  if (stale > 0) {
    faults.push({
      kind: "wait",
      sentence: tell("apikeys.stale", { n: stale }),
      fix: tell("apikeys.stale.fix"),
    });
  }
  return faults;
}

function ApiKeys({ list, again }: { list: Keys; again: () => Promise<void> }) {
  const { gateway } = useApp();
  return (
    <section>
      <h2>{say("keys.title")}</h2>
      <p class="soft">{tell("apikeys.what", { n: list.cap })}</p>
      <Table
        label={say("keys.title")}
        rows={list.keys}
        keyOf={({ id }) => id}
        words={({ name, prefix, owner }) => `${name} ${prefix} ${owner ?? ""}`}
        empty={tell("apikeys.none")}
        columns={[
          {
            id: "name",
            label: tell("apikeys.name"),
            by: ({ name }) => name,
            cell: ({ name, prefix }) => (
              <>
                <Foreign>{name}</Foreign> <span class="code soft">{prefix}…</span>
              </>
            ),
          },
          {
            id: "owner",
            label: tell("apikeys.owner"),
            by: ({ owner }) => owner ?? "",
            cell: ({ owner }) =>
              owner && <a class="code" href={`/admin/people/${encodeURIComponent(owner)}`}>{owner}</a>,
          },
          {
            id: "made",
            label: tell("apikeys.made"),
            by: ({ createdAt }) => createdAt,
            file: ({ createdAt }) => isoTime(createdAt),
            cell: ({ createdAt }) => sayDate(createdAt),
          },
          {
            id: "used",
            label: tell("apikeys.used"),
            by: ({ lastUsedAt }) => lastUsedAt ?? 0,
            file: ({ lastUsedAt }) => isoTime(lastUsedAt),
            cell: ({ lastUsedAt }) => lastUsedAt === null ? say("keys.unused") : sayDate(lastUsedAt),
          },
          {
            id: "do",
            label: tell("people.content.do"),
            cell: ({ id, name, owner, lastUsedAt }) => (
              <Danger
                id={`key-${id}`}
                label={say("keys.revoke")}
                about={say("keys.revoke.label", { name })}
                touches={[
                  tell("apikeys.revoke.what", { call: owner ?? "?" }),
                  lastUsedAt === null
                    ? tell("apikeys.revoke.unused")
                    : tell("apikeys.revoke.used", { at: sayDate(lastUsedAt) }),
                ]}
                act={() =>
                  gateway.ask("DELETE", routeTo("DELETE /api/admin/api-keys/:id", { params: { id } }))}
                done={tell("apikeys.revoked")}
                after={again}
              />
            ),
          },
        ]}
      />
    </section>
  );
}
