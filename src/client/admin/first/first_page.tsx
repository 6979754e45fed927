/** The first run: five steps to set up a new instance. Each can be skipped and shows whether it is done. */
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
import { settingAddress } from "../settings/address.ts";
import { command, tell } from "../tell.ts";
import { BringBack } from "./bring_back.tsx";
import { Card } from "./card.tsx";
import { Contact, You } from "./first_plain.tsx";
import { Place } from "./place.tsx";
import { Sample } from "./sample.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function FirstPage() {
  return <AdminFrame title={say("page.admin_first")}>{() => <FirstRun />}</AdminFrame>;
}

/** Where this browser remembers which steps were skipped, the locator that was entered, and that a sample was looked at. */
const SKIPPED = "house:skipped", GRID = "house:grid", TRIED = "house:tried";

function FirstRun() {
  const app = useApp();
  const settings = useRead(routeTo("GET /api/admin/settings"));
  const setup = useRead(routeTo("GET /api/admin/setup"));
  const boxes = useRead(routeTo("GET /api/admin/boxes"));
  const keys = useRead(routeTo("GET /auth/passkeys"));
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
  const toggle = (n: number) => {
    const now = skipped.peek();
    skipped.value = now.includes(n) ? now.filter((one) => one !== n) : [...now, n];
    remember(SKIPPED, skipped.value);
  };
  const card = (n: number, title: string, done: boolean, children: ComponentChildren) => {
    const isSkipped = skipped.value.includes(n) && !done;
    return (
      <Card n={n} title={title} done={done} skipped={isSkipped}>
        {!isSkipped && children}
        {!done && (
          <p>
            <Button
              aria-label={`${tell(isSkipped ? "first.unskip" : "first.skip")}: ${title}`}
              onClick={() => toggle(n)}
            >
              {tell(isSkipped ? "first.unskip" : "first.skip")}
            </Button>
          </p>
        )}
      </Card>
    );
  };
  return (
    <>
      <p>{tell("first.intro")}</p>
      <BringBack />
      <div class="first-steps">
        {card(
          1,
          tell("first.reach"),
          reach.every((line) => markOf(line) !== "wait" && markOf(line) !== "bad"),
          (
            <Reach lines={reach} again={setup.again} />
          ),
        )}
        <You call={app.call.value!} hasPasskey={(keys.known.value?.value.passkeys.length ?? 0) > 0} />
        {card(
          3,
          tell("first.place"),
          Object.values(contact).every((one) => one !== "") && valueOf("INSTANCE_REGION") !== "" && isNamed,
          (
            <>
              <Contact {...contact} />
              <Place
                grid={grid}
                choose={(next) => {
                  grid.value = next;
                  remember(GRID, next);
                }}
                instance={app.start.value!.value.instance}
                saved={valueOf("INSTANCE_REGION")}
                again={settings.again}
              />
            </>
          ),
        )}
        {card(
          4,
          tell("first.receiver"),
          live.length > 0,
          (
            <>
              <p>
                {live.length > 0
                  ? tell("first.receiver.has", { n: live.length })
                  : tell("first.receiver.what")}
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
            </>
          ),
        )}
        {card(
          5,
          tell("first.try"),
          tried.value,
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

/** The address: the three ways to be reached, what each means for phones, and whether the present one works. */
function Reach({ lines, again }: { lines: readonly CheckLine[]; again: () => Promise<void> }) {
  const health = useRead(routeTo("GET /health"));
  const checked = useSignal(false);
  const check = async () => {
    await Promise.all([again(), health.again()]);
    checked.value = true;
  };
  return (
    <>
      <p>
        {tell("first.reach.first")} <a href={settingAddress("APP_URL")}>{tell("first.reach.write")}</a>
      </p>
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
        <CopyText text="TLS=own" what="TLS" />
      </details>
      <details name="reach-ways">
        <summary>{tell("first.reach.public")}</summary>
        <p>{tell("first.reach.public.what")}</p>
        <CopyText text="APP_URL=https://club.example" what="APP_URL" />
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
