/** A QR code out of half blocks, two rows of modules to a line of text. */
import { encode } from "uqr";

/** Light modules round the code: ISO 18004 asks for four, cameras are content with two. */
const BORDER = 2;
/** Upper and lower module dark, upper alone, lower alone, none. */
const BLOCKS = ["█", "▀", "▄", " "] as const;

/** The lines of the code. In colour it is black on white whatever the terminal's own colours are. */
export function terminalQr(text: string, { colour }: { colour: boolean }): string[] {
  const { data } = encode(text, { ecc: "L", border: BORDER });
  const lines: string[] = [];
  for (let y = 0; y < data.length; y += 2) {
    const line = data[y]!.map((upper, x) => BLOCKS[(upper ? 0 : 2) + (data[y + 1]?.[x] ? 0 : 1)]).join("");
    lines.push(colour ? `\x1b[30;107m${line}\x1b[0m` : line);
  }
  return lines;
}
