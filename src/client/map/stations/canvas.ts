/**
 * The canvas of the stations over the big map, drawn by the graphics card. `marks.ts` has the places of the stations,
 * `labels.ts` decides which of them show their calls.
 */
import { type Colours, pixelsOf } from "../../marks/icons.ts";
import { SHAPE_PATHS, SHAPE_SIZE } from "./clearings.ts";
import { BELOW, MOST_CALLS, ROOM } from "./labels.ts";
import { exact, MARK, type Screen, type StationMarks, STEP } from "./marks.ts";
import { Rows } from "./rows.ts";
import { LINES, PICTURES, type Program, programOf } from "./shaders.ts";

/** In pixels: size of a station's picture and of the mark for its course, width of its trail.. */
const ICON = 30, HEADING = 36, TRAIL = 2;
/** Zoomed out, where many are, they are smaller: from this width of the world on they have their whole size. */
const WHOLE = 512 * 2 ** 11, LEAST = 0.55;
const TRAIL_STRENGTH = 0.7;
const NUMBER_BYTES = 4;
/** The drawn calls are kept in a sheet with so many columns. */
const COLUMNS = 8;

/** A texture with pictures of one size, in rows. */
interface Sheet {
  texture: WebGLTexture;
  columns: number;
  rows: number;
}

/** Draws `StationMarks`. */
export class StationCanvas {
  readonly element = document.createElement("canvas");
  readonly #gl: WebGL2RenderingContext;
  readonly #colours: Colours;
  readonly #icons: readonly ImageData[];
  #pictures!: Program;
  #lines!: Program;
  #corners!: WebGLBuffer;
  #icon!: Sheet;
  #call!: Sheet;
  #clearing!: Sheet;
  readonly #buffers = new Map<Rows, { buffer: WebGLBuffer; bytes: number }>();
  readonly #calls = new Rows(MARK);
  readonly #clearings = new Rows(MARK);
  #cleared: ReadonlyMap<string, readonly number[]> = new Map();
  readonly #trailColour: readonly number[];
  /** The cell of the sheet in which each call is drawn. */
  readonly #cells = new Map<string, number>();

  /** `icons`: a picture for each shape of station, and last the mark for a course. */
  constructor(colours: Colours, icons: readonly ImageData[]) {
    this.#colours = colours;
    this.#icons = icons;
    this.#trailColour = [
      ...pixelsOf(1, 1, (pen) => {
        pen.fillStyle = colours.bad;
        pen.fillRect(0, 0, 1, 1);
      }).data,
    ].map((value) => value / 255 * TRAIL_STRENGTH);
    const gl = this.element.getContext("webgl2");
    if (!gl) throw new Error("This browser draws in three dimensions only once.");
    this.#gl = gl;
    this.element.className = "station-canvas";
    this.element.addEventListener("webglcontextlost", (event) => {
      if (this.element.isConnected) event.preventDefault();
    });
    this.element.addEventListener("webglcontextrestored", () => this.#begin());
    this.#begin();
  }

  get named(): Iterable<string> {
    return this.#cells.keys();
  }

  #begin(): void {
    const gl = this.#gl;
    this.#buffers.clear();
    for (const call of this.#cells.keys()) this.#calls.drop(call);
    this.#cells.clear();
    this.#pictures = programOf(gl, PICTURES);
    this.#lines = programOf(gl, LINES);
    this.#corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    const side = this.#icons[0]!.width;
    this.#icon = this.#sheet(this.#icons.length, 1, side, side);
    this.#icons.forEach((icon, at) => this.#paste(this.#icon, icon, at));
    const clear = Math.ceil(SHAPE_SIZE * this.#sharp());
    this.#clearing = this.#sheet(SHAPE_PATHS.length, 1, clear, clear);
    SHAPE_PATHS.forEach((path, at) =>
      this.#paste(
        this.#clearing,
        pixelsOf(clear, clear, (pen) => {
          pen.scale(clear / SHAPE_SIZE, clear / SHAPE_SIZE);
          pen.fill(new Path2D(path));
        }),
        at,
      )
    );
    const { width, height } = this.#room();
    this.#call = this.#sheet(COLUMNS, MOST_CALLS / COLUMNS, width, height);
  }

  /** Pixels of the screen for each pixel of the page. */
  #sharp = () => Math.min(3, devicePixelRatio || 1);
  #room() {
    return { width: Math.ceil(ROOM.width * this.#sharp()), height: Math.ceil(ROOM.height * this.#sharp()) };
  }

  #sheet(columns: number, rows: number, width: number, height: number): Sheet {
    const gl = this.#gl, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, columns * width, rows * height);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
    }
    return { texture, columns, rows };
  }

  #paste({ texture, columns }: Sheet, picture: ImageData, cell: number): void {
    const gl = this.#gl, x = cell % columns * picture.width;
    const y = Math.floor(cell / columns) * picture.height;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  }

  /** Has these stations show their calls from now on. */
  name(calls: readonly string[], marks: StationMarks): void {
    const wanted = new Set(calls);
    for (const call of [...this.#cells.keys()]) {
      if (wanted.has(call)) continue;
      this.#cells.delete(call);
      this.#calls.drop(call);
    }
    const used = new Set(this.#cells.values());
    let free = 0;
    for (const call of calls) {
      let cell = this.#cells.get(call);
      if (cell === undefined) {
        while (used.has(free)) free++;
        cell = free++;
        this.#cells.set(call, cell);
        this.#paste(this.#call, this.#written(call), cell);
      }
      const shown = marks.shown.get(call)!;
      this.#calls.put(call, [...exact(shown), cell, 0, marks.freshnessOf(call), 1]);
    }
  }

  /** Leaves these shapes free of stations from now on; see `clearingsOf`. */
  keepClear(rows: ReadonlyMap<string, readonly number[]>): void {
    for (const name of this.#cleared.keys()) if (!rows.has(name)) this.#clearings.drop(name);
    for (const [name, row] of rows) this.#clearings.put(name, row);
    this.#cleared = rows;
  }

  /** A call as pixels, with an outline so that it can be read on any ground. */
  #written(call: string): ImageData {
    const { width, height } = this.#room(), sharp = this.#sharp();
    return pixelsOf(width, height, (pen) => {
      pen.font = `600 ${11 * sharp}px monospace`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.lineJoin = "round";
      pen.lineWidth = 3 * sharp;
      pen.strokeStyle = this.#colours.paper;
      pen.strokeText(call, width / 2, height / 2);
      pen.fillStyle = this.#colours.ink;
      pen.fillText(call, width / 2, height / 2);
    });
  }

  /** Draws everything as it is now. */
  draw(marks: StationMarks, screen: Screen): void {
    const gl = this.#gl, { width, height, centre, world } = screen, sharp = this.#sharp();
    if (width === 0 || height === 0 || gl.isContextLost()) return;
    const wide = Math.round(width * sharp), high = Math.round(height * sharp);
    if (this.element.width !== wide || this.element.height !== high) {
      this.element.width = wide;
      this.element.height = high;
    }
    gl.viewport(0, 0, wide, high);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const half = width / 2 / world;
    // Zoomed out far, the world is on the screen more than once.
    for (let copy = Math.ceil(centre.x - half - 1); copy <= Math.floor(centre.x + half); copy++) {
      this.#trails(marks.trails, screen, copy);
      const part = Math.max(LEAST, Math.min(1, 1 + Math.log2(world / WHOLE) / 6));
      const heading = HEADING * part, icon = ICON * part;
      this.#stand(this.#icon, marks.marks, screen, copy, [heading, heading], 0, this.#icons.length - 1);
      this.#stand(this.#icon, marks.marks, screen, copy, [icon, icon], 0, -1);
      gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
      this.#stand(this.#clearing, this.#clearings, screen, copy, [SHAPE_SIZE, SHAPE_SIZE], 0, -1);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      if (this.#cells.size > 0) {
        this.#stand(this.#call, this.#calls, screen, copy, [ROOM.width, ROOM.height], BELOW, -1);
      }
    }
  }

  /** Gives the WebGL context back: a browser has only a few of them. */
  close(): void {
    this.element.remove();
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #view({ program, uniform, attribute }: Program, { centre, world, width, height }: Screen, copy: number) {
    const gl = this.#gl;
    gl.useProgram(program);
    gl.uniform4f(uniform("centre"), ...exact(centre));
    gl.uniform2f(uniform("perWorld"), 2 * world / width, -2 * world / height);
    gl.uniform2f(uniform("perPixel"), 2 / width, -2 / height);
    gl.uniform1f(uniform("copy"), copy);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    this.#numbers(attribute("corner"), 2, 0, 0, 0);
  }

  #numbers(attribute: number, size: number, stride: number, offset: number, each: number): void {
    const gl = this.#gl;
    gl.enableVertexAttribArray(attribute);
    gl.vertexAttribPointer(attribute, size, gl.FLOAT, false, stride * NUMBER_BYTES, offset * NUMBER_BYTES);
    gl.vertexAttribDivisor(attribute, each);
  }

  /** Copies the rows that changed since the last drawing to the graphics card. */
  #bind(rows: Rows): void {
    const gl = this.#gl, { numbers, length } = rows, known = this.#buffers.get(rows);
    const buffer = known?.buffer ?? gl.createBuffer(), changed = rows.taken();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    if (!changed || known?.bytes !== numbers.byteLength) {
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
      this.#buffers.set(rows, { buffer, bytes: numbers.byteLength });
      return;
    }
    for (const at of changed) {
      gl.bufferSubData(gl.ARRAY_BUFFER, at * length * NUMBER_BYTES, numbers, at * length, length);
    }
  }

  #stand(
    { texture, columns, rows: high }: Sheet,
    rows: Rows,
    screen: Screen,
    copy: number,
    size: readonly [number, number],
    below: number,
    which: number,
  ): void {
    if (rows.count === 0) return;
    const gl = this.#gl, program = this.#pictures, { uniform, attribute } = program;
    this.#view(program, screen, copy);
    gl.uniform2f(uniform("size"), ...size);
    gl.uniform2f(uniform("shift"), 0, below);
    gl.uniform2f(uniform("sheet"), columns, high);
    gl.uniform1f(uniform("which"), which);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    this.#bind(rows);
    this.#numbers(attribute("place"), 4, MARK, 0, 1);
    this.#numbers(attribute("look"), 4, MARK, 4, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, rows.count);
  }

  #trails(rows: Rows, screen: Screen, copy: number): void {
    if (rows.count === 0) return;
    const gl = this.#gl, program = this.#lines, { uniform, attribute } = program;
    this.#view(program, screen, copy);
    gl.uniform4fv(uniform("colour"), this.#trailColour);
    gl.uniform1f(uniform("width"), TRAIL);
    this.#bind(rows);
    this.#numbers(attribute("start"), 4, STEP, 0, 1);
    this.#numbers(attribute("end"), 4, STEP, 4, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, rows.count * rows.length / STEP);
  }
}
