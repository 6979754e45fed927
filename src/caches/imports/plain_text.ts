/** Plain text of a description that may be HTML: this instance shows nobody else's markup. Pure. */

/** Elements after which a line ends. */
const BREAKS = new Set(["br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6"]);

const ENTITIES: Record<string, string> = {
  nbsp: " ",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  apos: "'",
  amp: "&",
};

/** The text without tags and with its entities. One walk through the text, whatever it holds. */
export function plainText(html: string): string {
  let text = "";
  let at = 0;
  for (;;) {
    const open = html.indexOf("<", at);
    const close = open < 0 ? -1 : html.indexOf(">", open);
    if (close < 0) break;
    text += html.slice(at, open);
    const name = /^\/?[a-z0-9]*/i.exec(html.slice(open + 1, Math.min(close, open + 8)))![0].toLowerCase();
    if (BREAKS.has(name)) text += "\n";
    at = close + 1;
  }
  text += html.slice(at);
  return text.replace(/&(nbsp|lt|gt|quot|#39|apos|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\n{3,}/g, "\n\n");
}
