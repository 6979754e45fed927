/** `federation spokes`, `federation relay`, `federation push`: a hub and those behind it, at a shell. */
import type { Command } from "commander";
import { type Federation, hubView, relayView, spokeViews } from "../../federation/mod.ts";
import { type Environment, FED_SPOKE_STALE_HOURS } from "../../settings/mod.ts";
import { EXIT, stop } from "../failing.ts";
import { say, sayJson } from "../program.ts";
import { withApp } from "../house/with_app.ts";

interface OutputFlags {
  json?: boolean;
}

const when = (at: number | null): string =>
  at === null ? "never" : new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

const listed = (counts: object): string =>
  Object.entries(counts).map(([type, n]) => `${n} ${type}`).join(", ") || "nothing";

/** This instance as the spoke of a hub. */
function hubLines(federation: Federation): string[] {
  const hub = hubView(federation.spokes, federation.identity.instance);
  if (!hub) return [];
  return [
    `pushes to      ${hub.url}`,
    `last push      ${when(hub.lastPushAt)}${
      hub.offlineSince === null ? "" : `, fails since ${when(hub.offlineSince)}: ${hub.lastError}`
    }`,
    `waiting        ${listed(hub.waiting)}`,
  ];
}

function spokesShown(federation: Federation) {
  const { store, options: { settings, world } } = federation;
  const staleHours = settings.get(FED_SPOKE_STALE_HOURS);
  return spokeViews(federation.spokes, store, { now: world.now(), staleHours });
}

function spokeLines(federation: Federation): string[] {
  return spokesShown(federation).flatMap((spoke) => [
    `${spoke.trust.padEnd(9)} ${
      (spoke.stale ? "stale" : "ok").padEnd(5)
    } ${spoke.instance}  ${spoke.mirrored} records`,
    `          pushed ${when(spoke.lastSubmitAt)}, seen ${
      when(spoke.lastSeenAt)
    }, ${spoke.applied} applied, ${spoke.rejected} refused${spoke.signs ? "" : ", unsigned"}`,
  ]);
}

function relayLines(federation: Federation): string[] {
  const relay = relayView(federation.spokes);
  return [
    relay.on ? "relay          on" : "relay          off: FED_RELAY_SECRET is not set",
    `kept           ${relay.rows} of ${relay.mostRows} questions, ${relay.bytes} of ${relay.mostBytes} bytes of answers`,
    ...relay.spokes.map(({ instance, queued, leased, dispatched, answered, oldest }) =>
      `${instance}  ${queued} queued, ${leased} leased, ${dispatched} by mail, ${answered} answered${
        oldest === null ? "" : `, the oldest from ${when(oldest)}`
      }`
    ),
  ];
}

export function hubCommands(federation: Command, environment: Environment): void {
  const run = <T>(use: (federation: Federation) => Promise<T> | T) =>
    withApp(environment, ({ federation }) => use(federation));

  federation.command("spokes")
    .description(
      "instances that push to this one, when they last did, and what of ours waits for our own hub",
    )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts federation spokes\n  main.ts federation spokes --json",
    )
    .action(({ json }: OutputFlags) =>
      run((services) => {
        if (json) {
          return sayJson({
            hub: hubView(services.spokes, services.identity.instance),
            spokes: spokesShown(services),
          });
        }
        const lines = [...hubLines(services), ...spokeLines(services)];
        if (lines.length === 0) {
          return say(
            "Nobody pushes here, and this instance pushes to nobody (FED_SUBMIT_SECRET, FED_HUB_URL).",
          );
        }
        lines.forEach((line) => say(line));
      })
    );

  federation.command("relay")
    .description("questions that wait here for instances that nobody can reach")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts federation relay\n  main.ts federation relay --json")
    .action(({ json }: OutputFlags) =>
      run((services) =>
        json ? sayJson(relayView(services.spokes)) : relayLines(services).forEach((line) => say(line))
      )
    );

  federation.command("push")
    .description("push to the hub now what it does not hold yet, and answer what it was asked for us")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nNeeds FED_HUB_URL, FED_SUBMIT_SECRET and FED_PRIVATE_KEY.\nExample:\n  main.ts federation push",
    )
    .action(({ json }: OutputFlags) =>
      run(async (services) => {
        const { pusher } = services.spokes;
        if (!pusher) stop(EXIT.failed, "FED_HUB_URL is not set: this instance pushes to nobody");
        const outcome = await pusher.push();
        if (!outcome.ok) stop(EXIT.temporary, outcome.error);
        await pusher.collect();
        if (json) return sayJson(outcome.result);
        const { sent, applied, rejected, more } = outcome.result;
        say(
          `${sent} records sent, ${applied} applied, ${rejected} refused${more ? "; more are waiting" : ""}`,
        );
      })
    );
}
