/** `registries`: lists of tools that the web app may install. */
import type { Command } from "commander";
import { registryFailure } from "../../registries/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { say, sayJson } from "../program.ts";
import { withApp } from "./moderation.ts";

export function registryCommands(program: Command, environment: Environment): void {
  const registries = program.command("registries").description("lists of tools for the web app");
  registries.command("list", { isDefault: true })
    .description("the instance's registries, and where the list comes from")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts registries --json")
    .action((options: { json?: boolean }) =>
      withApp(environment, ({ registries }) => {
        const all = registries.ofInstance();
        if (options.json) return sayJson({ fixed: registries.fixed, registries: all });
        for (const { id, enabled, label, url, authority } of all) {
          say(`${id.padEnd(8)} ${enabled ? "on " : "off"} ${label}  ${url}`);
          say(`             key ${authority}`);
        }
        if (registries.fixed) say("TOOL_REGISTRIES sets this list.");
      })
    );
  const changing = (
    name: string,
    text: string,
    example: string,
    change: (id: string, value: string) => { enabled?: boolean; authority?: string },
  ) =>
    registries.command(name).description(text).addHelpText(
      "after",
      `\nExample:\n  main.ts registries ${example}`,
    )
      .action((id: string, value: string) =>
        withApp(environment, async ({ registries, audit }, { db, world }) => {
          if (registries.fixed) throw registryFailure.registries_fixed();
          const view = await db.write((tx) => {
            const changed = registries.change(tx, null, id, change(id, value));
            const entry = {
              action: "registry-change",
              kind: "tool-registry",
              targetId: id,
              label: changed.label,
            };
            audit.note(tx, world.now(), { actor: "CLI", ...entry, reason: name.split(" ")[0]! });
            return changed;
          });
          say(`${view.label} is ${view.enabled ? "on" : "off"}, key ${view.authority}.`);
        })
      );
  changing("on <id>", "switch a registry on", "on builtin", () => ({ enabled: true }));
  changing("off <id>", "switch a registry off", "off builtin", () => ({ enabled: false }));
  changing(
    "confirm <id> <key>",
    "pin a new key for a registry, 43 characters of base64url",
    "confirm 1 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    (_id, authority) => ({ authority }),
  );
  registries.command("add <spec> <key>")
    .description("add a registry: an https address or github:owner/repo, and the key that signs its list")
    .option("--label <text>", "what it is called")
    .addHelpText(
      "after",
      "\nExample:\n  main.ts registries add github:club/tools 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    )
    .action((spec: string, authority: string, { label }: { label?: string }) =>
      withApp(environment, async ({ registries, audit }, { db, world }) => {
        if (registries.fixed) throw registryFailure.registries_fixed();
        const added = await db.write((tx) => {
          const view = registries.add(tx, null, { spec, authority, label });
          const entry = {
            action: "registry-add",
            kind: "tool-registry",
            targetId: view.id,
            label: view.label,
          };
          audit.note(tx, world.now(), { actor: "CLI", ...entry, reason: spec });
          return view;
        });
        say(`${added.label} is registry ${added.id}.`);
      })
    );
  registries.command("remove <id>")
    .description("remove a registry of the instance")
    .addHelpText("after", "\nExample:\n  main.ts registries remove 1")
    .action((id: string) =>
      withApp(environment, async ({ registries, audit }, { db, world }) => {
        if (registries.fixed) throw registryFailure.registries_fixed();
        await db.write((tx) => {
          registries.remove(tx, null, id);
          const entry = {
            action: "registry-remove",
            kind: "tool-registry",
            targetId: id,
            label: id,
            reason: "",
          };
          audit.note(tx, world.now(), { actor: "CLI", ...entry });
        });
        say(`Registry ${id} is removed.`);
      })
    );
}
