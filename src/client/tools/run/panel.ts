/** What a panel shows, read from what a tool sent: at most 60 nodes, each of a kind that the app draws itself. Pure. */
import { listOf, member, numberOf, textOf, type Tone, toneOf } from "./shapes.ts";

const NODES_MOST = 60;
const COLUMNS_MOST = 8, ROWS_MOST = 100, CELLS_MOST = 4000, WIDE_MOST = 200;

export type PanelNode =
  | { kind: "text"; text: string; tone: Tone }
  | { kind: "kv"; key: string; value: string; tone: Tone }
  | { kind: "badge"; text: string; tone: Tone }
  | { kind: "bar"; label: string; value: number; max: number; tone: Tone }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "blocks"; cols: number; cells: { ch: string; c?: number }[] };
export interface Panel {
  title: string;
  nodes: PanelNode[];
}

/** Reads a panel; `undefined` where it is none. A node that is none is left out. */
export function readPanel(spec: unknown): Panel | undefined {
  if (typeof spec !== "object" || spec === null || !Array.isArray(member(spec, "nodes"))) return undefined;
  return {
    title: textOf(member(spec, "title"), 80),
    nodes: listOf(member(spec, "nodes"), NODES_MOST).flatMap((one) => readNode(one) ?? []),
  };
}

function readNode(node: unknown): PanelNode | undefined {
  const of = (name: string) => member(node, name);
  const tone = toneOf(of("tone"));
  switch (of("kind") ?? of("type")) {
    case "text":
      return { kind: "text", text: textOf(of("text"), 240), tone };
    case "kv":
      return {
        kind: "kv",
        key: textOf(of("key") ?? of("k"), 60),
        value: textOf(of("value") ?? of("v"), 240),
        tone,
      };
    case "badge":
      return { kind: "badge", text: textOf(of("text"), 40), tone };
    case "bar": {
      const max = Math.max(numberOf(of("max"), 1), Number.MIN_VALUE);
      return {
        kind: "bar",
        label: textOf(of("label"), 60),
        value: Math.min(max, Math.max(0, numberOf(of("value")))),
        max,
        tone,
      };
    }
    case "table":
      return {
        kind: "table",
        // `columns`: what tools were told to send here before the interface had a number.
        head: listOf(of("head") ?? of("columns"), COLUMNS_MOST).map((one) => textOf(one, 40)),
        rows: listOf(of("rows"), ROWS_MOST).map((row) =>
          listOf(row, COLUMNS_MOST).map((one) => textOf(one, 80))
        ),
      };
    case "blocks":
      return {
        kind: "blocks",
        cols: Math.min(WIDE_MOST, Math.max(1, Math.floor(numberOf(of("cols"), 1)))),
        cells: listOf(of("cells"), CELLS_MOST).map(readCell),
      };
  }
}

/** One cell: a character, and one of the sixteen colours of terminals. */
function readCell(cell: unknown): { ch: string; c?: number } {
  const ch = textOf(typeof cell === "string" ? cell : member(cell, "ch"), 2), c = member(cell, "c");
  const [first = " "] = ch;
  return Number.isInteger(c) && (c as number) >= 0 && (c as number) <= 15
    ? { ch: first, c: c as number }
    : { ch: first };
}
