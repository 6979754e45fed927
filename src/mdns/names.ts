/**
 * Names of the multicast DNS as text: labels joined by dots, a dot or backslash inside a label behind a backslash
 * (RFC 1035 5.1), letters small: names compare without case (RFC 6762 16). Pure.
 */

/** The top of every name here. */
export const LOCAL = "local";
/** Asked for the kinds of service that there are (RFC 6763 9). */
export const KINDS = `_services._dns-sd._udp.${LOCAL}`;

/** Labels as a name. */
export const nameOf = (labels: readonly string[]): string =>
  labels.map((label) => label.replace(/[\\.]/g, "\\$&").toLowerCase()).join(".");

/** The label of a name directly under `parent`, as it was before escaping; undefined for any other name. */
export function labelUnder(name: string, parent: string): string | undefined {
  if (!name.endsWith(`.${parent}`)) return undefined;
  const end = name.length - parent.length - 1;
  let label = "";
  for (let at = 0; at < end; at++) {
    if (name[at] === ".") return undefined; // a name below the label
    if (name[at] === "\\" && ++at === end) return undefined; // the last dot is the label's own
    label += name[at];
  }
  return label === "" ? undefined : label;
}
