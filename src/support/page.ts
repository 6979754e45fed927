/** The page that says how this instance is paid for. Nothing on it comes from elsewhere. */
import { type Html, html } from "../http/mod.ts";

export interface SupportData {
  model: string;
  donationLinks: { label: string; url: string }[];
  ledger: {
    currency: string;
    totalInCents: number;
    totalOutCents: number;
    balanceCents: number;
    buckets: { bucket: string; inCents: number; outCents: number }[];
    months: { month: string; inCents: number; outCents: number }[];
  };
  supporters: string[];
  supporterCount: number;
}

const PURPOSES: Readonly<Record<string, string>> = {
  development: "Development",
  hosting: "Hosting",
  operation: "Operation",
  peer_reimbursement: "Shared with other instances",
};

/** Cents as people write money: `-12.50 EUR`. */
const money = (cents: number, currency: string): string =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${
    String(Math.abs(cents) % 100).padStart(2, "0")
  } ${currency}`;

/** The page's body. */
export function supportPage(data: SupportData): Html | Promise<Html> {
  const { ledger } = data;
  const { currency } = ledger;
  const most = Math.max(1, ...ledger.months.flatMap(({ inCents, outCents }) => [inCents, outCents]));
  return html`
    <p>${data.model}</p>
    ${data.donationLinks.length === 0
      ? html`<p>The operator takes no donations here.</p>`
      : html`<h2>Ways to give</h2>
<ul>${
        data.donationLinks.map(({ label, url }) =>
          html`<li><a href="${url}" rel="noopener noreferrer">${label}</a></li>`
        )
      }</ul>`}
    <h2>Where it stands</h2>
    <dl>
      <dt>Came in</dt>
      <dd>${money(ledger.totalInCents, currency)}</dd>
      <dt>Spent</dt>
      <dd>${money(ledger.totalOutCents, currency)}</dd>
      <dt>Left</dt>
      <dd>${money(ledger.balanceCents, currency)}</dd>
    </dl>
    ${ledger.buckets.length === 0 ? "" : html`
      <h2>By purpose</h2>
      <table>
        <thead>
          <tr>
            <th>Purpose</th>
            <th>In</th>
            <th>Out</th>
          </tr>
        </thead>
        <tbody>${ledger.buckets.map(({ bucket, inCents, outCents }) =>
          html`
            <tr>
              <td>${PURPOSES[bucket] ?? bucket}</td>
              <td>${money(inCents, currency)}</td>
              <td>${money(outCents, currency)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    `}
    ${ledger.months.length === 0 ? "" : html`
      <h2>By month</h2>
      <table>
        <thead>
          <tr>
            <th>Month</th>
            <th>In</th>
            <th>Out</th>
          </tr>
        </thead>
        <tbody>${ledger.months.map(({ month, inCents, outCents }) =>
          html`
            <tr>
              <td>${month}</td>
              <td><meter min="0" max="${most}" value="${inCents}"></meter> ${money(inCents, currency)}</td>
              <td><meter min="0" max="${most}" value="${outCents}"></meter> ${money(outCents, currency)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    `}
    <h2>Supporters</h2>
    <p>${data.supporterCount === 0
      ? "Nobody yet."
      : `${data.supporterCount} so far.`} ${data.supporters.length === 0
      ? ""
      : html`Those who may be named: ${data.supporters.join(", ")}.`}</p>
  `;
}
