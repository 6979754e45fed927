/** `account show|verify|suspend|unsuspend`: people at a shell. */
import type { Command } from "commander";
import type { House } from "../../wiring/house.ts";
import { accountFailure, type People } from "../../accounts/mod.ts";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure } from "../failing.ts";
import { withApp } from "../house/with_app.ts";
import { say, sayJson } from "../program.ts";
import { day } from "../times.ts";

const ACTOR = "CLI";

export function peopleCommands(program: Command, environment: Environment): void {
  const withPeople = (run: (people: People, house: House) => void | Promise<void>) =>
    withApp(environment, ({ people }, house) => run(people, house));
  const holderOf = (people: People, callsign: string) => {
    const call = normalCall(callsign);
    if (!isCall(call)) throw accountFailure.invalid_call({}, `${callsign} is not a callsign`);
    const person = people.accounts.holder(call);
    if (!person) throw accountFailure.no_account({}, `Nobody holds ${baseCall(call)}`);
    return { base: baseCall(call), person };
  };
  const note = (action: string, base: string, reason: string) => ({
    actor: ACTOR,
    action,
    kind: action.endsWith("suspend") ? "account" : "callsign",
    targetId: base,
    label: base,
    reason,
  });

  const account = program.command("account").description(
    "show, verify and suspend people; safe beside a running server",
  );

  account.command("show <callsign>")
    .description("who holds a call, how it was verified, and what stands against it")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts account show OE1XYZ")
    .action((callsign: string, options: { json?: boolean }) =>
      withPeople((people) => {
        const { base, person } = holderOf(people, callsign);
        const { store } = people.accounts;
        const row = store.account({ id: person.accountId })!;
        const view = {
          account: row.id,
          active: row.activeCall,
          calls: person.bases.map((call) => ({
            call,
            ...(store.verification({ base: call }) ?? { method: null }),
          })),
          email: row.email,
          pendingEmail: row.pendingEmail,
          passkeys: people.signIn.store.rows(row.id).length,
          deviceKeys: people.keys.store.ofAccount({ account: row.id }).length,
          suspension: people.accounts.suspension(row.id) ?? null,
          openClaims: people.claims.store.openOf({ base, now: people.world.now() }).length,
          createdAt: row.createdAt,
        };
        if (options.json) return sayJson(view);
        say(`Account ${view.account}, since ${day(view.createdAt)} UTC, active call ${view.active}`);
        for (const { call, method } of view.calls) {
          say(`  ${call.padEnd(8)} ${method === null ? "not verified" : `verified: ${method}`}`);
        }
        say(
          `  mail     ${view.email ?? "none"}${view.pendingEmail ? ` (${view.pendingEmail} waits)` : ""}`,
        );
        say(
          `  passkeys ${view.passkeys}, device keys ${view.deviceKeys}, open claims ${view.openClaims}`,
        );
        if (view.suspension) {
          const { category, reason, until } = view.suspension;
          say(
            `  SUSPENDED (${category}) ${
              until === null ? "until lifted" : `until ${day(until)} UTC`
            }: ${reason}`,
          );
        }
      })
    );

  account.command("verify <callsign>")
    .description("verify a call by hand, for the account that holds it now")
    .requiredOption("--note <text>", "how you know, 3 to 200 characters")
    .addHelpText(
      "after",
      '\nExample:\n  main.ts account verify OE1XYZ --note "licence seen at the club evening"',
    )
    .action((callsign: string, options: { note: string }) =>
      withPeople(async (people, { db, world }) => {
        const { base, person } = holderOf(people, callsign);
        const text = options.note.trim();
        if (text.length < 3 || text.length > 200) {
          throw cliFailure.bad_option({}, "--note takes 3 to 200 characters");
        }
        await db.write((tx) => {
          if (people.accounts.isVerified(base)) {
            throw accountFailure.verified_already({}, `${base} is verified already`);
          }
          people.accounts.verify(tx, base, "sysop", ACTOR, text);
          people.claims.refuseOthers(tx, base);
          people.audit.note(tx, world.now(), note("verify", base, text));
        });
        say(`${base} is verified for account ${person.accountId} (${person.call}).`);
      })
    );
}
