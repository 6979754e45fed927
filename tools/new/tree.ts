/** A checkout as a scaffold changes it: all is decided first, then written, so that a refusal leaves nothing behind. */
import { dirname, join } from "node:path";

/** Why nothing was made. */
export class Refusal extends Error {}

export class Tree {
  readonly #changed = new Map<string, string>();

  constructor(readonly root: string) {}

  read(path: string): string {
    return this.#changed.get(path) ?? Deno.readTextFileSync(join(this.root, path));
  }

  has(path: string): boolean {
    if (this.#changed.has(path)) return true;
    try {
      Deno.lstatSync(join(this.root, path));
      return true;
    } catch {
      return false;
    }
  }

  names(folder: string): string[] {
    return [...Deno.readDirSync(join(this.root, folder))].map(({ name }) => name).sort();
  }

  /** A file that is not there yet. */
  add(path: string, text: string): void {
    if (this.has(path)) throw new Refusal(`${path} is there already`);
    this.#changed.set(path, text);
  }

  edit(path: string, change: (text: string) => string): void {
    const before = this.read(path), after = change(before);
    if (after === before) throw new Refusal(`${path} is not as it was when this tool was made`);
    this.#changed.set(path, after);
  }

  /** Puts lines behind the first place that this finds. */
  after(path: string, place: RegExp, lines: string): void {
    this.edit(path, (text) => text.replace(place, (found) => found + lines));
  }

  /** Words in a language's file, which is made where there is none; keys are sorted. */
  words(language: string, file: string, words: Readonly<Record<string, string>>): void {
    const path = `src/words/${language}/${file}.json`;
    const there = this.has(path) ? JSON.parse(this.read(path)) : {};
    for (const key of Object.keys(words)) {
      if (key in there) throw new Refusal(`${path} has ${key} already`);
    }
    const all = Object.entries({ ...there, ...words }).sort(([a], [b]) => a < b ? -1 : 1);
    this.#changed.set(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  }

  /** A migration with the next free ten as its number; gives the number. */
  migration(name: string, sql: string): number {
    const last = Math.max(...this.names("migrations").map((one) => Number.parseInt(one)));
    const number = (Math.floor(last / 10) + 1) * 10, file = `${String(number).padStart(4, "0")}_${name}`;
    const as = name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    const taken = new RegExp(`^import ${as} `, "m").test(this.read("src/db/migrations.ts"));
    const local = taken ? `${as}Table` : as;
    this.add(`migrations/${file}.sql`, sql);
    this.edit(
      "src/db/migrations.ts",
      (text) =>
        text
          .replace(/(import [^\n]*\n)(?!import)/, (line) =>
            `${line}import ${local} from "../../migrations/${file}.sql" with { type: "text" };\n`)
          .replace(/\n\]\);\n/, `\n  { number: ${number}, name: "${file}", sql: ${local} },\n]);\n`),
    );
    return number;
  }

  /** Writes it all; gives the paths. */
  write(): string[] {
    for (const [path, text] of this.#changed) {
      Deno.mkdirSync(dirname(join(this.root, path)), { recursive: true });
      Deno.writeTextFileSync(join(this.root, path), text);
    }
    return [...this.#changed.keys()].sort();
  }
}
