/** `bbs route|wp|partners|rules`: where mail goes. */
import type { Command } from "commander";
import { cliFailure } from "../failing.ts";
import type { Shell } from "./bbs_shell.ts";

const time = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

/** A whole number out of an option. */
function whole(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw cliFailure.bad_option({}, `${option} takes a whole number`);
  return Number(text);
}

export function bbsRoutingCommands(bbs: Command, shell: Shell): void {
  bbs.command("route <address>")
    .description("where mail to an address would go, and why")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts bbs route OE9XYZ\n  main.ts bbs route OE9XYZ@OE9XBB.#OE9.AUT.EU\n  main.ts bbs route ALL@EU",
    )
    .action((address: string, options: { json?: boolean }) =>
      shell.run((office) => {
        const route = office.route(address);
        if (options.json) return console.log(JSON.stringify(route, null, 2));
        const ways = route.partners.map(({ partner, route, transport }) =>
          `${partner} by ${route} (${transport})`
        );
        console.log(`${route.addr}: ${ways.length > 0 ? ways.join(", ") : route.here ? "here" : "no way"}`);
        console.log(route.because.why);
        const page = route.because.whitePages;
        if (page) console.log(`White Pages: ${page.call} lives at ${page.homeBbs} (${page.source})`);
      })
    );

  bbs.command("wp <callsign> [home]")
    .description(
      "White Pages: where somebody has the home mailbox; with an address, enter it as the operator's word",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts bbs wp OE9XYZ\n  main.ts bbs wp OE9XYZ OE9XBB.#OE9.AUT.EU")
    .action((callsign: string, home: string | undefined, options: { json?: boolean }) =>
      shell.run(async (office) => {
        const page = home === undefined ? office.home(callsign) : await office.setHome(callsign, home);
        if (options.json) return console.log(JSON.stringify(page ?? null, null, 2));
        if (!page) return console.log(`${callsign.toUpperCase()} is not known`);
        console.log(`${page.call} lives at ${page.home} (${page.source}, ${time(page.toldAt)})`);
        if (page.nextHome !== null) {
          console.log(`since ${time(page.nextSince!)} mail comes from ${page.nextHome}`);
        }
      })
    );

  bbs.command("partners")
    .description("forwarding partners with what waits for each; enter, change or remove one")
    .option("--save <callsign>", "enter this partner, or change what is named of it")
    .option("--ha <address>", "its hierarchical address")
    .option("--script <text>", "connect script; \\n between its lines")
    .option("--interval <minutes>", "between two sessions; 0 by hand only")
    .option("--timebands <hours>", "hours UTC, e.g. 0-6,22-23")
    .option("--types <letters>", "what it takes, letters of PBT")
    .option("--federation <on|off|address>", "batches of federation: to it, or to the mailbox behind it")
    .option("--remove <callsign>", "take this partner out with its rules")
    .option("--log <callsign>", "the last sessions with this partner")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      '\nExamples:\n  main.ts bbs partners\n  main.ts bbs partners --save OE3XBB --ha OE3XBB.#OE3.AUT.EU --script "C OE3XBB\\nW Callsign :\\nS OE1XYZ"\n  main.ts bbs partners --remove OE3XBB',
    )
    .action((options: Record<string, string | undefined> & { json?: never }) =>
      shell.run(async (office) => {
        const { save, remove, log } = options;
        if (log !== undefined) {
          const attempts = office.attempts(office.partner(log).call);
          if (options.json) return console.log(JSON.stringify({ attempts }, null, 2));
          for (const { startedAt, seconds, outcome, words, sent, received } of attempts) {
            console.log(
              `${time(startedAt)}  ${outcome.padEnd(8)} ${sent} sent, ${received} received, ${
                seconds ?? "?"
              } s  ${words}`,
            );
          }
          return;
        }
        if (remove !== undefined) await office.dropPartner(office.partner(remove).id);
        if (save !== undefined) {
          await office.savePartner({
            call: save,
            ha: options.ha,
            connectScript: options.script?.replaceAll("\\n", "\n"),
            intervalMin: whole("--interval", options.interval),
            timebands: options.timebands,
            msgtypes: options.types?.toUpperCase(),
            ...batchesTo(options.federation),
          });
        }
        const partners = office.partners();
        if (options.json) return console.log(JSON.stringify({ partners }, null, 2));
        if (partners.length === 0) return console.log("No partners");
        for (const { call, ha, enabled, waiting, held, lastAttempt } of partners) {
          const last = lastAttempt
            ? `${time(lastAttempt.startedAt)} ${lastAttempt.outcome}${
              lastAttempt.words && ` (${lastAttempt.words})`
            }`
            : "never";
          console.log(
            `${call.padEnd(9)} ${enabled ? "on " : "off"} ${String(waiting).padStart(5)} waiting${
              held > 0 ? `, ${held} held` : ""
            }  ${ha}  last: ${last}`,
          );
        }
      })
    );

  bbs.command("rules")
    .description("forwarding rules; enter or remove one")
    .option("--save <partner>", "enter a rule of this partner")
    .option("--route <parts>", "parts of a hierarchical address, or *")
    .option("--remove <id>", "take this rule out")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts bbs rules\n  main.ts bbs rules --save OE3XBB --route AUT.EU\n  main.ts bbs rules --remove 7",
    )
    .action((options: { save?: string; route?: string; remove?: string; json?: boolean }) =>
      shell.run(async (office) => {
        if (options.remove !== undefined) await office.dropRule(whole("--remove", options.remove)!);
        if (options.save !== undefined) {
          if (options.route === undefined) throw cliFailure.bad_option({}, "--save needs --route");
          await office.saveRule({ partner: options.save, route: options.route });
        }
        const rules = office.rules();
        if (options.json) return console.log(JSON.stringify({ rules }, null, 2));
        for (const { id, partner, route, transport, enabled } of rules) {
          console.log(
            `${String(id).padStart(4)}  ${route.padEnd(24)} ${partner.padEnd(10)} ${transport}${
              enabled ? "" : "  off"
            }`,
          );
        }
      })
    );
}

/** What `--federation` says: whether a partner gets batches, and to which mailbox they go. */
function batchesTo(given: string | undefined): { federation?: boolean; federationAt?: string } {
  if (given === undefined) return {};
  const word = given.trim().toLowerCase();
  if (word === "on" || word === "off") return { federation: word === "on", federationAt: "" };
  return { federation: true, federationAt: given };
}
