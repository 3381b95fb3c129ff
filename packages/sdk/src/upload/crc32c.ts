/** The polynomial of Castagnoli, 0x1EDC6F41, with its bits reversed (RFC 3720 section 12.1). */
const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** A CRC-32C of bytes that come in chunks, used like a hash of `node:crypto`. Node itself has only the CRC-32 of zip. */
export function createCrc32c(): { update(chunk: Uint8Array): void; digest(encoding: 'hex'): string } {
  let value = 0xffffffff;
  return {
    update(chunk) {
      let current = value;
      for (let index = 0; index < chunk.length; index++)
        current = table[(current ^ chunk[index]!) & 0xff]! ^ (current >>> 8);
      value = current;
    },
    // The most significant byte first, as Google Cloud Storage wants it.
    digest: () => ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0'),
  };
}
