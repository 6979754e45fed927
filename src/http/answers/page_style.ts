/** The style of pages that the server draws alone: rules of their own over the app's tokens and base, so that both have one face. */
import base from "../../client/ui/style/base.css" with { type: "text" };
import tokens from "../../client/ui/style/tokens.css" with { type: "text" };
import rules from "./page.css" with { type: "text" };

/** A style sheet without what only people read: its comments fill lines of their own. */
const packed = (css: string): string =>
  css.split("\n").map((line) => line.trim()).filter((line) => !line.startsWith("/*")).join("")
    .replaceAll(": ", ":");

/** What one look sets (between its selector and the brace that ends it), by name: of tokens, and `color-scheme`. */
function setBy(selector: string): Map<string, string> {
  const from = tokens.indexOf(`${selector} {`), to = tokens.indexOf("}", from);
  if (from < 0) throw new Error(`tokens.css has no ${selector}`);
  return new Map(
    [...tokens.slice(from, to).matchAll(/^ *((?:--|color-)[\w-]+): ([^;]+);/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
}

/** Of tokens those that the rules use, in the dark also where the device says so: these pages keep no choice of a look. */
function styleOf(): string {
  const css = packed(base) + packed(rules), used = new Set(css.match(/--[\w-]+/g)).add("color-scheme");
  const root = (selector: string) =>
    `:root{${
      [...setBy(selector)].filter(([name]) => used.has(name)).map(([name, value]) => `${name}:${value}`).join(
        ";",
      )
    }}`;
  const dark = `@media screen and (prefers-color-scheme:dark){${root(':root[data-theme="dark"]')}}`;
  return root(":root") + dark + css;
}

let style: string | undefined;
/** Made when the first page is drawn. */
export const pageStyle = (): string => style ??= styleOf();
