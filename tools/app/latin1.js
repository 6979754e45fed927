/** In the browser's build of our decoder: of Node's Buffer, what it uses. Bytes as text of one character each, and back. */
class Bytes extends Uint8Array {
  toString() {
    return Array.from(this, (byte) => String.fromCharCode(byte)).join("");
  }
}
export const Buffer = {
  from(value, how, length) {
    if (typeof value !== "string") return new Bytes(value, how, length);
    return Bytes.from(
      how === "latin1" ? Array.from(value, (one) => one.charCodeAt(0)) : new TextEncoder().encode(value),
    );
  },
};
