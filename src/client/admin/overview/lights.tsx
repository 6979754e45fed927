/** One light for the whole instance, and a lamp for each part of it. */
import type { ComponentChildren } from "preact";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { useApp } from "../../phone/app.ts";
import { sayAgo } from "../../ui/times.ts";
import { Mark, type MarkKind } from "../parts/mark.tsx";
import { faultsOf, hearingOf, lastOf, nameOf } from "../receivers/boxes.ts";
import { type AdminKey, tell } from "../tell.ts";
import { type CheckLine, markOf } from "./check_line.ts";
import { checkName, CheckSays } from "./check_words.tsx";
import { type Part, PARTS, sayWell, valueOf } from "./well.ts";

const SHOWN: readonly Part[] = [
  "neighbours",
  "partners",
  "mail",
  "push",
  "backup",
  "elsewhere",
  "disk",
  "clock",
  "update",
];

const ORDER: readonly MarkKind[] = ["bad", "wait", "off", "go"];
const worst = (kinds: readonly MarkKind[]): MarkKind => ORDER.find((kind) => kinds.includes(kind)) ?? "off";

/** `lines`: the whole checklist. Receivers and reports are not on it and are read here. `children`: what may be done about all of it. */
export function Lights({ lines, children }: { lines: readonly CheckLine[]; children: ComponentChildren }) {
  const app = useApp();
  const boxes = useRead(routeTo("GET /api/admin/boxes")).known.value?.value;
  const heard = useRead(routeTo("GET /api/admin/sites")).known.value?.value;
  const counts = useRead(routeTo("GET /api/admin/moderation/reports")).known.value?.value
    .counts;
  const held = useRead(routeTo("GET /api/admin/moderation/held")).known.value?.value.posts ?? 0;
  const now = app.gateway.now();

  const receivers = (): Light => {
    const told = (kind: MarkKind, sentence: string): Light => ({ part: "receivers", kind, sentence });
    if (!boxes || !heard) return unread("receivers");
    const live = boxes.boxes.filter(({ revokedAt }) => revokedAt === null);
    if (live.length === 0) {
      // Of a station that is trusted by its call nothing says how often it should be heard.
      return lines.find(({ key }) => key === "FIRST_PARTY_SITES")?.status === "ok"
        ? told("off", tell("light.receivers.by_call"))
        : told("wait", tell("light.receivers.none"));
    }
    const silent = live.filter((box) => hearingOf(box, heard.heard, now) === "silent");
    if (silent.length > 0) {
      const box = silent[0]!;
      const ago = sayAgo(lastOf(box, heard.heard) ?? now, now);
      return {
        ...told("bad", tell("light.receivers.silent", { n: silent.length, box: nameOf(box), ago })),
        value: tell("light.n_of", { n: live.length - silent.length, of: live.length }),
      };
    }
    const [fault] = faultsOf(boxes, heard, now);
    return fault
      ? { part: "receivers", kind: fault.kind, sentence: fault.sentence }
      : { ...told("go", tell("light.receivers.go", { n: live.length })), value: sayNumber(live.length) };
  };
  const reports = (): Light => {
    const n = counts?.open;
    return n === undefined ? unread("reports") : {
      part: "reports",
      kind: n > 0 ? "wait" : "go",
      sentence: tell("light.reports.n", { n }),
      value: sayNumber(n),
    };
  };
  const ofChecklist = (part: Part): Light => {
    const its = lines.filter(({ key }) => (PARTS[part] as readonly string[]).includes(key));
    const kind = worst(its.map(markOf));
    // What was set up and fails comes before what is missing.
    const told = its.filter((line) => markOf(line) === kind).toSorted((a, b) =>
      Number(b.status === "warn") - Number(a.status === "warn")
    );
    const value = kind === "off" && told[0]?.status === "untried"
      ? tell("light.short.untried")
      : valueOf(part, its);
    return kind === "go" || told.length === 0
      ? {
        part,
        value,
        kind: told.length > 0 ? "go" : "off",
        sentence: told.length > 0 ? sayWell(part, its) : tell("light.unused"),
      }
      : { part, kind, value, lines: told };
  };
  // Said where some wait: without the switch there are none.
  const newcomers: Light[] = held === 0 ? [] : [{
    part: "newcomers",
    kind: "wait",
    sentence: tell("held.board", { n: held }),
    value: sayNumber(held),
  }];
  const lights = [receivers(), ...SHOWN.map(ofChecklist), reports(), ...newcomers];
  // A box that is silent is the light of the receivers.
  const rest = lines.filter(({ key }) =>
    key !== "boxes" && !Object.values(PARTS).some((keys) => (keys as readonly string[]).includes(key))
  );
  const all = [...lights.map(({ kind }) => kind), ...rest.map(markOf)];
  const known = boxes !== undefined && heard !== undefined && counts !== undefined;
  const seen = worst(all.map((kind) => kind === "off" ? "go" : kind));
  // As long as something was not read, nothing is well.
  const whole = seen === "go" && !known ? "off" : seen;
  const n = all.filter((kind) => kind === whole).length;
  const looks = all.filter((kind) => kind === "wait").length;
  const below = rest.filter((line) => markOf(line) === whole).length;
  return (
    <section aria-labelledby="light-title" class={`light light-${whole}`}>
      <div class="board-head">
        <div>
          <h2 id="light-title">
            <Mark kind={whole}>
              {whole === "off" ? tell("light.asking") : tell(`light.whole.${whole}` as AdminKey, { n })}
            </Mark>
          </h2>
          {whole === "bad" && looks > 0 && <p class="soft">{tell("light.whole.more", { n: looks })}</p>}
        </div>
        {children}
      </div>
      <dl>
        {lights.map((light) => <LightRow key={light.part} {...light} />)}
        {(whole === "bad" || whole === "wait") && below > 0 && (
          <LightRow part="checklist" kind={whole} sentence={tell("light.checklist.n", { n: below })} />
        )}
      </dl>
    </section>
  );
}

/** The page on which a part is looked after; the checklist has none, for it is on this page. */
const WHERE: Readonly<Partial<Record<Light["part"], string>>> = {
  receivers: "/admin/receivers",
  neighbours: "/admin/neighbours",
  mail: "/admin/mail",
  partners: "/admin/mail",
  push: "/admin/settings?find=VAPID_PRIVATE_KEY",
  clock: "/admin/ground",
  disk: "/admin/ground",
  backup: "/admin/ground",
  elsewhere: "/admin/ground",
  update: "/admin/ground",
  reports: "/admin/reports",
  newcomers: "/admin/people",
};

interface Light {
  /** The number that says most of it, where there is one. */
  value?: string | undefined;
  part: Part | "receivers" | "reports" | "newcomers" | "checklist";
  kind: MarkKind;
  sentence?: ComponentChildren;
  /** The lines of the checklist that are shown in place of `sentence`. */
  lines?: readonly CheckLine[];
}

/** Nothing is said of use before it was read. */
const unread = (part: Light["part"]): Light => ({
  part,
  kind: "off",
  value: tell("light.short.asking"),
  sentence: tell("light.asking"),
});

const sayNumber = (n: number): string => tell("house.number", { n });

/** A lamp of the overview: what it is about, the number or the word that says most, and what there is to know. */
const LightRow = ({ part, kind, value, sentence, lines }: Light) => {
  const href = WHERE[part], name = tell(`light.${part}`);
  return (
    <div class={`light-of-${part}`}>
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd>
        <strong class="light-value">{value ?? tell(`light.short.${kind}`)}</strong>
        {!lines ? <Mark kind={kind}>{sentence}</Mark> : lines.map((line) => (
          <p key={line.key}>
            <Mark kind={kind}>
              {lines.length > 1 && <strong>{checkName(line)}</strong>} <CheckSays line={line} />
            </Mark>
          </p>
        ))}
      </dd>
    </div>
  );
};
