/** The gateway's name of a thing that was reported, removed or changed. */

/** Kinds whose names are words of people or calls alone; the gateway names others in English ("Profile of OE1ABC"). */
const NAMED_BY_PEOPLE = ["cache", "account", "callsign", "station", "peer", "setting", "api_key"];

export const ThingName = ({ kind, label }: { kind: string; label: string }) => (
  <bdi class="foreign" lang={NAMED_BY_PEOPLE.includes(kind) ? undefined : "en"}>{label}</bdi>
);
