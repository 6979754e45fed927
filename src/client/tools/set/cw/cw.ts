/** Morse as times and as sound. Pure. */
import { toMorse } from "../alphabets/tables.ts";

/** How long each tone (positive) and pause (negative) is, in dots: a dash is three, letters are parted by three, words by seven. */
export function timing(text: string): number[] {
  const out: number[] = [];
  for (const word of toMorse(text).split(" / ")) {
    if (out.length > 0) out.push(-7);
    word.split(" ").forEach((letter, i) => {
      if (i > 0) out.push(-3);
      [...letter].forEach((sign, j) => {
        if (j > 0) out.push(-1);
        out.push(sign === "-" ? 3 : 1);
      });
    });
  }
  return out;
}
/** Milliseconds of a dot at a speed in words (PARIS, fifty dots) a minute. */
export const dotMs = (wpm: number): number => 1200 / wpm;
/** Seconds that a text takes, without the pause behind it. */
export const seconds = (text: string, wpm: number): number =>
  timing(text).reduce((sum, dots) => sum + Math.abs(dots), 0) * dotMs(wpm) / 1000;

const RATE = 8000, TONE_HZ = 600, RISE_S = 0.005;
/** The sound as a WAV file: 8 kHz, one byte a sample, edges rounded so that nothing clicks. At most a minute. */
export function wav(text: string, wpm: number): Uint8Array | undefined {
  const length = seconds(text, wpm);
  if (length === 0 || length > 60) return undefined;
  const samples = new Uint8Array(Math.ceil(length * RATE)).fill(128);
  let at = 0;
  for (const dots of timing(text)) {
    const span = Math.abs(dots) * dotMs(wpm) / 1000;
    const [from, to] = [Math.round(at * RATE), Math.round((at + span) * RATE)];
    for (let i = from; dots > 0 && i < to && i < samples.length; i++) {
      const edge = Math.min(1, (i - from) / RATE / RISE_S, (to - i) / RATE / RISE_S);
      samples[i] = 128 + Math.round(100 * edge * Math.sin(2 * Math.PI * TONE_HZ * (i - from) / RATE));
    }
    at += span;
  }
  const head = new DataView(new ArrayBuffer(44));
  const word = (offset: number, letters: string) =>
    [...letters].forEach((one, i) => head.setUint8(offset + i, one.charCodeAt(0)));
  word(0, "RIFF");
  head.setUint32(4, 36 + samples.length, true);
  word(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, RATE, true);
  head.setUint32(28, RATE, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  word(36, "data");
  head.setUint32(40, samples.length, true);
  const file = new Uint8Array(44 + samples.length);
  file.set(new Uint8Array(head.buffer));
  file.set(samples, 44);
  return file;
}
