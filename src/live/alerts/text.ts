/** The sentence of an alert, as a notification and a mail show it. */

export type Language = "en" | "de";

interface Told {
  kind: string;
  call: string;
  code?: string | null;
  title?: string | null;
}

export const alertText = (alert: Told, lang: Language = "en"): string =>
  lang === "de" ? inGerman(alert) : inEnglish(alert);

function inEnglish(alert: Told): string {
  const cache = alert.title ? `${alert.title} (${alert.code})` : alert.code ?? "a cache";
  switch (alert.kind) {
    case "heard":
      return `${alert.call} was heard`;
    case "near_cache":
      return `${alert.call} was heard near ${cache}`;
    case "cache_found":
      return `${alert.call} found ${cache}`;
    case "cache_dnf":
      return `${alert.call} did not find ${cache}`;
    case "cache_maintenance":
      return `${alert.call} says that ${cache} needs a look`;
    case "message":
      return `${alert.call} wrote to you`;
    case "mail":
      return `${alert.call} sent you mail`;
    case "call_released":
      return `${alert.call} is not yours any more`;
    case "corroborated":
      return `Your station verified a find of ${alert.call} at ${cache}`;
    case "box_silent":
      return `Receiver ${alert.title ?? alert.call} has been silent for 15 minutes`;
    case "box_back":
      return `Receiver ${alert.title ?? alert.call} is back`;
    default:
      return `${alert.call}: ${alert.kind.replaceAll("_", " ")}${alert.code ? `, ${cache}` : ""}`;
  }
}

function inGerman(alert: Told): string {
  const cache = alert.title ? `${alert.title} (${alert.code})` : alert.code ?? "einen Cache";
  switch (alert.kind) {
    case "heard":
      return `${alert.call} wurde gehört`;
    case "near_cache":
      return `${alert.call} wurde in der Nähe gehört: ${cache}`;
    case "cache_found":
      return `${alert.call} hat ${cache} gefunden`;
    case "cache_dnf":
      return `${alert.call} hat ${cache} nicht gefunden`;
    case "cache_maintenance":
      return `Laut ${alert.call} sollte jemand nachsehen: ${cache}`;
    case "message":
      return `${alert.call} hat dir geschrieben`;
    case "mail":
      return `${alert.call} hat dir Post geschickt`;
    case "call_released":
      return `${alert.call} gehört dir nicht mehr`;
    case "corroborated":
      return `Deine Station hat einen Fund von ${alert.call} bestätigt: ${cache}`;
    case "box_silent":
      return `Vom Empfänger ${alert.title ?? alert.call} kam eine Viertelstunde lang nichts`;
    case "box_back":
      return `Der Empfänger ${alert.title ?? alert.call} ist wieder da`;
    default:
      return `Neues von ${alert.call}${alert.code ? `: ${cache}` : ""}`;
  }
}
