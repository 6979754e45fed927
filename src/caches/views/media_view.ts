/** Photos and sounds as shown. */
import { z } from "#schemas";
import type { MediaRow } from "../tables/media_store.ts";

export const MediaView = z.object({
  id: z.string(),
  kind: z.enum(["image", "audio"]),
  contentType: z.string(),
  title: z.string(),
  key: z.string(),
  url: z.string(),
  bytes: z.number(),
  createdAt: z.number(),
  thumbUrl: z.string().optional(),
  thumbBytes: z.number().optional(),
});

export const mediaView = (row: MediaRow): z.infer<typeof MediaView> => ({
  id: row.id,
  kind: row.kind,
  contentType: row.contentType,
  title: row.title,
  key: row.key,
  url: `/api/media/${row.key}`,
  bytes: row.bytes,
  createdAt: row.createdAt,
  ...(row.thumbKey !== null && { thumbUrl: `/api/media/${row.thumbKey}`, thumbBytes: row.thumbBytes }),
});
