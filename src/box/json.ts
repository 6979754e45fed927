/** Reading settings of box.json and answers of the gateway: a value of the wrong type counts as absent. */

export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as Json : {};
export const asText = (value: unknown, most = 1000): string | undefined =>
  typeof value === "string" && value.length <= most ? value : undefined;
export const asNumber = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= least && value <= most ? value : undefined;
export const asList = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];

/** What is declared, from somebody who may be another: the names are known, and no value is. */
export type Unsure<Declared> = { readonly [Name in keyof Declared]?: unknown };

/** The JSON object that a text is; undefined for anything else. */
export function objectOf<Declared = Json>(text: string): Unsure<Declared> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
