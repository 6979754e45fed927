/** Reads certificate files: PEM with one or more certificates, or DER with one. Pure. */

/** Bytes as Base64 text. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]{1,20000})-----END CERTIFICATE-----/g;

/** Each certificate of a file, DER in Base64. */
export function certificatesIn(file: Uint8Array): string[] {
  const text = new TextDecoder("latin1").decode(file.subarray(0, 200_000));
  const found = [...text.matchAll(PEM)].map(([, body]) => body!.replace(/\s/g, ""));
  return found.length > 0 ? found : [base64Of(file)];
}
