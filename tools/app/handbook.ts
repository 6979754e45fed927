/**
 * The handbook as the program holds it: a tree for each language, made of Markdown at build time, so that neither a phone
 * nor the server reads Markdown. Whatever is not in the tree's small vocabulary, HTML above all, ends the build.
 */
import { join } from "node:path";
import { Lexer, type Token, type Tokens } from "marked";
import { BOOK_LANGUAGES, type BookLanguage, CHAPTERS } from "../../src/handbook/chapters.ts";
import { type Block, type Book, type Chapter, type Inline, plainText } from "../../src/handbook/tree.ts";
import { settingBlocks } from "./setting_blocks.ts";

const HANDBOOK = "src/handbook";
/** Pictures that chapters may show. */
export const PICTURES = "tools/pictures";

/** The handbook in every language, and the pictures that it shows. */
export function makeHandbook(root: string): { books: Record<BookLanguage, Book>; pictures: string[] } {
  const english = CHAPTERS.map(({ id }) => readChapter(root, "en", id));
  const books: Partial<Record<BookLanguage, Book>> = {};
  for (const lang of BOOK_LANGUAGES) {
    const chapters = lang === "en"
      ? english
      : CHAPTERS.map(({ id }, i) => alike(readChapter(root, lang, id), english[i]!));
    books[lang] = { lang, chapters };
  }
  const pictures = new Set(
    english.flatMap(({ blocks }) => blocks.flatMap((one) => "img" in one ? [one.img] : [])),
  );
  return { books: books as Record<BookLanguage, Book>, pictures: [...pictures] };
}

function readChapter(root: string, lang: BookLanguage, id: string): Chapter {
  const text = Deno.readTextFileSync(join(root, HANDBOOK, lang, `${id}.md`));
  const where = `${HANDBOOK}/${lang}/${id}.md`;
  const [first, ...rest] = new Lexer({ gfm: true }).lex(text).filter(({ type }) => type !== "space");
  if (first?.type !== "heading" || first.depth !== 1) throw new Error(`${where} does not begin with a title`);
  const blocks = rest.flatMap((token) => blocksOf(root, token, where));
  if (id === "settings") blocks.push(...settingBlocks(lang));
  return { id, title: plainText(inlines((first as Tokens.Heading).tokens, where)), blocks };
}

function blocksOf(root: string, token: Token, where: string): Block[] {
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      if (depth !== 2 && depth !== 3) throw new Error(`${where}: a heading of depth ${depth}`);
      const t = inlines(tokens, where);
      return [{ h: depth, id: slug(plainText(t)), t }];
    }
    case "paragraph": {
      const { tokens } = token as Tokens.Paragraph;
      const shown = tokens.filter(({ type, raw }) => type !== "text" || raw.trim() !== "");
      return shown.every(({ type }) => type === "image")
        ? shown.map((one) => picture(root, one as Tokens.Image))
        : [{ p: inlines(tokens, where) }];
    }
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const list = items.map((item) => {
        const [only, more] = item.tokens;
        if (more || !only || !("tokens" in only)) {
          throw new Error(`${where}: an item of several blocks: ${item.raw}`);
        }
        return inlines(only.tokens!, where);
      });
      return [ordered ? { list, n: true } : { list }];
    }
    case "code": {
      const { text, lang = "" } = token as Tokens.Code;
      const [name = "", file] = lang.split(" ");
      if (file === undefined) return [{ code: text, lang: name }];
      return [{ code: Deno.readTextFileSync(join(root, file)).trimEnd(), lang: name, file }];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlines(tokens, where));
      return [{ head: cells(header), rows: rows.map(cells) }];
    }
  }
  throw new Error(`${where}: the handbook has no "${token.type}": ${token.raw.slice(0, 80)}`);
}

function inlines(tokens: readonly Token[], where: string): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case "text":
      case "escape":
        return unescaped((token as Tokens.Text).text);
      case "strong":
        return { b: inlines((token as Tokens.Strong).tokens, where) };
      case "em":
        return { i: inlines((token as Tokens.Em).tokens, where) };
      case "codespan":
        return { c: unescaped((token as Tokens.Codespan).text) };
      case "link":
        return { a: inlines((token as Tokens.Link).tokens, where), to: (token as Tokens.Link).href };
    }
    throw new Error(`${where}: the handbook has no "${token.type}" in a line: ${token.raw}`);
  });
}

/** Entities that Markdown takes for characters that mean something in it. */
const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** An anchor: the English heading in small letters and dashes. */
const slug = (heading: string): string =>
  heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function picture(root: string, { href, text }: Tokens.Image): Block {
  const head = new DataView(Deno.readFileSync(join(root, PICTURES, href)).buffer);
  // A PNG's width and height stand behind its signature and the name of its first chunk.
  return { img: href, alt: unescaped(text), w: head.getUint32(16), h: head.getUint32(20) };
}

/**
 * A chapter in another language with what is the same in all: anchors, and code whose block is empty there. Throws where
 * the two are not built alike.
 */
function alike(chapter: Chapter, english: Chapter): Chapter {
  const kind = (block: Block) => `${Object.keys(block)[0]}` + ("h" in block && "t" in block ? block.h : "");
  const own = chapter.blocks.map(kind).join(" "), theirs = english.blocks.map(kind).join(" ");
  if (own !== theirs) throw new Error(`${chapter.id}: the languages differ:\n${theirs}\n${own}`);
  const blocks = chapter.blocks.map((block, i): Block => {
    const model = english.blocks[i]!;
    if ("t" in block && "t" in model) return { ...block, id: model.id };
    if ("code" in block && "code" in model && block.code === "") return model;
    return block;
  });
  return { ...chapter, blocks };
}
