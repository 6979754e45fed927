/** The keys of programs that read the API, and the registries of tools. */
import { useApp } from "../../shell/app.ts";
import { Foreign, Loading, Notice } from "../../shell/parts.tsx";
import { say } from "../../shell/say.ts";
import { sayDate } from "../../shell/times.ts";
import { useRead } from "../../shell/use_read.ts";
import { Danger } from "../danger.tsx";
import { House } from "../house.tsx";
import { Table } from "../table.tsx";
import { tell } from "../tell.ts";
import { Wrong } from "../wrong.tsx";
import { Registries } from "./registries.tsx";
import { staleKeys } from "./stale_keys.ts";

interface Key {
  id: number;
  name: string;
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
  owner: string | null;
}

export default () => (
  <House title={say("page.admin_keys")}>
    {() => (
      <>
        <ApiKeys />
        <Registries />
      </>
    )}
  </House>
);

function ApiKeys() {
  const { gateway } = useApp();
  const { known, problem, again } = useRead<{ keys: Key[]; cap: number }>("/api/admin/api-keys");
  const list = known.value?.value;
  if (problem.value) return <Notice>{problem.value}</Notice>;
  if (!list) return <Loading />;
  const stale = staleKeys(list.keys, gateway.now()).length;
  return (
    <section>
      <Wrong
        faults={stale > 0
          ? [{ kind: "wait", sentence: tell("apikeys.stale", { n: stale }), fix: tell("apikeys.stale.fix") }]
          : []}
      />
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
            cell: ({ createdAt }) => sayDate(createdAt),
          },
          {
            id: "used",
            label: tell("apikeys.used"),
            by: ({ lastUsedAt }) => lastUsedAt ?? 0,
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
                act={() => gateway.ask("DELETE", `/api/admin/api-keys/${id}`)}
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
