import { createHash } from 'node:crypto';
import type { ConnectorAction } from '@tallyhook/schemas';
import { createCrc32c } from './crc32c.ts';

export const digestNames = ['md5', 'sha1', 'sha256', 'crc32c'] as const;
/** A digest that requests can send. */
export type DigestName = (typeof digestNames)[number];

/** Digests in hex. */
export type Digests = Partial<Record<DigestName, string>>;

/** The digests that the templates of an action read. */
export interface DigestsRead {
  file: DigestName[];
  piece: DigestName[];
}

/** Finds the digests to compute. Any word that looks like one counts. */
export function digestsRead({ request, upload }: Pick<ConnectorAction, 'request' | 'upload'>): DigestsRead {
  const text = JSON.stringify([request, upload]);
  const readOf = (root: 'file' | 'piece'): DigestName[] =>
    digestNames.filter((name) => new RegExp(`\\b${root}\\.${name}(?:Base64)?\\b`).test(text));
  return { file: readOf('file'), piece: readOf('piece') };
}

/** Computes digests of bytes while they are read. */
export async function computeDigests(names: readonly DigestName[], bytes: AsyncIterable<Uint8Array>): Promise<Digests> {
  if (names.length === 0) return {};
  const hashes = names.map((name) => [name, name === 'crc32c' ? createCrc32c() : createHash(name)] as const);
  for await (const chunk of bytes) for (const [, hash] of hashes) hash.update(chunk);
  return Object.fromEntries(hashes.map(([name, hash]) => [name, hash.digest('hex')]));
}

/** The digests as templates read them: `md5` in hex, `md5Base64` in base64. */
export function digestValues(digests: Digests = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(digests).flatMap(([name, hex]) => [
      [name, hex],
      [`${name}Base64`, Buffer.from(hex, 'hex').toString('base64')],
    ]),
  );
}
