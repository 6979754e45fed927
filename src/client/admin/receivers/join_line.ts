/** The line to paste on a box. Pure. */

/** Further addresses in the line, as many as a box keeps: it takes the next where a name leads nowhere or an address has changed. */
const FURTHER = 7;

/** What the box is started with: where the gateway is, the code, and whose certificates it trusts. */
export function lineOf(
  { code, authority }: { code: string; authority: string | null },
  addresses: readonly string[],
  chosen: string,
): string {
  const first = addresses.includes(chosen) ? chosen : addresses[0]!;
  const { protocol } = new URL(first);
  const others = addresses.filter((one) => one !== first && one.startsWith(protocol)).slice(0, FURTHER);
  const gateways = [first, ...others].map((one) => `--gateway ${one}`).join(" ");
  const pinned = authority !== null && protocol === "https:" ? ` --authority ${authority}` : "";
  return `box ${gateways} --code ${code}${pinned}`;
}
