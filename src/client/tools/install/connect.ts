/** The origins that a tool names to connect to. Pure. */

const MOST = 8;

/** At most eight https or wss origins, written as browsers write them; `undefined` where the list is none. */
export function connectOf(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST) return undefined;
  const origins = value.map(originOf);
  return origins.includes(undefined) ? undefined : origins as string[];
}

function originOf(value: unknown): string | undefined {
  const url = typeof value === "string" && value.length <= 300 ? URL.parse(value) : null;
  if (!url || !/^(https|wss):$/.test(url.protocol) || url.username || url.password) return undefined;
  if (url.pathname !== "/" || url.search || url.hash) return undefined;
  return `${url.protocol}//${url.host}`;
}
