/**
 * A sound as it is stored: without what recorders and programs noted in it (place, time, device, names, pictures), as photos are.
 * Nothing is decoded, so not a tone changes.
 */
import { gameFailure } from "../../errors.ts";
import { cleanM4a } from "./m4a.ts";
import { cleanMp3 } from "./mp3.ts";
import { cleanOgg } from "./ogg.ts";
import { cleanWav } from "./wav.ts";

const CLEANERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined>> = {
  m4a: cleanM4a,
  mp3: cleanMp3,
  ogg: cleanOgg,
  wav: cleanWav,
};

/** The bytes to store of a sound of a kind that is taken, by its ending. Throws where its notes cannot be told from its tones. */
export function cleanSound(bytes: Uint8Array, ext: string): Uint8Array<ArrayBuffer> {
  const sound = CLEANERS[ext]!(bytes);
  if (!sound) throw gameFailure.media_type({}, "This sound cannot be read");
  return sound;
}
