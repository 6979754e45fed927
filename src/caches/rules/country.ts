/**
 * Countries as amateurs count them: the main prefix of a DXCC entity, such as OE or HB0. Pure. Data: `dxcc.json`, its
 * licences beside it.
 */
import entities from "./dxcc.json" with { type: "json" };

/** One DXCC entity. */
interface Entity {
  number: number;
  name: string;
  /** The prefix that the lists name it by; its stations may have others. */
  main: string;
  /** EU, AS, AF, NA, SA, OC or AN; where it lies on two continents, both with a stroke between them. */
  continent: string;
}

/** The entities by what names them. */
function made() {
  const main = new Map<string, Entity>(), name = new Map<string, Entity>();
  /** By any of their prefixes, for hints alone: some have a prefix in common. */
  const any = new Map<string, Entity>();
  for (
    const [number, called, continent, prefixes, prefix] of entities as [
      number,
      string,
      string,
      string,
      string,
    ][]
  ) {
    const entity = { number, name: called, main: prefix, continent };
    main.set(prefix, entity);
    name.set(called.toLowerCase(), entity);
    for (const one of prefixes.split(",")) if (!any.has(one)) any.set(one, entity);
  }
  return { main, name, any };
}
let known: ReturnType<typeof made> | undefined;
/** Made when somebody first asks for one. */
const by = () => known ??= made();

const keyOf = (text: string): string => text.trim().toUpperCase();

/** The entity whose main prefix this is, in any case; `undefined` for anything else. */
export const entityOf = (prefix: string): Entity | undefined => by().main.get(keyOf(prefix));

/** The entity of a call, by the longest prefix that fits: a hint alone, for some have prefixes in common. */
export function entityOfCall(call: string): Entity | undefined {
  for (let length = Math.min(4, call.length); length > 0; length--) {
    const entity = by().any.get(call.slice(0, length));
    if (entity) return entity;
  }
  return undefined;
}

/** Made when somebody's country is first unknown: it takes longer than all else that is loaded at a start. */
let regions: Intl.DisplayNames | undefined;

/** The entity of an ISO 3166 code of two letters. */
function ofIsoCode(code: string): Entity | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  regions ??= new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return by().name.get(regions.of(code)?.toLowerCase() ?? "");
}

/** The sentence for somebody who entered an unknown country, with the main prefixes that may have been meant. */
export function whyNoCountry(text: string): string {
  const key = keyOf(text);
  const meant = [ofIsoCode(key), by().name.get(key.toLowerCase()), by().any.get(key)].filter((one) =>
    one !== undefined
  );
  const hints = [...new Set(meant)].map(({ name, main }) => `${name} is ${main}`);
  const wanted = "country takes the main DXCC prefix, such as OE";
  return hints.length > 0 ? `${wanted}; ${hints.join(", ")}` : `${wanted}; "${text}" is not one`;
}
