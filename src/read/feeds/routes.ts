/** RSS feeds (API "Live and misc"). */
import { dated, type Incoming, open, route, SHARED, text } from "../../http/mod.ts";
import type { Feeds } from "./feeds.ts";
import type { Feed } from "../formats/views.ts";
import type { PeopleReads } from "../ports.ts";
import { callOf } from "../people/routes.ts";
import { accountFailure } from "../../accounts/mod.ts";

const SPEC = 'API "Live and misc"';
const TYPE = "application/rss+xml";
const gate = open("feed readers have no credential");

/** The feed with its date; its version is made of its content. */
const answer = (incoming: Pick<Incoming, "header">, feed: Feed): Promise<Response> =>
  dated(incoming, feed.builtAt, async () => {
    const { rss } = await import("../formats/rss.ts");
    return text([...rss(feed)].join(""), TYPE);
  });

interface FeedRouteParts {
  feeds: Feeds;
  accounts: PeopleReads;
}

export function feedRoutes({ feeds, accounts }: FeedRouteParts) {
  return [
    route("GET /feeds/activity.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: what was logged lately",
      share: SHARED.game,
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.activity(incoming.origin)),
    }),
    route("GET /feeds/caches.xml", {
      gate,
      spec: SPEC,
      summary: "RSS feed of the newest caches",
      share: SHARED.game,
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.caches(incoming.origin)),
    }),
    route("GET /feeds/bulletins.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: bulletins of the packet mailbox",
      share: SHARED.game,
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.bulletins(incoming.origin)),
    }),
    route("GET /feeds/leaderboard.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: ranking by points",
      share: SHARED.game,
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.leaderboard(incoming.origin)),
    }),
    route("GET /feeds/u/:call.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: finds and badges of one person",
      share: SHARED.game,
      params: { call: "A callsign; its SSID does not matter" },
      produces: TYPE,
      errors: [accountFailure.invalid_call],
      handle: ({ params, incoming }) => {
        const call = callOf(params.call);
        const holder = accounts.holder(call);
        return answer(
          incoming,
          feeds.person(incoming.origin, call, holder?.hidden ? undefined : holder?.accountId),
        );
      },
    }),
  ];
}
