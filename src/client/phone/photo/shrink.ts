/**
 * Makes a photo small on the phone before it is stored: about a tenth of the camera's file is sent. The new file no longer
 * says where and when it was taken.
 */

/** The photo that is sent, and the small version that lists show. */
export interface Shrunk {
  bytes: Uint8Array;
  thumb: Uint8Array;
}

const SIDE = 1600, THUMB_SIDE = 320;
/** How many bytes each may have: well below what the gateway takes (API "Limits", Media). */
const MOST = 1_000_000, THUMB_MOST = 60_000;
const QUALITIES = [0.82, 0.7, 0.5, 0.3];

/** Makes a photo small; `undefined` where the browser cannot read the file as a picture. */
export async function shrink(file: Blob): Promise<Shrunk | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const bytes = await drawn(picture, SIDE, MOST), thumb = await drawn(picture, THUMB_SIDE, THUMB_MOST);
    return bytes && thumb && { bytes, thumb };
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, side: number, most: number): Promise<Uint8Array | undefined> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const made = await new Promise<Blob | null>((give) => canvas.toBlob(give, "image/jpeg", quality));
    if (made && made.size <= most) return new Uint8Array(await made.arrayBuffer());
  }
  return undefined;
}
