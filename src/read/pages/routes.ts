/** For other sites and for print: QR codes (API "Live and misc"). */
import { z } from "#schemas";
import { failures, utf8 } from "../../base/mod.ts";
import { type Caches, gameFailure, plainCode } from "../../caches/mod.ts";
import { open, route, SHARED, text, wholeParam } from "../../http/mod.ts";
import { cachePage } from "../links.ts";

const SPEC = 'API "Live and misc"';
/** The longest text that is put into a code: beyond it a phone's camera no longer reads the print well. */
const QR_MAX_BYTES = 106;

const failure = failures({
  qr_nothing: "invalid",
  qr_url: "invalid",
  qr_too_long: ["invalid", { limit: "number" }],
});

/** What other sites and prints show of this instance. */
export function pageRoutes({ game }: { game: Caches }) {
  return [
    route("GET /embed/qr.svg", {
      gate: open("made for prints and other sites' pages"),
      spec: SPEC,
      summary: "QR code that leads to a cache or an address",
      share: SHARED.slow,
      query: z.object({
        cache: z.string().max(200).optional().describe("The code of the cache whose page it leads to"),
        url: z.string().max(2000).optional().describe("The http or https address that it leads to"),
        size: wholeParam(64, 1024, 256).describe(
          "Width and height in pixels, 64 to 1024; others are refused",
        ),
      }),
      produces: "image/svg+xml",
      errors: [
        failure.qr_nothing,
        failure.qr_url,
        failure.qr_too_long,
        gameFailure.cache_not_found,
        gameFailure.cache_removed,
      ],
      handle: async ({ query, incoming }) => {
        const code = plainCode(query.cache);
        if (code === undefined && query.url === undefined) throw failure.qr_nothing();
        // A print outlives its maker's typing error: a code is made only for a cache that anybody may open.
        const address = code === undefined ? query.url! : cachePage(incoming.origin, game.detail(code).code);
        if (!/^https?:\/\/[^\s]+$/i.test(address) || !URL.canParse(address)) throw failure.qr_url();
        if (utf8(address).length > QR_MAX_BYTES) throw failure.qr_too_long({ limit: QR_MAX_BYTES });
        const { qrSvg } = await import("../formats/qr.ts");
        return text(qrSvg(address, query.size), "image/svg+xml");
      },
    }),
  ];
}
