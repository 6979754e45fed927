/** `reports`, `moderate` and `audit`: order in the club at a shell, by the same decisions as over HTTP. */
import type { Command } from "commander";
import { baseCall, normalCall } from "../../base/mod.ts";
import { type AuditRow, openAudit } from "../../db/mod.ts";
import { CATEGORIES, type Category, KINDS, type ReportedKind } from "../../moderation/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { openHouse } from "../house/house.ts";
import { withApp } from "../house/with_app.ts";
import { say, sayJson } from "../program.ts";
import { day, readTime } from "../times.ts";

const ACTOR = "CLI";
/** How often `audit --follow` looks for new rows, in milliseconds. */
const FOLLOW_MS = 1000;

interface ActOptions {
  reason: string;
  dry?: boolean;
}

function oneOf<const W extends string>(words: readonly W[], text: string, what: string): W {
  const word = words.find((one) => one === text);
  if (!word) throw cliFailure.bad_option({}, `${what} takes one of ${words.join(", ")}`);
  return word;
}

/** A reason as moderation takes it (API "Limits"). */
function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason.length < 3 || reason.length > 500) {
    throw cliFailure.bad_option({}, "--reason takes 3 to 500 characters");
  }
  return reason;
}

/** Shows what a decision touches, and asks where somebody can answer. */
function mayGoOn(touches: Record<string, number>, dry: boolean | undefined): boolean {
  const parts = Object.entries(touches).filter(([, n]) => n > 0).map(([kind, n]) => `${n} ${kind}`);
  say(`Touches: ${parts.join(", ") || "nothing else"}`);
  if (dry) return false;
  return !Deno.stdin.isTerminal() || confirm("Go on?");
}

/** Adds `reports`, `moderate` and `audit` to the program. */
export function moderationCommands(program: Command, environment: Environment): void {
  reportCommands(program, environment);
  decisionCommands(program, environment);
  auditCommand(program, environment);
}

function reportCommands(program: Command, environment: Environment): void {
  const reports = program.command("reports").description("what people reported, and resolving it");
  reports.command("list", { isDefault: true })
    .description("the queue, newest first")
    .option("--resolved", "those that are resolved")
    .option("--before <id>", "only older ones than this report")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts reports\n  main.ts reports list --resolved --json\n  main.ts reports list --before 120",
    )
    .action((options: { resolved?: boolean; before?: string; json?: boolean }) =>
      withApp(environment, ({ moderation }) => {
        const before = options.before === undefined ? undefined : Number(options.before);
        if (before !== undefined && !(Number.isSafeInteger(before) && before > 0)) {
          throw cliFailure.bad_option({}, "--before takes the number of a report, e.g. 120");
        }
        const { reports, nextBefore, counts } = moderation.reports.queue(
          options.resolved ? "resolved" : "open",
          before,
        );
        if (options.json) return sayJson({ reports, nextBefore, counts });
        for (const { id, createdAt, category, kind, targetId, label, text, resolution } of reports) {
          say(`${id}  ${day(createdAt)}  ${category.padEnd(9)} ${kind} ${targetId}: ${label}`);
          if (text) say(`      "${text.replace(/\s+/g, " ")}"`);
          if (resolution) say(`      ${resolution}`);
        }
        say(`${counts.open} open, ${counts.resolved} resolved.`);
        if (nextBefore !== null) say(`Older ones: --before ${nextBefore}`);
      })
    );
  for (const [word, status] of [["resolve", "resolved"], ["reopen", "open"]] as const) {
    reports.command(`${word} <id>`)
      .description(word === "resolve" ? "resolve a report without removing anything" : "open a report again")
      .option("--note <text>", "for the log", "")
      .addHelpText("after", `\nExample:\n  main.ts reports ${word} 7 --note "looked at it"`)
      .action((id: string, { note }: { note: string }) =>
        withApp(environment, async ({ moderation }, { db }) => {
          const number = /^\d{1,15}$/.test(id) ? Number(id) : -1;
          const row = await db.write((tx) => moderation.reports.decide(tx, ACTOR, number, status, note));
          say(`Report ${row.id} is ${row.status}.`);
        })
      );
  }
}

function decisionCommands(program: Command, environment: Environment): void {
  const moderate = program.command("moderate").description(
    "remove, restore, suspend: each shows first what it touches, and is one row of the audit log",
  );
  moderate.command("remove <kind> <id>")
    .description(`remove a thing: ${KINDS.join(", ")}; of a profile the callsign`)
    .requiredOption("--reason <text>", "3 to 500 characters; its owner is told")
    .option("--report <id>", "the report that led to it")
    .option("--dry", "only say what would be touched")
    .addHelpText("after", '\nExample:\n  main.ts moderate remove log 12 --reason "rude" --dry')
    .action((kind: string, id: string, options: ActOptions & { report?: string }) =>
      withApp(environment, async ({ moderation: { decisions } }, { db }) => {
        const removal = {
          kind: oneOf<ReportedKind>(KINDS, kind, "The kind"),
          id,
          reason: reasonOf(options.reason),
          ...(options.report === undefined ? {} : { reportId: Number(options.report) }),
        };
        if (!mayGoOn(decisions.removalTouches(removal), options.dry)) return;
        const { item, tombstones } = await db.write((tx) => decisions.remove(tx, ACTOR, removal));
        say(`${item.label} is removed${tombstones > 0 ? "; neighbours are told" : ""}.`);
      })
    );
  moderate.command("restore <cache>")
    .description("bring a removed cache back, disabled; by its number or code")
    .requiredOption("--reason <text>", "3 to 500 characters")
    .addHelpText("after", '\nExample:\n  main.ts moderate restore XRP3645 --reason "it was right"')
    .action((id: string, { reason }: ActOptions) =>
      withApp(environment, async ({ moderation: { decisions } }, { db }) => {
        const item = await db.write((tx) => decisions.restore(tx, ACTOR, "cache", id, reasonOf(reason)));
        say(`${item.label} is back, disabled.`);
      })
    );
  moderate.command("suspend <callsign>")
    .description("suspend the person who holds a call: sessions end, nothing of theirs goes out")
    .requiredOption("--category <word>", `one of ${CATEGORIES.join(", ")}`)
    .requiredOption("--reason <text>", "3 to 500 characters; the person is shown it")
    .option("--until <time>", "unix seconds or a date such as 2027-01-31; without it until lifted")
    .option("--dry", "only say what would be touched")
    .addHelpText(
      "after",
      '\nExample:\n  main.ts moderate suspend OE1XYZ --category spam --reason "adverts" --until 2027-01-31',
    )
    .action((callsign: string, options: ActOptions & { category: string; until?: string }) =>
      withApp(environment, async ({ moderation: { decisions } }, { db }) => {
        const category = oneOf<Category>(CATEGORIES, options.category, "--category");
        const until = options.until === undefined ? null : readTime(options.until);
        const reason = reasonOf(options.reason), call = normalCall(callsign);
        if (!mayGoOn(decisions.suspensionTouches(call), options.dry)) return;
        await db.write((tx) => decisions.suspend(tx, ACTOR, call, { reason, category, until }));
        say(`${baseCall(call)} is suspended${until === null ? "" : ` until ${day(until)} UTC`}.`);
      })
    );
  moderate.command("unsuspend <callsign>")
    .description("lift a suspension; also frees the calls of a suspended account that was erased")
    .requiredOption("--reason <text>", "3 to 500 characters")
    .addHelpText("after", '\nExample:\n  main.ts moderate unsuspend OE1XYZ --reason "all well again"')
    .action((callsign: string, { reason }: ActOptions) =>
      withApp(environment, async ({ moderation: { decisions } }, { db }) => {
        const call = normalCall(callsign);
        await db.write((tx) => decisions.unsuspend(tx, ACTOR, call, reasonOf(reason)));
        say(`${baseCall(call)} is not suspended any more.`);
      })
    );
}

function auditCommand(program: Command, environment: Environment): void {
  const line = ({ at, actor, action, kind, label, reason }: AuditRow): string =>
    `${day(at)}  ${actor.padEnd(9)} ${action} ${kind} ${label}${
      reason ? `: ${reason.replace(/\s+/g, " ")}` : ""
    }`;
  program.command("audit")
    .description("what operators, the operator secret and this shell did, newest first")
    .option("--limit <n>", "how many rows, at most 1000", "50")
    .option("--action <word>", "only this action, e.g. remove")
    .option("--actor <call>", "only what this one did: a call, OPERATOR or CLI")
    .option("--about <call>", "only what concerns this person's things")
    .option("--follow", "go on with new rows until interrupted")
    .option("--json", "as JSON, a line each with --follow")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts audit --about OE1XYZ\n  main.ts audit --action suspend --json",
    )
    .action(
      async (
        options: Record<"limit" | "action" | "actor" | "about", string> & Record<"follow" | "json", boolean>,
      ) => {
        const limit = Number(options.limit);
        if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
          throw cliFailure.bad_option({}, "--limit takes a whole number from 1 to 1000");
        }
        const house = await openHouse(withEnvFile(environment));
        try {
          const audit = openAudit(house.db);
          const query = {
            limit,
            action: options.action ?? null,
            actor: options.actor ?? null,
            about: options.about === undefined ? null : baseCall(normalCall(options.about)),
          };
          const rows = audit.page({ ...query, before: Number.MAX_SAFE_INTEGER });
          if (!options.follow) {
            return options.json ? sayJson(rows) : rows.forEach((row) => say(line(row)));
          }
          const show = (row: AuditRow) => say(options.json ? JSON.stringify(row) : line(row));
          let last = rows[0]?.id ?? 0;
          rows.toReversed().forEach(show);
          while (true) {
            await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
            const fresh = audit.page({ ...query, limit: 1000, before: Number.MAX_SAFE_INTEGER })
              .filter(({ id }) => id > last).toReversed();
            fresh.forEach(show);
            last = fresh.at(-1)?.id ?? last;
          }
        } finally {
          house.db.close();
        }
      },
    );
}
