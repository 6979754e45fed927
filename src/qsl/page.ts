/** The page of a card, which is its proof too: it prints as large as a postcard. */
import { proofPage } from "../http/mod.ts";
import type { Card } from "./card.ts";
import { type CardLang, type CardWords, WORDS } from "./told.ts";

export function cardPage(
  { card, words: facts, lang, instance, svg, query }: {
    card: Card;
    words: CardWords;
    lang: CardLang;
    instance: string;
    svg: string;
    query: string;
  },
): Promise<Response> {
  const words = WORDS[lang];
  const writes = card.line === null
    ? ""
    : ` ${words.writes.replace("{call}", card.lineBy ?? "").replace("{line}", () => `“${card.line}”`)}`;
  return proofPage({
    title: `${words.title}: ${card.call}, ${facts.far || facts.date}`,
    instance,
    lang,
    words,
    stands: true,
    standing: words.stands + writes,
    svg,
    paper: "150mm 100mm",
    path: `/qsl/${card.code}`,
    query,
    document: card,
    chapter: "/help/cards",
  });
}
