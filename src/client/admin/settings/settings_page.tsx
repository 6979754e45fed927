/** Every setting, from the gateway's own table, so that none is missing; and the lines that can be set only on the host. */
import type { ComponentChildren } from "preact";
import { PAGES, pagesIn } from "../../pages/page_table.ts";
import { Button, Loading, SearchField, Unread } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { useAsked } from "../parts/page_search.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { markOf } from "../overview/check_line.ts";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { placeOf } from "../overview/where.ts";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { type HostSetting, HostWrite } from "./host_write.tsx";
import { ClubLogo } from "./club_logo.tsx";
import { Fold } from "./fold.tsx";
import { SettingRow } from "./setting_row.tsx";
import { Restart } from "./restart.tsx";
import { matches } from "./settings.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { PageIcon } from "../../pages/page_icon.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { Mark } from "../parts/mark.tsx";

// A setting of the host: written into its file where the gateway owns that, else the exact line to write there.

function HostRow(
  { setting, open, again }: { setting: HostSetting; open: boolean; again: () => Promise<void> },
) {
  const { key, label, hint, takes, secret, set, value, writable, pending } = setting;
  const shown = value === null || /[\s"'$#\\]/.test(value) ? `"${value ?? "…"}"` : value;
  return (
    <Fold
      id={key}
      label={label}
      now={value ?? ""}
      mark={
        <>
          <Mark kind={set ? "go" : "off"}>{tell(set ? "settings.is_set" : "settings.unset")}</Mark>
          {pending && <Mark kind="wait">{tell("settings.host.pending")}</Mark>}
        </>
      }
      open={open}
    >
      <p class="setting-hint">{hint}</p>
      {writable ? <HostWrite setting={setting} again={again} /> : (
        <div class="setting-set">
          <p class="soft">
            {tell("settings.takes")} {takes}
          </p>
          <CopyText text={`${key}=${secret ? "…" : shown}`} what={key} />
        </div>
      )}
    </Fold>
  );
}

// What a search finds in administration beside settings: its pages, and the way to the search of people.

function FoundPages({ wanted }: { wanted: string }) {
  if (!wanted) return null;
  const found = pagesIn("admin").filter((name) =>
    // A page has other names under its own key, as a setting has.
    matches({ key: `page.${name}`, label: say(PAGES[name].title), hint: "" }, "", wanted)
  );
  return (
    <ul class="row-list">
      {found.map((name) => (
        <li key={name}>
          <a href={PAGES[name].path}>
            <PageIcon of={name} />
            {say(PAGES[name].title)}
          </a>
        </li>
      ))}
      <li>
        <a href={`${PAGES.adminPeople.path}?find=${encodeURIComponent(wanted)}`}>
          {tell("settings.find.people", { wanted })}
        </a>
      </li>
    </ul>
  );
}

export default function SettingsPage() {
  return <AdminFrame title={say("page.admin_settings")}>{() => <Settings />}</AdminFrame>;
}

function Settings() {
  const { known, problem, again } = useRead(
    routeTo("GET /api/admin/settings", { query: { lang: language.value.code } }),
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
            onClick={() => {
              search.value = new URL(placeOf(line), location.href).searchParams.get("find")!;
              // The pressed line goes below what was found.
              document.getElementById("setting-search")?.focus();
            }}
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
  // Who searched for one thing came to change it.
  const isFew = wanted !== "" && settings.length + fixed.length <= FEW;
  const isOpen = ({ key }: { key: string }) => isFew || key === wanted;
  const attention = (
    <>
      <Wrong faults={faults} />
      <Restart names={pending} can={list.environment.restart} again={again} />
    </>
  );
  return (
    <div class="settings-page">
      <div class="settings-find">
        <SearchField id="setting-search" label={tell("settings.search")} value={search} />
        <p role="status" class="soft">{tell("settings.found", { n: settings.length + fixed.length })}</p>
        <FoundPages wanted={wanted} />
        <Jump to={[...groups.map(({ id, title }) => [id, title] as const), ...titles.map(toHost)]} />
      </div>
      <div class="settings-all">
        {wanted === "" && attention}
        {groups.length > 0 && <h2>{tell("settings.here")}</h2>}
        {wanted === "" && <ClubLogo />}
        {groups.map(({ id, title, settings }) => (
          <Group key={id} id={id} title={title} n={settings.length} open={wanted !== ""}>
            {settings.map((one) => (
              <SettingRow
                key={one.key}
                setting={one}
                open={isOpen(one)}
                again={again}
              />
            ))}
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
              {its.map((one) => <HostRow key={one.key} setting={one} open={isOpen(one)} again={again} />)}
            </Group>
          );
        })}
        {/* What was searched for stands first. */}
        {wanted !== "" && attention}
      </div>
    </div>
  );
}

/** So many settings that a search finds are shown unfolded. */
const FEW = 8;

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
