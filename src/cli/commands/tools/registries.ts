/** `registries`: lists of tools that the web app may install. */
import type { Command } from "commander";
import type { Environment } from "../../../settings/mod.ts";
import { say, sayJson } from "../../program.ts";
import { withApp } from "../../house/with_app.ts";

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
    change: (value: string) => { enabled?: boolean; authority?: string },
  ) =>
    registries.command(name).description(text).addHelpText(
      "after",
      `\nExample:\n  main.ts registries ${example}`,
    )
      .action((id: string, value: string) =>
        withApp(environment, async ({ registries }) => {
          const view = await registries.changeForAll("CLI", id, change(value));
          say(`${view.label} is ${view.enabled ? "on" : "off"}, key ${view.authority}.`);
        })
      );
  changing("on <id>", "switch a registry on", "on builtin", () => ({ enabled: true }));
  changing("off <id>", "switch a registry off", "off builtin", () => ({ enabled: false }));
  changing(
    "confirm <id> <key>",
    "pin a new key for a registry, 43 characters of base64url",
    "confirm 1 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    (authority) => ({ authority }),
  );
  registries.command("add <spec> <key>")
    .description("add a registry: an https address or github:owner/repo, and the key that signs its list")
    .option("--label <text>", "what it is called")
    .addHelpText(
      "after",
      "\nExample:\n  main.ts registries add github:club/tools 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    )
    .action((spec: string, authority: string, { label }: { label?: string }) =>
      withApp(environment, async ({ registries }) => {
        const added = await registries.addForAll("CLI", { spec, authority, label });
        say(`${added.label} is registry ${added.id}.`);
      })
    );
  registries.command("remove <id>")
    .description("remove a registry of the instance")
    .addHelpText("after", "\nExample:\n  main.ts registries remove 1")
    .action((id: string) =>
      withApp(environment, async ({ registries }) => {
        await registries.removeForAll("CLI", id);
        say(`Registry ${id} is removed.`);
      })
    );
}
