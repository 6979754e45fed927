/** The club's style and logo, for pages; and an operator's ways to change the logo (API "Administration"). */
import { z } from "#schemas";
import type { FailureMaker, World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import { open, route, SHARED, sysop, text } from "../http/mod.ts";
import { type Club, logoFailure } from "./club.ts";
import type { Draw } from "./draw_logo.ts";

const SPEC = 'API "Administration"';
/** Most bytes of what is sent. */
const LOGO_BYTES = 512_000;

export function clubRoutes(
  { club, db, audit, world, draw, drawRefuses }: {
    club: Club;
    db: Database;
    audit: Audit;
    world: World;
    draw: Draw;
    /** What drawing may refuse with. */
    drawRefuses: readonly FailureMaker[];
  },
) {
  const note = (action: string, actor: string) => ({
    ...{ actor, action, kind: "setting", targetId: "CLUB_LOGO", label: "CLUB_LOGO", reason: "" },
  });
  const gate = open("everybody sees what the club looks like");
  return [
    route("GET /club.css", {
      gate,
      spec: 'API "Live and misc"',
      summary: "The club's colour and logo as a style; empty where it has neither",
      share: SHARED.slow,
      produces: "text/css",
      handle: () => text(club.css(), "text/css"),
    }),
    route("GET /club/logo.png", {
      gate,
      spec: 'API "Live and misc"',
      summary: "The club's logo, as this instance drew it of what an operator sent",
      share: SHARED.slow,
      produces: "image/png",
      errors: [logoFailure.no_logo],
      handle: () => {
        const logo = club.logo();
        if (!logo) throw logoFailure.no_logo();
        return new Response(logo.png, { headers: { "content-type": "image/png" } });
      },
    }),
    route("PUT /api/admin/club/logo", {
      gate: sysop({ anyAge: "a picture can be drawn anew" }),
      spec: SPEC,
      summary:
        "Take a picture as the club's logo; the body is the file, of which a square of pixels is drawn and kept",
      limit: { name: "club-logo", points: 30, seconds: 3600 },
      raw: "image/png, image/jpeg, image/webp, image/svg+xml",
      maxBytes: LOGO_BYTES,
      reply: z.object({ bytes: z.number().describe("Size of the picture that was drawn and kept") }),
      errors: [logoFailure.logo_kind, logoFailure.logo_size, ...drawRefuses],
      handle: async ({ incoming, who }) => {
        const { drawLogo } = await import("./draw_logo.ts");
        const png = await drawLogo(incoming.bytes, draw);
        await db.write((tx) => {
          club.setLogo(tx, png);
          audit.note(tx, world.now(), note("setting", who.actor));
        });
        return { bytes: png.length };
      },
    }),
    route("DELETE /api/admin/club/logo", {
      gate: sysop({ anyAge: "a picture can be drawn anew" }),
      spec: SPEC,
      summary: "Take the club's logo away: the app's own mark stands there again",
      reply: z.object({ ok: z.literal(true) }),
      errors: [logoFailure.no_logo],
      handle: async ({ who }) => {
        await db.write((tx) => {
          if (!club.dropLogo(tx)) throw logoFailure.no_logo();
          audit.note(tx, world.now(), note("remove", who.actor));
        });
        return { ok: true } as const;
      },
    }),
  ];
}
