/** Every setting, from the gateway's own table, so that none is missing; and the lines that can be set only on the host. */
import type { ComponentChildren } from "preact";
import { PAGES } from "../../pages/page_table.ts";
import { Button, Loading, SearchField, Unread } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { useAsked } from "../parts/asked.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { markOf } from "../overview/check_line.ts";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { placeOf } from "../overview/where.ts";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { ClubLogo } from "./club_logo.tsx";
import { SettingRow } from "./setting_row.tsx";
import { HostRow } from "./host_row.tsx";
import { Restart } from "./restart.tsx";
import { matches } from "./settings.ts";
import { FoundPages } from "./found_pages.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function SettingsPage() {
  return <AdminFrame title={say("page.admin_settings")}>{() => <Settings />}</AdminFrame>;
}

function Settings() {
  const { known, problem, again } = useRead(
    routeTo("GET /api/admin/settings", { query: { lang: language.value.code === "de" ? "de" : "en" } }),
  );
  const search = useAsked();
  const setup = useRead(routeTo("GET /api/admin/setup")).known.value?.value.items ?? [];
  // Lines of the checklist that are mended on this page.
  const faults = setup.filter((line) => placeOf(line).startsWith(PAGES.adminSettings.path)).flatMap(
    (line) => {
      const kind = markOf(line);
      if (kind !== "bad" && kind !== "wait") return [];
      const name = checkName(line), said = { what: name };
      return [{
        kind,
        sentence: (
          <>
            <strong>{name}</strong> <CheckSays line={line} />
          </>
        ),
        fix: (
          <Button
            aria-label={tell("check.go.label", said)}
            onClick={() => search.value = new URL(placeOf(line), location.href).searchParams.get("find")!}
          >
            {tell("check.go")}
          </Button>
        ),
      }];
    },
  );
  const list = known.value?.value;
  if (!list) return problem.value ? <Unread>{problem.value}</Unread> : <Loading />;
  const pending = list.environment.settings.filter((one) => one.pending).map(({ key }) => key);
  const wanted = search.value.trim();
  const titleOf = new Map(list.groups.map(({ id, title }) => [id, title]));
  const settings = list.settings.filter((one) => matches(one, titleOf.get(one.group) ?? "", wanted));
  const fixed = list.environment.settings.filter((one) => matches(one, one.group, wanted));
  const groups = list.groups.map((group) => ({
    ...group,
    settings: settings.filter((one) => one.group === group.id),
  })).filter((group) => group.settings.length > 0);
  const titles = [...new Set(fixed.map(({ group }) => group))];
  return (
    <div class="settings-page">
      <div class="settings-find">
        <SearchField id="setting-search" label={tell("settings.search")} value={search} />
        <p role="status" class="soft">{tell("settings.found", { n: settings.length + fixed.length })}</p>
        <FoundPages wanted={wanted} />
        <Jump to={[...groups.map(({ id, title }) => [id, title] as const), ...titles.map(toHost)]} />
      </div>
      <div class="settings-all">
        <Wrong faults={faults} />
        <Restart names={pending} can={list.environment.restart} again={again} />
        {groups.length > 0 && <h2>{tell("settings.here")}</h2>}
        {wanted === "" && <ClubLogo />}
        {groups.map(({ id, title, settings }) => (
          <Group key={id} id={id} title={title} n={settings.length} open={wanted !== ""}>
            {settings.map((one) => <SettingRow key={one.key} setting={one} again={again} />)}
          </Group>
        ))}
        {titles.length > 0 && (
          <>
            <h2>{tell("settings.host")}</h2>
            <p>
              {tell(list.environment.writable ? "settings.host.ours" : "settings.host.what", {
                file: list.environment.file,
              })}
            </p>
          </>
        )}
        {titles.map((title) => {
          const its = fixed.filter(({ group }) => group === title);
          return (
            <Group key={title} id={toHost(title)[0]} title={title} n={its.length} open={wanted !== ""}>
              {its.map((one) => <HostRow key={one.key} setting={one} again={again} />)}
            </Group>
          );
        })}
      </div>
    </div>
  );
}

/** Groups of the host have no names but their titles. */
const toHost = (title: string) =>
  [`host-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`, title] as const;

/** Settings that belong together, folded until somebody wants them. */
const Group = ({ id, title, n, open, children }: {
  id: string;
  title: string;
  n: number;
  open: boolean;
  children: ComponentChildren;
}) => (
  <details id={`group-${id}`} class="setting-group card" open={open}>
    <summary>
      <span>{title}</span> <span class="soft">{tell("settings.n", { n })}</span>
    </summary>
    {children}
  </details>
);

/** On a wide screen: the groups by name beside the settings, each of which unfolds its group. */
const Jump = ({ to }: { to: readonly (readonly [id: string, title: string])[] }) => (
  <ul class="settings-jump">
    {to.map(([id, title]) => (
      <li key={id}>
        <a
          href={`#group-${id}`}
          onClick={(event) => {
            event.preventDefault();
            const group = document.getElementById(`group-${id}`) as HTMLDetailsElement;
            group.open = true;
            group.scrollIntoView({ block: "start" });
            group.querySelector("summary")!.focus();
          }}
        >
          {title}
        </a>
      </li>
    ))}
  </ul>
);
