/** Every setting, from the gateway's own table, so that none is missing; and the lines that can be set only on the host. */
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
    <>
      <Wrong faults={faults} />
      <Restart names={pending} can={list.environment.restart} again={again} />
      <SearchField id="setting-search" label={tell("settings.search")} value={search} />
      <p role="status" class="soft">{tell("settings.found", { n: settings.length + fixed.length })}</p>
      <FoundPages wanted={wanted} />
      {groups.length > 0 && <h2>{tell("settings.here")}</h2>}
      {wanted === "" && <ClubLogo />}
      {groups.map(({ id, title, settings }) => (
        <details key={id} class="setting-group" open={wanted !== ""}>
          <summary>
            <span>{title}</span> <span class="soft">{tell("settings.n", { n: settings.length })}</span>
          </summary>
          {settings.map((one) => <SettingRow key={one.key} setting={one} again={again} />)}
        </details>
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
      {titles.map((title) => (
        <details key={title} class="setting-group" open={wanted !== ""}>
          <summary>
            <span>{title}</span>{" "}
            <span class="soft">
              {tell("settings.n", { n: fixed.filter(({ group }) => group === title).length })}
            </span>
          </summary>
          {fixed.filter(({ group }) => group === title).map((one) => (
            <HostRow key={one.key} setting={one} again={again} />
          ))}
        </details>
      ))}
    </>
  );
}
