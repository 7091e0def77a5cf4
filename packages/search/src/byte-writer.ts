/** Bytes that grow as they are written. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1 << 10);
  length = 0;

  /** An unsigned number below 2^32, in as few groups of seven bits as it needs. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  bytes(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Returns the bytes written so far; valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + count));
    larger.set(this.view());
    this.#bytes = larger;
  }
}
