/** The boxes that are paired with a member's account, as that member sees them. */
import { z } from "#schemas";
import { route, session } from "../../http/mod.ts";
import type { IngestParts } from "../parts.ts";
import { BoxState } from "../reports/shapes.ts";

const OwnBox = z.object({
  box: z.string(),
  label: z.string(),
  callsign: z.string().nullable().describe("The call that it was enrolled for"),
  lastSeenAt: z.number().nullable(),
  state: BoxState.nullable().describe("What the box last reported of itself; null where it never did"),
});

export function ownBoxRoutes({ boxes, reports }: IngestParts) {
  return [
    route("GET /api/my/boxes", {
      gate: session(),
      spec: 'API "Remote box"',
      summary: "The receiver boxes that are paired with the account",
      reply: z.object({ boxes: z.array(OwnBox) }),
      handle: ({ who }) => ({
        boxes: boxes.store.ownedBy({ account: who.account }).map(({ box }) => {
          // A box behind the shared secret is paired without being enrolled.
          const row = boxes.store.byId({ id: box });
          return {
            box,
            label: row?.label ?? "",
            callsign: row?.enrolledFor ?? null,
            lastSeenAt: row?.lastSeenAt ?? null,
            state: reports.stateOf(box),
          };
        }),
      }),
    }),
  ];
}
