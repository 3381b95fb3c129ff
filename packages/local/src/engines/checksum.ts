import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@tallyhook/schemas';

/** The SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/**
 * `name` is the name of the file in the message.
 * @throws Problem `cannot_start` if the file does not match its pinned checksum
 */
export async function checkSha256(path: string, expected: string, name: string): Promise<void> {
  const found = await sha256Of(path);
  if (found === expected) return;
  throw new Problem(
    'cannot_start',
    `${name} has the SHA-256 ${found}, expected ${expected}: it was deleted and nothing of it was run; ` +
      'start again to fetch it again, and if this happens again, find out what changes your downloads.',
  );
}
