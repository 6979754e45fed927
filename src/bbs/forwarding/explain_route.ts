/** "Where would this go": the routing rule's answer, in words and with what it went by. */
import { z } from "#schemas";
import { componentsOf, showAddress } from "../../fbb/mod.ts";
import { bbsFailure } from "../errors.ts";
import { readAddressee, typeFor } from "../mail/addressee.ts";
import type { Office } from "../office.ts";
import { routeOf } from "../route_of.ts";

const Way = z.object({ partner: z.string(), route: z.string(), transport: z.string() });
export const RouteView = z.object({
  addr: z.string(),
  parsed: z.object({
    to: z.string(),
    at: z.string(),
    components: z.array(z.string()),
    type: z.enum(["P", "B", "T"]),
  }),
  partner: Way.nullable().describe("The closest rule's; of a bulletin the first of its partners"),
  partners: z.array(Way).describe("Every forwarding partner that the message would go to"),
  here: z.boolean().describe("Whether it is read at this mailbox itself"),
  because: z.object({
    why: z.string(),
    rule: z.object({ id: z.number().nullable(), route: z.string() }).nullable(),
    whitePages: z.object({ call: z.string(), homeBbs: z.string(), source: z.string() }).nullable(),
  }),
});
export type RouteView = z.infer<typeof RouteView>;

/** Explains where a message to this address would go. */
export function explainRoute(office: Office, text: string, type?: "P" | "B" | "T"): RouteView {
  const address = readAddressee(text);
  if (!address) throw bbsFailure.bad_addressee({ addr: text.slice(0, 64) });
  const asked = type ?? typeFor(address.to);
  const routing = routeOf({ type: asked, ...address }, office.routeFacts());
  const way = ({ partner, route, transport }: (typeof routing.ways)[number]) => ({
    partner,
    route,
    transport,
  });
  const first = routing.ways[0] ?? (routing.here && asked !== "B" ? undefined : routing.closest);
  return {
    addr: showAddress(address),
    parsed: { ...address, components: componentsOf(routing.at), type: asked },
    partner: first ? way(first) : null,
    partners: routing.ways.map(way),
    here: routing.here,
    because: {
      why: routing.why,
      rule: first ? { id: first.rule, route: first.route } : null,
      whitePages: routing.whitePages
        ? {
          call: routing.whitePages.call,
          homeBbs: routing.whitePages.home,
          source: routing.whitePages.source,
        }
        : null,
    },
  };
}
