/** A picture and a sound of the demonstration, drawn and played from numbers: no file of anybody's is needed. */
import { crc32, deflateSync } from "node:zlib";
import { concat } from "../base/mod.ts";

const WIDTH = 480, HEIGHT = 320;

/** Hills under a sky, other ones for each name, as PNG. */
export function landscape(name: string): Uint8Array {
  const seed = crc32(name) / 0xffff_ffff;
  const wave = (x: number, n: number) =>
    Math.sin(x / (40 + 30 * n) + seed * 20 * n) + Math.sin(x / (17 + 9 * n) + seed * 31 * n) / 2;
  const pixels = new Uint8Array(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      // The farther hill first; the nearest that reaches so high is seen.
      const hill = [1, 2, 3].findLast((n) => y > HEIGHT * (0.3 + 0.15 * n) - 22 * wave(x, n));
      const sky = y / HEIGHT;
      const [r, g, b] = hill
        ? [120 - 30 * hill + 20 * seed, 150 - 28 * hill, 130 - 35 * hill]
        : [140 + 90 * sky, 180 + 50 * sky, 225];
      pixels.set([r!, g!, b!], y * (1 + WIDTH * 3) + 1 + x * 3);
    }
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, WIDTH);
  head.setUint32(4, HEIGHT);
  head.setUint16(8, 0x0802); // eight bits, true colour
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [
    chunk("IHDR", new Uint8Array(head.buffer)),
    chunk("IDAT", new Uint8Array(deflateSync(pixels))),
    chunk("IEND", new Uint8Array()),
  ];
  return concat(signature, ...parts);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat(new TextEncoder().encode(type), data);
  const around = new DataView(new ArrayBuffer(8));
  around.setUint32(0, data.length);
  around.setUint32(4, crc32(body));
  return concat(new Uint8Array(around.buffer, 0, 4), body, new Uint8Array(around.buffer, 4, 4));
}

/** Five notes as WAV, eight bits at 8 kHz. */
export function melody(): Uint8Array {
  const rate = 8000, noteS = 0.4;
  const notes = [523, 659, 784, 659, 523];
  const samples = new Uint8Array(rate * noteS * notes.length).map((_, i) => {
    const at = i % (rate * noteS) / rate;
    const note = notes[Math.floor(i / (rate * noteS))]!;
    return 128 + 90 * Math.exp(-4 * at) * Math.sin(2 * Math.PI * note * at);
  });
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) =>
    [...word].forEach((letter, i) => head.setUint8(at + i, letter.charCodeAt(0)));
  text(0, "RIFF");
  head.setUint32(4, 36 + samples.length, true);
  text(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  text(36, "data");
  head.setUint32(40, samples.length, true);
  return concat(new Uint8Array(head.buffer), samples);
}
