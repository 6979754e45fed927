/** Reads numbers as the build packs them: seven bits in each byte; the eighth bit says that another byte follows. */
export class Unpacked {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  whole(): number {
    let value = 0, scale = 1, byte: number;
    do {
      byte = this.bytes[this.#at++]!;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }
  signed(): number {
    const value = this.whole();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
  list<T>(one: () => T): T[] {
    return Array.from({ length: this.whole() }, one);
  }
  text(): string {
    const length = this.whole(), from = this.#at;
    this.#at += length;
    return new TextDecoder().decode(this.bytes.subarray(from, this.#at));
  }
}
