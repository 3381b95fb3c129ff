import assert from 'node:assert/strict';
import { computeDigests, digestsRead, digestValues } from './digests.ts';

const crc32cOf = async (...chunks: Uint8Array[]): Promise<string | undefined> =>
  (await computeDigests(['crc32c'], ReadableStream.from(chunks))).crc32c;
const counting = Uint8Array.from({ length: 32 }, (_, index) => index);

describe('digests', () => {
  it('have the CRC-32C of the examples in RFC 3720 appendix B.4, whose bytes it lists in reverse', async () => {
    const examples: [Uint8Array, string][] = [
      [new Uint8Array(32), 'aa36918a'],
      [new Uint8Array(32).fill(0xff), '43aba862'],
      [counting, '4e79dd46'],
      [counting.toReversed(), '5cdb3f11'],
      [
        Buffer.from(
          '01c00000' +
            '00000000'.repeat(3) +
            '14000000' +
            '00000400' +
            '00000014' +
            '00000018' +
            '28000000' +
            '00000000' +
            '02000000' +
            '00000000',
          'hex',
        ),
        '563a96d9',
      ],
    ];
    for (const [bytes, listed] of examples)
      assert.equal(await crc32cOf(bytes), Buffer.from(listed, 'hex').reverse().toString('hex'));
  });

  it('do not depend on how the bytes are cut, and keep leading zeros', async () => {
    assert.equal(await crc32cOf(counting.subarray(0, 5), counting.subarray(5)), await crc32cOf(counting));
    assert.equal(await crc32cOf(), '00000000');
  });

  it('are read in hex and in base64', async () => {
    const digests = await computeDigests(['md5', 'crc32c'], ReadableStream.from([Buffer.from('123456789')]));
    assert.deepEqual(digestValues(digests), {
      md5: '25f9e794323b453885f5181f1b624d0b',
      md5Base64: 'JfnnlDI7RTiF9RgfG2JNCw==',
      crc32c: 'e3069283',
      crc32cBase64: '4waSgw==',
    });
  });

  it('are computed only if a template reads them', () => {
    const request = { method: 'PUT' as const, path: '/', headers: { 'x-goog-hash': 'crc32c={{file.crc32cBase64}}' } };
    assert.deepEqual(digestsRead({ request }), { file: ['crc32c'], piece: [] });
  });
});
