/**
 * Cards of contacts: each find of a member that a receiver proved is one, with what its receiver's owner wrote back. Owns the
 * table of migration 0940. Refuses to say more of a place than everybody may know, and a line from whoever has not heard.
 */
import type { AccountsEvents } from "../accounts/mod.ts";
import type { GameHappenings } from "../caches/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { Cards } from "./cards.ts";
import type { QslKeeps, QslNeeds } from "./parts.ts";
import { qslRoutes } from "./routes.ts";

export { isSignedCard, readCard, signCard } from "./card.ts";
export type { QslKeeps, QslNeeds } from "./parts.ts";

interface QslWords {
  needs: QslNeeds;
  keeps: QslKeeps;
  hears: Pick<AccountsEvents, "callDetached"> & Pick<GameHappenings, "findHeard">;
}

/** What its routes take and give, by signature. */
export type QslRoutes = RouteTable<ReturnType<typeof qslRoutes>>;

export const qsl = area<QslWords>()({
  name: "qsl",
  needs: [
    "accounts",
    "alert",
    "club",
    "db",
    "draw",
    "drawRefuses",
    "identity",
    "instance",
    "qr",
    "receiverOf",
    "settings",
    "shownCall",
    "world",
  ],
  keeps: { qslCards: (needs) => new Cards(needs) },
  hears: {
    findHeard: ({ qslCards }, { tx, ...find }) => qslCards.heard(tx, find),
    callDetached: ({ qslCards }, { tx, accountId, base }) => qslCards.callLost(tx, accountId, base),
  },
  data: ({ qslCards }) => ({
    name: "qsl",
    export: ({ accountId }) => qslCards.personal(accountId),
    erase: (tx, { accountId, bases }) => qslCards.forget(tx, accountId, bases),
  }),
  moderated: ({ qslCards }) => [qslCards.moderated],
  routes: qslRoutes,
});
