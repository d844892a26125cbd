/** Reads big-endian numbers of a font file one after the other. Reading past the end throws RangeError. */
export class ByteReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  uint8(): number {
    return this.bytes.readUInt8(this.at++);
  }

  uint16(): number {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }

  int16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  uint32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new RangeError('The font ends too early.');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** UIntBase128: seven bits a byte, the highest bit says that more follow. */
  base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('A number of the font is too long.');
  }

  /** 255UInt16: one byte for small numbers, two or three for others. */
  short255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return this.uint8() + 506;
    if (code === 255) return this.uint8() + 253;
    return code;
  }
}
