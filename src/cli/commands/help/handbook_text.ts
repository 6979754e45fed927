/** A chapter of the handbook as text for a terminal: wrapped lines, code indented, tables in columns where they fit. Pure. */
import { type Block, type Chapter, type Inline, plainText } from "../../../handbook/mod.ts";

/** The whole chapter, in lines of at most `width` characters where words allow it. */
export function chapterText({ title, blocks }: Chapter, width: number): string {
  const parts = blocks.filter((block) => !("img" in block)).map((block) => blockText(block, width));
  return [title, "=".repeat(title.length), "", ...parts.flatMap((part) => [part, ""])].join("\n").trimEnd();
}

function blockText(block: Block, width: number): string {
  if ("t" in block) {
    const text = plainText(block.t);
    return `${text}\n${"-".repeat(text.length)}`;
  }
  if ("p" in block) return wrapped(lineOf(block.p), width);
  if ("list" in block) {
    return block.list.map((item, i) => {
      const mark = block.n ? `${i + 1}. ` : "- ";
      return wrapped(lineOf(item), width, mark, " ".repeat(mark.length));
    }).join("\n");
  }
  if ("code" in block) {
    const from = block.file ? [`  // ${block.file}`] : [];
    return [...from, ...block.code.split("\n").map((line) => line && `  ${line}`)].join("\n");
  }
  if ("head" in block) return tableText(block.head, block.rows, width);
  return "";
}

/** Words with where links lead behind them. */
const lineOf = (words: readonly Inline[]): string =>
  words.map((one) => {
    if (typeof one === "string") return one;
    if ("c" in one) return one.c;
    if ("b" in one) return lineOf(one.b);
    if ("i" in one) return lineOf(one.i);
    const text = lineOf(one.a);
    if (/^[a-z]+:|^\//.test(one.to)) return one.to === text ? text : `${text} (${one.to})`;
    return `${text} (main.ts help ${one.to.split("#")[0]})`;
  }).join("");

function wrapped(text: string, width: number, first = "", then = ""): string {
  const lines: string[] = [];
  let line = first, empty = true;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = then, empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join("\n");
}

type Cells = readonly (readonly Inline[])[];

/** In columns where the last one keeps room enough; else row by row, each cell under the last. */
function tableText(head: Cells, rows: readonly Cells[], width: number): string {
  const texts = [head, ...rows].map((row) => row.map(lineOf));
  const widths = head.map((_, i) => Math.max(...texts.map((row) => row[i]!.length)));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  if (before > width / 2) {
    return texts.slice(1).map(([first = "", ...rest]) =>
      [wrapped(first, width), ...rest.map((cell) => wrapped(cell, width, "    ", "    "))].join("\n")
    ).join("\n");
  }
  const last = width - before;
  return texts.map((row) => {
    const lead = row.slice(0, -1).map((cell, i) => cell.padEnd(widths[i]! + 2)).join("");
    return wrapped(row.at(-1)!, last).split("\n").map((line, i) =>
      (i === 0 ? lead : " ".repeat(before)) + line
    )
      .map((line) => line.trimEnd()).join("\n");
  }).join("\n");
}
