/**
 * Pictures as they are stored: without what cameras noted, not a pixel changed, not larger than phones can draw. The
 * pictures of `tests/data/pictures.json` are ImageMagick's, libwebp's and libavif's; ExifTool wrote a place, a camera, names
 * and that it lies on its side into those called `noted_`.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Failure } from "../../../src/base/mod.ts";
import { joined } from "../../../src/base/mod.ts";
import { cleanPicture } from "../../../src/caches/media/pictures/clean_picture.ts";
import { orientationOf, uprightTiff } from "../../../src/caches/media/pictures/exif.ts";
import { readAvif } from "../../../src/caches/media/pictures/avif.ts";
import { readGif } from "../../../src/caches/media/pictures/gif.ts";
import { readJpeg } from "../../../src/caches/media/pictures/jpeg.ts";
import { readPng } from "../../../src/caches/media/pictures/png.ts";
import { readWebp } from "../../../src/caches/media/pictures/webp.ts";
import files from "../../data/pictures.json" with { type: "json" };
import { random } from "../../kit/random.ts";

const READ = { jpg: readJpeg, png: readPng, webp: readWebp, gif: readGif, avif: readAvif };
const endOf = (name: string) => name.split(".").at(-1) as keyof typeof READ;
const bytesOf = (name: keyof typeof files) => Uint8Array.from(Buffer.from(files[name], "base64"));
const names = Object.keys(files) as (keyof typeof files)[];
const plain = names.filter((name) => !name.startsWith("noted_"));
const notedOf = (name: string) => bytesOf(`noted_${name}` as keyof typeof files);
const includes = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);
const NOTES = [
  "SecretCam",
  "Anna",
  "Vienna",
  "hello",
  "GPS",
  "xmp",
  "Photoshop",
  "exiftool",
  "Image::ExifTool",
];

Deno.test("every size that real pictures state is read", () => {
  for (const name of names) {
    const { sizes } = READ[endOf(name)](bytesOf(name))!;
    assert.ok(sizes.length > 0, name);
    for (const size of sizes) assert.deepEqual(size, { width: 8, height: 6 }, name);
  }
});

Deno.test("notes go, everything else stays as it was, and which way up it is stays alone", () => {
  for (const name of plain) {
    const end = endOf(name), noted = notedOf(name);
    assert.ok(NOTES.some((note) => includes(noted, note)), `${name} has no notes to lose`);
    const kept = cleanPicture(noted, end);
    for (const note of NOTES) assert.ok(!includes(kept, note), `${name} keeps ${note}`);
    assert.deepEqual(cleanPicture(kept, end), kept, `${name}: cleaned once more it changes`);
    const clean = cleanPicture(bytesOf(name), end);
    if (end === "gif") {
      assert.deepEqual(kept, clean, name);
      continue;
    }
    if (end === "avif") {
      assert.equal(kept.length, noted.length);
      continue;
    }
    const tiff = Buffer.from(kept).indexOf(Buffer.from(uprightTiff(6)));
    assert.ok(tiff > 0 && orientationOf(kept.subarray(tiff)) === 6, `${name} lies on its side`);
    assert.ok(!Buffer.from(clean).includes(Buffer.from(uprightTiff(6))));
  }
  // Byte for byte what the picture was before somebody wrote into it.
  const side = joined([
    Uint8Array.of(0xff, 0xe1, 0, 34),
    new TextEncoder().encode("Exif\0\0"),
    uprightTiff(6),
  ]);
  for (const name of ["plain.jpg", "progressive.jpg"] as const) {
    const before = bytesOf(name);
    assert.deepEqual(
      cleanPicture(notedOf(name), "jpg"),
      joined([before.subarray(0, 2), side, before.subarray(2)]),
    );
  }
});

Deno.test("a JPEG keeps its colour profile and colours, and loses thumbnails, comments and what follows its end", () => {
  const segment = (marker: number, body: string | Uint8Array) => {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return joined([Uint8Array.of(0xff, marker, bytes.length + 2 >> 8, bytes.length + 2 & 255), bytes]);
  };
  const picture = bytesOf("plain.jpg"), rest = picture.subarray(20);
  const jfif = (w: number, h: number) =>
    segment(
      0xe0,
      joined([
        new TextEncoder().encode("JFIF\0"),
        Uint8Array.of(1, 1, 0, 0, 1, 0, 1, w, h),
        new Uint8Array(3 * w * h).fill(7),
      ]),
    );
  const icc = segment(0xe2, "ICC_PROFILE\0\x01\x01colours"), adobe = segment(0xee, "Adobe\0d\0\0\0\0\0\0");
  const start = Uint8Array.of(0xff, 0xd8);
  const full = joined([
    start,
    jfif(2, 2),
    segment(0xe0, "JFXX\0\x10thumbnail"),
    icc,
    segment(0xe2, "MPF\0second picture"),
    segment(0xe5, "made by"),
    adobe,
    segment(0xfe, "a comment"),
    rest,
    new TextEncoder().encode("a film with its place"),
  ]);
  assert.deepEqual(cleanPicture(full, "jpg"), joined([start, jfif(0, 0), icc, adobe, rest]));
});

Deno.test("a picture over 40 megapixels or 12,000 on a side is refused, wherever its header says so", () => {
  const over = (name: keyof typeof files, patch: (view: DataView, bytes: Uint8Array) => void) => {
    const bytes = bytesOf(name);
    patch(new DataView(bytes.buffer), bytes);
    return bytes;
  };
  const at = (bytes: Uint8Array, text: string | number[]) =>
    Buffer.from(bytes).indexOf(Buffer.from(text as never));
  const SIZES: [number, number, boolean][] = [
    [12_000, 3333, true],
    [12_001, 1, false],
    [1, 12_001, false],
    [6325, 6325, false],
    [6324, 6324, true],
  ];
  for (const [width, height, good] of SIZES) {
    const made: Record<string, Uint8Array> = {
      jpg: over("plain.jpg", (view, bytes) => {
        const sof = at(bytes, [0xff, 0xc0]);
        view.setUint16(sof + 5, height);
        view.setUint16(sof + 7, width);
      }),
      png: over("plain.png", (view) => {
        view.setUint32(16, width);
        view.setUint32(20, height);
      }),
      gif: over("anim.gif", (view) => {
        view.setUint16(6, width, true);
        view.setUint16(8, height, true);
      }),
      avif: over("plain.avif", (view, bytes) => {
        const ispe = at(bytes, "ispe");
        view.setUint32(ispe + 8, width);
        view.setUint32(ispe + 12, height);
      }),
      webp: over("lossy.webp", (view, bytes) => {
        const start = at(bytes, [0x9d, 0x01, 0x2a]);
        view.setUint16(start + 3, width, true);
        view.setUint16(start + 5, height, true);
      }),
    };
    const lossless = over(
      "lossless.webp",
      (view) =>
        view.setUint32(21, (width - 1) | (height - 1) << 14 | view.getUint32(21, true) & 0xf0000000, true),
    );
    const canvas = over("noted_lossy.webp" as never, (view, bytes) => {
      const vp8x = at(bytes, "VP8X");
      for (const [offset, side] of [[12, width - 1], [15, height - 1]] as const) {
        view.setUint16(vp8x + offset, side & 0xffff, true);
        view.setUint8(vp8x + offset + 2, side >> 16);
      }
    });
    const frame = over("anim.gif", (view, bytes) => {
      const second = Buffer.from(bytes).lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
      view.setUint16(second + 5, width, true);
      view.setUint16(second + 7, height, true);
    });
    const all: [string, Uint8Array][] = [
      ...Object.entries(made),
      ["webp", lossless],
      ["webp", canvas],
      ["gif", frame],
    ];
    for (const [end, bytes] of all) {
      const act = () => cleanPicture(bytes, end);
      if (good) act();
      else assert.throws(act, { reason: "media_dimensions" }, `${end} ${width}x${height}`);
    }
  }
  // A frame behind garbage, or one whose height only comes later, is found all the same.
  const plain = bytesOf("plain.jpg"), start = plain.subarray(0, 2), rest = plain.slice(2);
  const sof = Buffer.from(rest).indexOf(Buffer.from([0xff, 0xc0]));
  new DataView(rest.buffer).setUint16(sof + 5, 0);
  assert.throws(() => cleanPicture(joined([start, Uint8Array.of(1, 2, 0xff, 0xff), rest]), "jpg"), {
    reason: "media_dimensions",
  });
});

Deno.test("broken and hostile pictures are refused or kept, never a crash, and keep no note that a whole one would lose", () => {
  const chance = random(31), below = (n: number) => Math.floor(chance() * n);
  for (const name of names) {
    const whole = bytesOf(name), end = endOf(name);
    const tried = [...Array(whole.length).keys()].map((length) => whole.slice(0, length));
    for (let n = 0; n < 300; n++) {
      const bytes = whole.slice();
      for (let i = 0; i < 3; i++) bytes[below(bytes.length)] = below(256);
      tried.push(bytes);
    }
    for (const bytes of tried) {
      try {
        assert.ok(cleanPicture(bytes, end).length <= bytes.length + 60);
      } catch (error) {
        assert.ok(error instanceof Failure, `${name}: ${error}`);
      }
    }
  }
});
