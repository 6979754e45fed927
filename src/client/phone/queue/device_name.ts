/** How people know a device again among their own: its browser and what it runs on, from what the browser says of itself. Pure. */

/** The first that fits counts: browsers name those that they descend from as well. */
const BROWSERS = [
  ["Edge", /Edg(?:e|A|iOS)?\//],
  ["Opera", /OPR\/|Opera/],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /Firefox\/|FxiOS\//],
  ["Chrome", /Chrome\/|Chromium\/|CriOS\//],
  ["Safari", /Safari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["ChromeOS", /CrOS/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh|Mac OS X/],
  ["Linux", /Linux/],
] as const;

const firstOf = (names: readonly (readonly [string, RegExp])[], agent: string): string[] =>
  names.filter(([, said]) => said.test(agent)).slice(0, 1).map(([name]) => name);

/** Such as "Chrome, Android"; empty where the browser says neither. */
export const deviceName = (agent: string): string =>
  [...firstOf(BROWSERS, agent), ...firstOf(SYSTEMS, agent)].join(", ");
