/** The first run: steps to set up a new instance, one open at a time. Each can be skipped and shows whether it is done. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { boxOf, centreOf, lengthFor, squareAt } from "../../ui/places/squares.ts";
import { useApp } from "../../phone/app.ts";
import { recall, remember } from "../../phone/choices.ts";
import { PAGES } from "../../pages/page_table.ts";
import { Button, ButtonLink, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { type CheckLine, markOf } from "../overview/check_line.ts";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { HostLine, type HostSetting } from "../settings/host_write.tsx";
import { Restart } from "../settings/restart.tsx";
import { command, tell } from "../tell.ts";
import { BringBack } from "./bring_back.tsx";
import { Card } from "./card.tsx";
import { Club } from "./club.tsx";
import { Contact, You } from "./first_plain.tsx";
import { Place } from "./place.tsx";
import { Sample } from "./sample.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function FirstPage() {
  return <AdminFrame title={say("page.admin_first")}>{() => <FirstRun />}</AdminFrame>;
}

/** Where this browser remembers which steps were skipped, the locator that was entered, and that a sample was looked at. */
const SKIPPED = "house:skipped", GRID = "house:grid", TRIED = "house:tried";

/** The steps in their order; each has an address of its own behind the `#`. */
const STEPS = ["reach", "you", "place", "second", "receiver", "try"] as const;
type StepName = typeof STEPS[number];
/** Where this browser remembers the step that was open last. */
const STEP = "house:step";
const isStep = (name: string): name is StepName => STEPS.some((one) => one === name);

function FirstRun() {
  const app = useApp();
  const settings = useRead(routeTo("GET /api/admin/settings"));
  const setup = useRead(routeTo("GET /api/admin/setup"));
  const boxes = useRead(routeTo("GET /api/admin/boxes"));
  const keys = useRead(routeTo("GET /auth/passkeys"));
  const wanted = location.hash.slice(1);
  const step = useSignal<StepName | "" | undefined>(isStep(wanted) ? wanted : recall<StepName | "">(STEP));
  const skipped = useSignal<readonly number[]>(recall<number[]>(SKIPPED) ?? []);
  const known = app.start.value?.value.region;
  const grid = useSignal(recall<string>(GRID) ?? (known ? squareAt(centreOf(known), lengthFor(known)) : ""));
  const tried = useSignal(recall<boolean>(TRIED) ?? false);
  const list = settings.known.value?.value, lines = setup.known.value?.value.items;
  const problem = settings.problem.value || setup.problem.value;
  if (problem) return <Notice>{problem}</Notice>;
  if (!list || !lines) return <Loading />;
  const valueOf = (key: string) => list.settings.find((one) => one.key === key)?.value ?? "";
  const contact = {
    name: valueOf("OPERATOR_NAME"),
    address: valueOf("OPERATOR_ADDRESS"),
    email: valueOf("OPERATOR_EMAIL"),
  };
  const reach = lines.filter(({ key }) => ["APP_URL", "TLS", "ADDRESSES", "AUTHORITY"].includes(key));
  const isNamed = lines.some(({ key, status }) => key === "INSTANCE_ID" && status === "ok");
  const live = (boxes.known.value?.value.boxes ?? []).filter(({ revokedAt }) => revokedAt === null);
  // The feed brings what is heard around the locator that was given; Vienna stands for it until then.
  const region = boxOf(grid.value);
  const around = region
    ? `${((region.south + region.north) / 2).toFixed(1)}/${((region.west + region.east) / 2).toFixed(1)}`
    : "48.2/16.4";
  const again = async () => {
    await Promise.all([settings.again(), setup.again()]);
  };
  const toggle = (n: number) => {
    const before = skipped.peek();
    skipped.value = before.includes(n) ? before.filter((one) => one !== n) : [...before, n];
    remember(SKIPPED, skipped.value);
  };
  const host = (key: string) => list.environment.settings.find((one) => one.key === key);
  const hasPasskey = (keys.known.value?.value.passkeys.length ?? 0) > 0;
  const isDone: Readonly<Record<StepName, boolean>> = {
    reach: reach.every((line) => markOf(line) !== "wait" && markOf(line) !== "bad"),
    you: hasPasskey,
    place: Object.values(contact).every((one) => one !== "") && valueOf("INSTANCE_REGION") !== "" && isNamed,
    second: lines.some(({ key, status }) => key === "operators" && status === "ok"),
    receiver: live.length > 0,
    try: tried.value,
  };
  const isLeft = (name: StepName) => !isDone[name] && !skipped.value.includes(STEPS.indexOf(name) + 1);
  // Where it was left, else the first step that is neither done nor skipped.
  const now = step.value ?? STEPS.find(isLeft) ?? "";
  const turn = (name: StepName | "") => {
    step.value = name;
    remember(STEP, name);
  };
  /** The next step of those that are left, after the one that is open. */
  const next = (name: StepName) =>
    STEPS.slice(STEPS.indexOf(name) + 1).find(isLeft) ?? STEPS.find((one) => one !== name && isLeft(one));
  const card = (name: StepName, children: ComponentChildren) => {
    const n = STEPS.indexOf(name) + 1, title = tell(`first.${name}`), done = isDone[name], after = next(name);
    const isOpen = now === name;
    const isSkipped = skipped.value.includes(n) && !done;
    return (
      <Card
        {...{ n, title, done }}
        skipped={isSkipped}
        open={isOpen}
        turn={() => turn(isOpen ? "" : name)}
      >
        {!isSkipped && children}
        <p class="button-row">
          {!done && (
            <Button
              aria-label={`${tell(isSkipped ? "first.unskip" : "first.skip")}: ${title}`}
              onClick={() => toggle(n)}
            >
              {tell(isSkipped ? "first.unskip" : "first.skip")}
            </Button>
          )}
          {after && (done || isSkipped) && (
            <Button kind="main" onClick={() => turn(after)}>{tell("first.next")}</Button>
          )}
        </p>
      </Card>
    );
  };
  const pending = list.environment.settings.filter((one) => one.pending).map(({ label }) => label);
  return (
    <>
      <p>{tell("first.intro")}</p>
      <BringBack />
      <Restart names={pending} can={list.environment.restart} again={again} />
      <div class="first-steps">
        {card("reach", <Reach lines={reach} host={host} again={again} />)}
        {card("you", <You call={app.call.value!} hasPasskey={hasPasskey} />)}
        {card(
          "place",
          <>
            <Club name={valueOf("CLUB_NAME")} again={settings.again} />
            <Contact {...contact} />
            <Place
              grid={grid}
              choose={(next) => {
                grid.value = next;
                remember(GRID, next);
              }}
              instance={app.start.value!.value.instance}
              saved={valueOf("INSTANCE_REGION")}
              host={host}
              again={again}
            />
          </>,
        )}
        {card(
          "second",
          <>
            <p>
              {tell("first.second.what")} <a href="/help/hand-over">{tell("first.second.read")}</a>
            </p>
            <HostLine
              setting={host("ADMIN_CALLSIGNS")}
              suggested={`${host("ADMIN_CALLSIGNS")?.value ?? app.call.value},`}
              again={again}
            />
          </>,
        )}
        {card(
          "receiver",
          <>
            <p>
              {live.length > 0 ? tell("first.receiver.has", { n: live.length }) : tell("first.receiver.what")}
            </p>
            <ButtonLink href={PAGES.adminReceivers.path}>{tell("first.receiver.box")}</ButtonLink>
            {/* The line is worth reading once it has the operator's place in it. */}
            <details open={grid.value !== ""}>
              <summary>{tell("first.receiver.feed.title")}</summary>
              <p>{tell("first.receiver.feed")}</p>
              <CopyText
                text={command(
                  `box --gateway ${location.origin} --connect 'aprsis://rotate.aprs2.net?filter=r/${around}/100'`,
                )}
                what={tell("first.receiver")}
              />
            </details>
          </>,
        )}
        {card(
          "try",
          <Sample
            grid={grid.value}
            removed={() => {
              tried.value = true;
              remember(TRIED, true);
            }}
          />,
        )}
      </div>
      <ButtonLink href={`${PAGES.admin.path}#checklist`}>{tell("first.try.then")}</ButtonLink>
    </>
  );
}

/** The address to begin with: this one, where phones can use it; else what a reader completes, or reads as an example. */
const addressHere = (writable: boolean | undefined): string =>
  location.protocol === "https:" ? location.origin : writable ? "https://" : "https://club.example";

/** The address: the three ways to be reached, what each means for phones, and whether the present one works. */
function Reach({ lines, host, again }: {
  lines: readonly CheckLine[];
  host: (key: string) => HostSetting | undefined;
  again: () => Promise<void>;
}) {
  const health = useRead(routeTo("GET /health"));
  const checked = useSignal(false);
  const check = async () => {
    await Promise.all([again(), health.again()]);
    checked.value = true;
  };
  return (
    <>
      <p>{tell("first.reach.first")}</p>
      <HostLine
        setting={host("APP_URL")}
        suggested={host("APP_URL")?.value ?? addressHere(host("APP_URL")?.writable)}
        again={again}
      />
      <p>{tell("first.reach.now")}</p>
      <ul>
        {[...new Set([location.origin, ...health.known.value?.value.addresses ?? []])].map((one) => (
          <li key={one} class="code">{one}</li>
        ))}
      </ul>
      <details name="reach-ways">
        <summary>{tell("first.reach.here")}</summary>
        <p>{tell("first.reach.here.what")}</p>
      </details>
      <details name="reach-ways">
        <summary>{tell("first.reach.lan")}</summary>
        <p>
          {tell("first.reach.lan.what")} <a href="/trust">/trust</a>
        </p>
        {host("TLS")?.value !== "own" && <HostLine setting={host("TLS")} suggested="own" again={again} />}
      </details>
      <details name="reach-ways">
        <summary>{tell("first.reach.public")}</summary>
        <p>{tell("first.reach.public.what")}</p>
      </details>
      <ul class="check-list">
        {lines.map((line) => (
          <li key={line.key}>
            <Mark kind={markOf(line)}>
              <strong>{checkName(line)}</strong> <CheckSays line={line} />
            </Mark>
          </li>
        ))}
      </ul>
      <Button onClick={() => void check()}>{tell("first.reach.check")}</Button>
      <p role="status">
        {checked.value && tell("check.asked", { n: lines.filter((line) => line.status !== "ok").length })}
      </p>
    </>
  );
}
