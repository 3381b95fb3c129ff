import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** A password as it is kept: the hash and everything needed to compute it again (base64, memory in KiB). */
export interface PasswordHash {
  algorithm: 'argon2id';
  memoryKib: number;
  passes: number;
  parallelism: number;
  salt: string;
  hash: string;
}

/** The least that OWASP's password storage sheet asks of argon2id. */
const parameters = { memoryKib: 19_456, passes: 2, parallelism: 1 };

const hashBytes = 32;
const computeArgon2 = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  const hash = await compute(password, salt, parameters);
  return { algorithm: 'argon2id', ...parameters, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

/** Whether the password is the one that was hashed; takes as long for a wrong one. */
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
