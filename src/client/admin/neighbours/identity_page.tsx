/** This instance as its neighbours see it: its key in words, the DNS records to publish, and whether they are published. */
import { useSignal } from "@preact/signals";
import type { z } from "#schemas";
import type { Identity } from "../../../federation/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { AsOf } from "../../talk/talk_frame.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark, type MarkKind } from "../parts/mark.tsx";
import { command, tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { KeyWords } from "./key_words.tsx";
import { OwnWords } from "./own_words.tsx";
import { toldOr } from "./told.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type Own = z.infer<typeof Identity>;
type Line = NonNullable<Own["lines"]>[number];

const MARKS: Record<Line["status"], MarkKind> = { pass: "go", warn: "wait", fail: "bad", info: "off" };

export default function IdentityPage() {
  return (
    <AdminFrame
      title={tell("peers.page.identity")}
      back={{ href: "/admin/neighbours", words: say("page.admin_neighbours") }}
    >
      {() => <OwnIdentity />}
    </AdminFrame>
  );
}

function OwnIdentity() {
  const { gateway } = useApp();
  const list = useRead(routeTo("GET /federation/peers")),
    own = useRead(routeTo("GET /api/admin/federation/identity"));
  const doing = useDoing(), lines = useSignal<Line[] | undefined>(undefined);
  const problem = list.problem.value || own.problem.value;
  if (problem) return <Notice>{problem}</Notice>;
  const self = list.known.value?.value.self, told = own.known.value?.value;
  if (!self || !told) return <Loading />;
  const check = () =>
    doing.run(async () => {
      const answer = await gateway.get(
        routeTo("GET /api/admin/federation/identity", { query: { check: "1" } }),
      );
      if (answer.ok) lines.value = answer.value.lines ?? [];
      return answer;
    });
  const { fingerprint, words, instance } = self;
  const records = [...told.records, ...(told.alternative ? [told.alternative] : [])];
  return (
    <>
      <AsOf known={own.known.value} />
      <Wrong
        faults={fingerprint === null
          ? [{ kind: "bad", sentence: tell("peers.unsigned"), fix: <code>{command("identity new")}</code> }]
          : []}
      />
      <section>
        <h2>
          <Foreign>{instance}</Foreign>
        </h2>
        {fingerprint !== null && (
          <>
            <p>{tell("peers.own.read")}</p>
            <KeyWords of={{ fingerprint, words }} label={tell("peers.own.key")} />
          </>
        )}
      </section>
      <section>
        <h2>{tell("peers.records_to_publish")}</h2>
        {records.length === 0
          ? (
            <p class="soft">
              {toldOr(`peers.own.${told.reason}`, tell("peers.own.nothing"))}
            </p>
          )
          : <p>{tell("peers.own.publish")}</p>}
        {records.map(({ name, portal, type, value, placeholder }) => (
          <div class="record" key={type + name}>
            <h3>
              {type} <code>{portal === "" ? name : portal}</code>
            </h3>
            <p class="soft">
              {tell(
                `peers.purpose.${
                  type === "A" ? "a" : name === told.alternative?.name ? "beside" : "binding"
                }`,
                {
                  call: told.callsign ?? "",
                  host: told.host ?? "",
                },
              )}
            </p>
            {placeholder && <p class="soft">{tell("peers.own.placeholder")}</p>}
            <CopyText text={value} what={`${type} ${name}`} />
          </div>
        ))}
      </section>
      <section>
        <h2>{tell("peers.check")}</h2>
        <p class="soft">{tell("peers.check.means")}</p>
        <Button disabled={doing.busy.value} onClick={() => void check()}>
          {tell(lines.value ? "peers.check.again" : "peers.check.do")}
        </Button>
        <Problem of={doing} />
        <div role="status">
          {lines.value && (
            <ul class="check-lines">
              {lines.value.map(({ id, status, label, detail, fix, said }) => (
                <li key={id}>
                  <Mark kind={MARKS[status]}>
                    {toldOr(`peers.check.${id}`, label)}
                  </Mark>
                  <OwnWords said={said.detail} english={detail} />
                  {fix && (
                    <span class="wrong-fix">
                      <OwnWords said={said.fix} english={fix} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section>
        <h2>{tell("peers.rotate")}</h2>
        <p>{tell("peers.rotate.how")}</p>
        <p>
          <code>{command("identity rotate")}</code>
        </p>
      </section>
    </>
  );
}
