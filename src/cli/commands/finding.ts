/** `peer find`, `identity portal`: finding instances by callsign, and being found by one's own. */
import type { Command } from "commander";
import type { Environment } from "../../settings/mod.ts";
import { EXIT } from "../failing.ts";
import { say, sayJson } from "../program.ts";
import { withApp } from "../house/with_app.ts";

const ACTOR = "CLI";
const MARKS = { pass: "ok     ", warn: "look at", fail: "wrong  ", info: "       " };

interface FindOptions {
  confirm?: boolean;
  instance?: string;
  json?: boolean;
}

/** Adds `peer find` to the program's `peer`. */
export function findCommand(peer: Command, environment: Environment): void {
  peer.command("find <callsign>")
    .description(
      "find an instance by its operator's callsign, or a name below it, in the amateur network's DNS",
    )
    .option("--confirm", "take in the instance that was shown, though the DNS answer is not signed")
    .option("--instance <id>", "which one, where several stand at the name")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nWhere the zone is signed the instance is taken in at once, unvetted. Needs DOH_URL.\n\nExamples:\n  main.ts peer find OE1XYZ\n  main.ts peer find gw.oe1xyz.ampr.org --confirm",
    )
    .action((name: string, { json, ...options }: FindOptions) =>
      withApp(environment, async ({ federation }) => {
        const ask = name.includes(".") ? { host: name } : { callsign: name };
        const found = await federation.onboarding.find({ ...ask, ...options }, ACTOR);
        if (json) return sayJson(found);
        if ("requiresConfirm" in found) {
          const { instance, fingerprint, words, url, callsign } = found.resolved;
          say(
            `instance     ${instance}\noperator     ${callsign}\nfingerprint  ${fingerprint}\nin words     ${
              words.join(" ")
            }\naddress      ${url}`,
          );
          if (!found.descriptorChecked) say("It was not reached from here; DNS alone says so.");
          return say(
            `\nThe answer is not signed, and nothing is stored yet. Ask ${callsign} whether it is right, then:\n  main.ts peer find ${name} --confirm`,
          );
        }
        say(
          `Following ${found.peer.instance} of ${found.callsign} at ${found.peer.url}, ${found.peer.trust}`,
        );
      })
    );
}

/** Adds `identity portal` to the program's `identity`. */
export function portalCommand(identity: Command, environment: Environment): void {
  identity.command("portal")
    .description(
      "the DNS records to enter in the amateur network's portal, so that others find this instance",
    )
    .option("--check", "look at what is published, with what to mend; status 1 when something is wrong")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts identity portal\n  main.ts identity portal --check")
    .action(({ check, json }: { check?: boolean; json?: boolean }) =>
      withApp(environment, async ({ federation: { onboarding } }) => {
        const own = onboarding.ownRecords();
        const lines = check ? await onboarding.checkOwnRecords() : [];
        if (lines.some(({ status }) => status === "fail")) Deno.exitCode = EXIT.failed;
        if (json) return sayJson({ ...own, ...(check ? { lines } : {}) });
        const records = [...own.records, ...(own.alternative ? [own.alternative] : [])];
        if (records.length === 0) say("There is nothing to publish yet:");
        for (const { portal, type, name, value, purpose } of records) {
          say(`${type.padEnd(4)} ${portal === "" ? "(the callsign itself)" : portal}   for ${name}`);
          say(`     ${value}\n     ${purpose}\n`);
        }
        const shown = records.length === 0 ? await onboarding.checkOwnRecords() : lines;
        for (const { status, label, detail, fix } of shown) {
          say(`${MARKS[status]}  ${label.padEnd(22)} ${detail}`);
          if (fix !== undefined) say(`${" ".repeat(32)}→ ${fix}`);
        }
      })
    );
}
