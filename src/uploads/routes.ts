/** The operator's routes for uploads (API "Administration"). */
import { z } from "#schemas";
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import { type Limit, route, sysop, type SysopWho } from "../http/mod.ts";
import { uploadFailure } from "./errors.ts";
import { PIECE_BYTES, PURPOSES, type Upload, type Uploads } from "./uploads.ts";

const SPEC = 'API "Administration"';
/** Uploads begun. */
const BEGUN: Limit<SysopWho> = { name: "uploads", points: 30, seconds: 3600 };

const SUM = z.string().regex(/^[0-9a-f]{64}$/, "takes a SHA-256, 64 hexadecimal digits");
const UploadShape = z.object({
  id: z.string(),
  for: z.enum(PURPOSES),
  name: z.string().describe("Name of the file where it came from"),
  bytes: z.number().describe("How large the file is where it comes from"),
  sha256: z.string().nullable().describe("SHA-256 of the whole file, where it was said"),
  received: z.number().describe("Bytes that are here; the next piece begins there"),
  last: z.object({ bytes: z.number(), sha256: z.string() }).nullable().describe(
    "Size and SHA-256 of the piece that came last: by it the same file is known again",
  ),
  at: z.number().describe("When the last piece came, in unix seconds"),
});
const ID = { id: "As POST /api/admin/uploads answered it" };

export function uploadRoutes(
  { uploads, db, audit, world }: { uploads: Uploads; db: Database; audit: Audit; world: World },
) {
  const note = (actor: string, action: string, { id, name }: Upload) =>
    db.write((tx) =>
      audit.note(tx, world.now(), { actor, action, kind: "upload", targetId: id, label: name, reason: "" })
    );
  return [
    route("GET /api/admin/uploads", {
      gate: sysop(),
      spec: SPEC,
      summary: "The file that is being sent or waits to be used: at most one",
      reply: z.object({
        uploads: z.array(UploadShape),
        piece: z.number().describe("What one request may bring at most, in bytes"),
      }),
      handle: () => {
        const now = uploads.now();
        return { uploads: now ? [now] : [], piece: PIECE_BYTES };
      },
    }),
    route("POST /api/admin/uploads", {
      gate: sysop({ anyAge: "what is sent does nothing until a route takes it, which asks for itself" }),
      spec: SPEC,
      summary: "Begin to send a file, which comes in pieces and goes on after a connection that broke",
      limit: BEGUN,
      body: z.object({
        for: z.enum(PURPOSES).describe("map: the archive of the map's tiles. backup: a whole backup"),
        name: z.string().min(1).max(200),
        bytes: z.int().min(1),
        sha256: SUM.optional().describe("Of the whole file: it is compared once all pieces are here"),
      }),
      reply: UploadShape,
      status: 201,
      errors: [uploadFailure.upload_running, uploadFailure.upload_too_large, uploadFailure.upload_no_room],
      handle: async ({ who, body: { sha256, ...begun } }) => {
        const upload = uploads.begin({ ...begun, sha256: sha256 ?? null });
        await note(who.actor, "upload", upload);
        return upload;
      },
    }),
    route("PUT /api/admin/uploads/:id", {
      gate: sysop({ anyAge: "what is sent does nothing until a route takes it, which asks for itself" }),
      spec: SPEC,
      summary: "Send the next piece; the body is its bytes",
      params: ID,
      query: z.object({
        offset: z.coerce.number().int().min(0).describe("Where in the file the piece begins"),
        sha256: SUM.describe("Of the bytes in this request, so that what came damaged is not kept"),
      }),
      raw: "application/octet-stream",
      maxBytes: PIECE_BYTES,
      reply: UploadShape,
      errors: [
        uploadFailure.no_such_upload,
        uploadFailure.upload_elsewhere,
        uploadFailure.upload_sum,
        uploadFailure.upload_no_room,
      ],
      handle: ({ params, query: { offset, sha256 }, incoming }) =>
        uploads.take(params.id, offset, incoming.bytes, sha256),
    }),
    route("DELETE /api/admin/uploads/:id", {
      gate: sysop({ anyAge: "what is sent does nothing until a route takes it, which asks for itself" }),
      spec: SPEC,
      summary: "Give a file up that is being sent, and remove what came of it",
      params: ID,
      reply: z.object({ ok: z.literal(true) }),
      errors: [uploadFailure.no_such_upload],
      handle: async ({ who, params }) => {
        const upload = uploads.named(params.id);
        await note(who.actor, "remove upload", upload);
        uploads.remove(upload.id);
        return { ok: true } as const;
      },
    }),
  ];
}
