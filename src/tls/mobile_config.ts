/** The authority as Apple's systems take it: a configuration profile with one root certificate. */
import { sha256Hex, xml } from "../base/mod.ts";

/** A UUID made of a text: the same authority is the same profile, so that a second download replaces the first. */
function uuidOf(text: string): string {
  const hex = sha256Hex(text);
  const variant = (parseInt(hex[16]!, 16) & 3 | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ]
    .join("-").toUpperCase();
}

const DOCTYPE =
  `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`;

/** The profile of an authority. */
export function mobileConfig(der: Uint8Array, instance: string): string {
  const digest = sha256Hex(der);
  const label = instance.replace(/[^a-z0-9.-]/gi, "-");
  const member = (key: string, value: string) => `<key>${key}</key><string>${xml(value)}</string>`;
  const of = (what: string, type: string, description: string) =>
    [
      member("PayloadDescription", description),
      member("PayloadDisplayName", `Service Gateway ${instance}`),
      member("PayloadIdentifier", `gateway.${label}.${what}`),
      member("PayloadType", type),
      member("PayloadUUID", uuidOf(`${what} ${digest}`)),
      `<key>PayloadVersion</key><integer>1</integer>`,
    ].join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
${DOCTYPE}
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
<key>PayloadCertificateFileName</key><string>${xml(label)}.crt</string>
<key>PayloadContent</key>
<data>${der.toBase64()}</data>
${of("authority", "com.apple.security.root", "Lets this device trust the gateway on the local network")}
</dict>
</array>
${
    of(
      "profile",
      "Configuration",
      "The certificate of the gateway; it is good for local names and addresses alone",
    )
  }
</dict>
</plist>
`;
}
