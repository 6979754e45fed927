/** Bytes as they are written: numbers of seven bits a byte, the eighth says that more follow. */
export class Packed {
  readonly #bytes: number[] = [];

  whole(value: number): void {
    while (value > 127) {
      this.#bytes.push(value % 128 + 128);
      value = Math.floor(value / 128);
    }
    this.#bytes.push(value);
  }
  /** Small numbers of either sign stay small. */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }
  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.whole(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }
  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes);
  }
}
