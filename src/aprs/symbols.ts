/** Symbol names, and symbols named by a destination call (APRS101 chapter 20; data/LICENCES.md). */
import rows from "./data/symbols.json" with { type: "json" };

const names = new Map(rows.map(([code, , name]) => [code!, name!]));
const byDestination = new Map(rows.map(([code, form]) => [form!, code!]));

/** What a symbol shows: `/>` is a car. An overlay shares the name of its symbol in the alternate table. */
export function symbolName(symbol: string): string | undefined {
  const own = names.get(symbol);
  if (own !== undefined) return own || undefined;
  return names.get(`\\${symbol[1] ?? ""}`) || undefined;
}

/** `GPSMV`, `SPCMV`, `SYMMV`, with an overlay as sixth character, `GPSC30` and `GPSE30`. */
export function symbolOfDestination(destination: string): string | undefined {
  const named = /^(?:GPS|SPC|SYM)([A-Z][A-Z0-9])([A-Z0-9])?(?:-|$)/.exec(destination);
  const code = named ? byDestination.get(named[1]!) : undefined;
  if (code) return named![2] && code.startsWith("\\") ? named![2] + code[1] : code;
  const numbered = /^GPS([CE])(\d\d)(?:-|$)/.exec(destination);
  const number = Number(numbered?.[2]);
  if (!numbered || number < 1 || number > 94) return undefined;
  return (numbered[1] === "C" ? "/" : "\\") + String.fromCharCode(32 + number);
}
