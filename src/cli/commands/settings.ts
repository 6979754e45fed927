/** `settings list|get|set|reset` and `secrets new|check`. */
import type { Command } from "commander";
import { newToken, realWorld } from "../../base/mod.ts";
import { openAudit, type Tx } from "../../db/mod.ts";
import {
  ALL,
  type Environment,
  GROUPS,
  type Setting,
  settingFailure,
  settingOf,
  Settings,
  startProblems,
  textOf,
  usableSecrets,
} from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { EXIT, stop } from "../failing.ts";
import { openHouse } from "../house/house.ts";
import { say, sayJson } from "../program.ts";

function known(key: string): Setting {
  const setting = settingOf(key.toUpperCase());
  if (!setting) {
    throw settingFailure.setting_unknown({}, `There is no setting ${key}; see: main.ts settings list --all`);
  }
  return setting;
}

const shown = (settings: Settings, setting: Setting): string => {
  if (setting.secret) return settings.get(setting) === undefined ? "(unset)" : "(set)";
  return settings.view(setting).value ?? "(unset)";
};

/** One table row a setting: what `settings list --markdown` prints. */
export function settingsTable(): string {
  const rows = ALL.map((setting) => {
    const text = textOf(setting, setting.fallback);
    const fallback = !text ? "–" : `\`${text}\``;
    const changed = setting.scope === "instance" ? "at runtime" : "environment";
    return `| \`${setting.key}\` | ${setting.hint} Takes ${setting.type.takes}. | ${
      fallback.replaceAll("|", "\\|")
    } | ${changed} |`;
  });
  return ["| Setting | What it does | Default | Set |", "|---|---|---|---|", ...rows].join("\n");
}

/** Adds `settings` and `secrets` to the program. */
export function settingsCommands(program: Command, environment: Environment): void {
  const settings = program.command("settings").description(
    "show and change settings; safe beside a running server",
  );

  settings.command("list")
    .description("every setting with its value and where it comes from")
    .option("--all", "also what only the environment sets")
    .option("--json", "as JSON")
    .option("--markdown", "as a table in Markdown, without values")
    .addHelpText("after", "\nExamples:\n  main.ts settings list\n  main.ts settings list --all --json")
    .action(async (options: { all?: boolean; json?: boolean; markdown?: boolean }) => {
      if (options.markdown) return console.log(settingsTable());
      const house = await openHouse(withEnvFile(environment));
      const listed = ALL.filter((setting) => options.all || setting.scope === "instance");
      if (options.json) {
        const views = listed.map((setting) => ({
          ...house.settings.view(setting),
          secret: setting.secret,
          set: house.settings.get(setting) !== undefined,
        }));
        sayJson(views);
      } else {
        for (const [id, title] of Object.entries(GROUPS)) {
          const group = listed.filter((setting) => setting.group === id);
          if (group.length > 0) say(`\n${title}`);
          for (const setting of group) {
            say(
              `  ${setting.key.padEnd(32)} ${shown(house.settings, setting)}  [${
                house.settings.source(setting)
              }]`,
            );
          }
        }
      }
      house.db.close();
    });

  settings.command("get <key>")
    .description("print one value")
    .addHelpText("after", "\nExample:\n  main.ts settings get HIDE_DAILY_LIMIT")
    .action(async (key: string) => {
      const setting = known(key);
      const house = await openHouse(withEnvFile(environment));
      say(shown(house.settings, setting));
      house.db.close();
    });

  const change = async (
    key: string,
    reason: string,
    act: (house: Awaited<ReturnType<typeof openHouse>>, tx: Tx) => void,
  ) => {
    const setting = known(key);
    const house = await openHouse(withEnvFile(environment));
    try {
      house.settings.changeable(setting.key);
      house.db.writeNow((tx) => {
        act(house, tx);
        const entry = {
          actor: "CLI",
          action: "setting",
          kind: "setting",
          targetId: setting.key,
          label: setting.key,
          reason,
        };
        openAudit(house.db).note(tx, house.world.now(), entry);
      });
      house.settings.refresh(true);
      say(`${setting.key} ${shown(house.settings, setting)}  [${house.settings.source(setting)}]`);
    } finally {
      house.db.close();
    }
  };

  settings.command("set <key> <value>")
    .description("save an instance setting; a running server takes it over within two seconds")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts settings set HIDE_DAILY_LIMIT 10\n  main.ts settings set SPOTS_SOURCES pota,sota",
    )
    .action((key: string, value: string) =>
      change(
        key,
        `set to ${value.slice(0, 400)}`,
        (house, tx) => house.settings.save(tx, key.toUpperCase(), value, "CLI", house.world),
      )
    );

  settings.command("reset <key>")
    .description("go back to the default")
    .addHelpText("after", "\nExample:\n  main.ts settings reset HIDE_DAILY_LIMIT")
    .action((key: string) =>
      change(key, "reset to its default", (house, tx) => void house.settings.reset(tx, key.toUpperCase()))
    );

  const secrets = program.command("secrets").description("make and check secrets");
  secrets.command("new")
    .description("print a fresh secret (256 bits), for any of the secret settings")
    .addHelpText("after", "\nExample:\n  echo INGEST_SECRET=$(main.ts secrets new)")
    .action(() => console.log(newToken(realWorld())));
  secrets.command("check")
    .description(
      "say which secrets are set and usable, and what would keep the server from starting; shows none",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts secrets check")
    .action((options: { json?: boolean }) => {
      const settings = new Settings(withEnvFile(environment));
      const usable = usableSecrets(settings) as Record<string, string | undefined>;
      const shown = ALL.filter((one) => one.secret).map((setting) => {
        const set = settings.get(setting) !== undefined;
        return { key: setting.key, set, usable: set && !(setting.key in usable && !usable[setting.key]) };
      });
      const problems = startProblems(settings);
      if (options.json) sayJson({ secrets: shown, problems });
      else {
        for (const { key, set, usable } of shown) {
          say(`${key.padEnd(28)} ${!set ? "unset" : usable ? "set" : "set, but not usable"}`);
        }
      }
      if (problems.length > 0) stop(EXIT.config, ...problems);
    });
}
