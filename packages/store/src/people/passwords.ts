import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** A stored password: the hash and the parameters to compute it again (base64, memory in KiB). */
export interface PasswordHash {
  algorithm: 'argon2id';
  memoryKib: number;
  passes: number;
  parallelism: number;
  salt: string;
  hash: string;
}

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
const parameters = { memoryKib: 19_456, passes: 2, parallelism: 1 };

const hashBytes = 32;
const computeArgon2 = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  const hash = await compute(password, salt, parameters);
  return { algorithm: 'argon2id', ...parameters, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

/** Whether the password matches the hash; takes the same time if it does not. */
export async function verifyPassword(password: string, kept: PasswordHash): Promise<boolean> {
  const hash = await compute(password, Buffer.from(kept.salt, 'base64'), kept);
  return timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'));
}

function compute(
  password: string,
  salt: Buffer,
  { memoryKib, passes, parallelism }: typeof parameters,
): Promise<Buffer> {
  return computeArgon2('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength: hashBytes,
  });
}
