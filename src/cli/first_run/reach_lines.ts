/** What the terminal says of the addresses under which people reach this instance. */
import type { Reach } from "../../tls/mod.ts";
import { terminalQr } from "./terminal_qr.ts";

/** Every address, and where a certificate of our own is trusted. */
export function addressLines(reach: Reach): string[] {
  const addresses = reach.addresses();
  const others = addresses.filter(({ by }) => by !== "here");
  if (others.length === 0) return ["Only this host itself reaches it (HOST, or no network)."];
  const trust = reach.mode === "own" && phoneOrigin(reach);
  return [
    "People reach it at",
    ...others.map(({ url }) => `  ${url}`),
    ...(trust ? [`Phones trust its https once, at ${trust}/trust`] : []),
  ];
}

/** The address that a phone can open at once: one that needs no trust, on the local network. */
function phoneOrigin(reach: Reach): string | undefined {
  const addresses = reach.addresses().filter(({ by }) => by !== "here");
  const operators = addresses.find(({ by, url }) => by === "operator" && url.startsWith("https:"));
  return (operators ?? addresses.find(({ by, url }) => by === "system" && url.startsWith("http:")) ??
    addresses[0])
    ?.url;
}

/** The code of a path for a phone; nothing where no phone gets here. */
export function qrLines(reach: Reach, path: string): string[] {
  const origin = phoneOrigin(reach);
  if (origin === undefined) return [];
  const colour = Deno.stdout.isTerminal() && !Deno.noColor;
  return [`For a phone: ${origin}${path}`, ...terminalQr(`${origin}${path}`, { colour })];
}
