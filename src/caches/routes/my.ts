/** What is the member's own: hides, logs, living caches, radio commands, switches. */
import { z } from "zod";
import { type Route, route, session } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import { followStation, hidesLeft } from "../hiding/hide.ts";
import { commandView, confirmCommand, discardCommand } from "../radio/obey_radio.ts";
import { setSwitch } from "../people/person.ts";
import { CacheView, cacheView, line } from "../views/views.ts";
import { serviceCall } from "../../settings/mod.ts";
import { type RouteParts, SPEC } from "./shared.ts";

const MY_SPEC = 'API "Stations, mesh, messages, weather, tools"';
const LIVE_SPEC = 'API "Live and misc"';
const Living = z.object({ living: z.boolean().default(true), title: line(120).min(1).optional() });
/** Radio commands shown. */
const COMMANDS = 50;
const On = z.object({ on: z.boolean() });

function rowId(text: string, missing: () => Error): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw missing();
  return Number(text);
}

export function myRoutes({ game }: RouteParts): Route[] {
  const shown = () => ({ instance: game.instance, minTrust: game.leastTrust });
  const acting = (who: { account: number; call: string }) => ({
    person: game.accounts.person(who.account)!,
    call: who.call,
    session: true,
    operator: game.isOperator(who),
  });
  const toggle = (name: "announce" | "nearRadio", path: "announce" | "near-radio", what: string): Route[] => [
    route(`GET /api/${path}`, {
      gate: session(),
      spec: LIVE_SPEC,
      summary: `Whether ${what}`,
      reply: On,
      handle: ({ who }) => ({ on: game.social.isOn(who.account, name) }),
    }),
    route(`POST /api/${path}`, {
      gate: session(),
      spec: LIVE_SPEC,
      summary: `Switch whether ${what}; without \`on\` it flips`,
      body: On.partial(),
      reply: On,
      errors: [gameFailure.not_verified],
      handle: ({ who, body }) => setSwitch(game, who, name, body.on ?? !game.social.isOn(who.account, name)),
    }),
  ];
  return [
    route("GET /api/my/hides", {
      gate: session(),
      spec: MY_SPEC,
      summary: "How many caches the member may still hide today",
      reply: z.object({ limit: z.number().nullable(), used: z.number(), remaining: z.number().nullable() }),
      handle: ({ who }) => hidesLeft(game, who.account, game.isOperator(who)),
    }),
    route("GET /api/my/logged", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Numbers of the caches that the member found, did not find, and owns",
      reply: z.object({ found: z.array(z.number()), dnf: z.array(z.number()), owned: z.array(z.number()) }),
      handle: ({ who }) => ({
        found: game.logs.cachesLogged(who.account, "found"),
        dnf: game.logs.cachesLogged(who.account, "DNF"),
        owned: game.caches.byOwner(who.account).map((row) => row.id).reverse(),
      }),
    }),
    route("POST /api/me/cache", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Become a living cache, or stop being one",
      body: Living,
      reply: CacheView,
      errors: [gameFailure.not_verified, gameFailure.hide_limit, gameFailure.cache_not_found],
      handle: async ({ who, body }) =>
        cacheView(await followStation(game, acting(who), { call: who.call }, body), shown()),
    }),
    route("POST /api/my/stations/:sid/cache", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Make one's station a living cache, or stop",
      body: Living,
      reply: CacheView,
      errors: [
        gameFailure.not_verified,
        gameFailure.hide_limit,
        gameFailure.not_your_station,
        gameFailure.cache_not_found,
      ],
      handle: async ({ who, params, body }) => {
        const station = game.stations.ownedBy(who.account).find((one) => String(one.id) === params.sid);
        if (!station) throw gameFailure.not_your_station();
        return cacheView(await followStation(game, acting(who), station, body), shown());
      },
    }),
    route("GET /api/radio/commands", {
      gate: session(),
      spec: SPEC,
      summary: "The member's radio commands, and the call to send them to",
      reply: z.object({ serviceCall: z.string(), commands: z.array(z.object({}).loose()) }),
      handle: ({ who }) => ({
        serviceCall: serviceCall(game.settings),
        commands: game.commands.ofAccount(who.account, COMMANDS).map((row) => commandView(game, row)),
      }),
    }),
    route("POST /api/radio/commands/:id/confirm", {
      gate: session(),
      spec: SPEC,
      summary: "Log a command that arrived only over the internet",
      reply: z.object({ ok: z.literal(true), status: z.string() }),
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
      reply: z.object({ ok: z.literal(true), status: z.string() }),
      errors: [gameFailure.command_not_found, gameFailure.command_settled],
      handle: async ({ who, params }) => ({
        ok: true,
        status: await discardCommand(game, who.account, rowId(params.id, gameFailure.command_not_found)),
      }),
    }),
    ...toggle("announce", "announce", "verified finds are announced on APRS-IS"),
    ...toggle("nearRadio", "near-radio", "the member's stations get a message when heard near a cache"),
  ];
}
