/** Commands over the air as their sender sees them, and the switches of what goes out by radio. */
import { z } from "#schemas";
import { route, session } from "../../http/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { isOn, type Switch } from "../tables/social_store.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { setSwitch } from "../community/community.ts";
import { CommandView, commandView } from "../radio/command_view.ts";
import { confirmCommand, discardCommand } from "../radio/obey_radio.ts";
import { commandRows } from "../tables/radio_store.ts";
import { rowId, SPEC } from "./shared.ts";

const LIVE_SPEC = 'API "Live and misc"';
/** Commands shown. */
const COMMANDS = 50;
const On = z.object({ on: z.boolean() });
const Settled = z.object({ ok: z.literal(true), status: z.string() });
const COMMAND = { id: "Number of the command, as the list of commands shows it" };

export const radioRoutes = (game: Game) => [
  ...commandRoutes(game),
  ...switchRoutes(game, "announce", "announce", "verified finds are announced on APRS-IS"),
  ...switchRoutes(game, "nearRadio", "near-radio", "one's stations get a message when heard near a cache"),
  ...switchRoutes(
    game,
    "statistics",
    "my/statistics-shown",
    "others see what one's finds tell of one's habits",
  ),
];

function commandRoutes(game: Game) {
  return [
    route("GET /api/radio/commands", {
      gate: session(),
      spec: SPEC,
      summary: "The member's radio commands, and the call to send them to",
      reply: z.object({ serviceCall: z.string(), commands: z.array(CommandView) }),
      handle: ({ who }) => ({
        serviceCall: serviceCall(game.settings),
        commands: commandRows(game).ofAccount({ account: who.account, limit: COMMANDS })
          .map((row) => commandView(game, row)),
      }),
    }),
    route("POST /api/radio/commands/:id/confirm", {
      gate: session(),
      spec: SPEC,
      summary: "Log a command that arrived only over the internet",
      params: COMMAND,
      reply: Settled,
      errors: [gameFailure.command_not_found, gameFailure.command_settled],
      handle: async ({ who, params }) => ({
        ok: true,
        status: await confirmCommand(game, who.account, rowId(params.id, gameFailure.command_not_found)),
      }),
    }),
    route("POST /api/radio/commands/:id/discard", {
      gate: session(),
      spec: SPEC,
      summary: "Drop a command that arrived only over the internet",
      params: COMMAND,
      reply: Settled,
      errors: [gameFailure.command_not_found, gameFailure.command_settled],
      handle: async ({ who, params }) => ({
        ok: true,
        status: await discardCommand(game, who.account, rowId(params.id, gameFailure.command_not_found)),
      }),
    }),
  ];
}

function switchRoutes(
  game: Game,
  name: Switch,
  path: "announce" | "near-radio" | "my/statistics-shown",
  what: string,
) {
  return [
    route(`GET /api/${path}`, {
      gate: session(),
      spec: LIVE_SPEC,
      summary: `Whether ${what}`,
      reply: On,
      handle: ({ who }) => ({ on: isOn(game, who.account, name) }),
    }),
    route(`POST /api/${path}`, {
      gate: session(),
      spec: LIVE_SPEC,
      summary: `Switch whether ${what}; without \`on\` it flips`,
      body: On.partial(),
      reply: On,
      errors: [gameFailure.not_verified],
      handle: ({ who, body }) => setSwitch(game, who, name, body.on ?? !isOn(game, who.account, name)),
    }),
  ];
}
