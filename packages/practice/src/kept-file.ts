import { createHash } from 'node:crypto';

/** The description of a file; its bytes are not kept. */
export interface KeptFile {
  name: string;
  type: string;
  sizeBytes: number;
  sha256: string;
}

/** Describes the bytes of a file. */
export function describeFile(name: string, type: string, bytes: Buffer): KeptFile {
  return { name, type, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
