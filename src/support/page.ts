/** The page that says how this instance is paid for. Nothing on it comes from elsewhere. */
import { among, type Html, html, htmlTable, type Lang } from "../http/mod.ts";
import type { Bucket } from "./ledger.ts";
import { pageWords } from "../words/mod.ts";

const WORDS = pageWords("pages/support");

export interface SupportData {
  model: string;
  donationLinks: { label: string; url: string }[];
  ledger: {
    currency: string;
    totalInCents: number;
    totalOutCents: number;
    balanceCents: number;
    buckets: { bucket: Bucket; inCents: number; outCents: number }[];
    months: { month: string; inCents: number; outCents: number }[];
  };
  supporters: string[];
  supporterCount: number;
}

/** Cents as people write money: `-12.50 EUR`, in German and Spanish `-12,50 EUR`. */
const money = (cents: number, currency: string, lang: Lang): string =>
  `${(cents / 100).toLocaleString(lang, { minimumFractionDigits: 2, useGrouping: false })} ${currency}`;

/** The page's body. */
export function supportPage(data: SupportData, lang: Lang): Html | Promise<Html> {
  const { ledger } = data, words = WORDS[among(WORDS, lang)];
  const sum = (cents: number) => money(cents, ledger.currency, lang);
  const most = Math.max(1, ...ledger.months.flatMap(({ inCents, outCents }) => [inCents, outCents]));
  const metered = (cents: number) =>
    html`<meter min="0" max="${most}" value="${cents}"></meter> ${sum(cents)}`;
  return html`
    <p>${words.model}</p>
    ${data.donationLinks.length === 0 ? html`<p>${words.noDonations}</p>` : html`<h2>${words.ways}</h2>
<ul>${
      data.donationLinks.map(({ label, url }) =>
        html`<li><a href="${url}" rel="noopener noreferrer">${label}</a></li>`
      )
    }</ul>`}
    <h2>${words.stands}</h2>
    <dl>
      <dt>${words.cameIn}</dt>
      <dd>${sum(ledger.totalInCents)}</dd>
      <dt>${words.spent}</dt>
      <dd>${sum(ledger.totalOutCents)}</dd>
      <dt>${words.left}</dt>
      <dd>${sum(ledger.balanceCents)}</dd>
    </dl>
    ${table(
      words.byPurpose,
      words.purposeHead,
      ledger.buckets.map(({ bucket, inCents, outCents }) => [
        words.purposes[bucket] ?? bucket,
        sum(inCents),
        sum(outCents),
      ]),
    )}
    ${table(
      words.byMonth,
      words.monthHead,
      ledger.months.map(({ month, inCents, outCents }) => [month, metered(inCents), metered(outCents)]),
    )}
    <h2>${words.supporters}</h2>
    <p>${data.supporterCount === 0
      ? words.nobody
      : words.count.replace("{n}", String(data.supporterCount))} ${data.supporters.length === 0
      ? ""
      : html`${words.named} ${data.supporters.join(", ")}.`}</p>
  `;
}

/** A table under its heading; nothing where it has no rows. */
const table = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html | string =>
  rows.length === 0 ? "" : html`
    <h2>${title}</h2>
    ${htmlTable(head, rows)}
  `;
