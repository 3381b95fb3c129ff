import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';

/** A sealed text: AES-256-GCM with a random IV; all parts are base64. */
export interface SealedText {
  iv: string;
  tag: string;
  data: string;
}

/** 96 bits, the length NIST SP 800-38D section 5.2.1.1 recommends. */
const ivBytes = 12;
const tagBytes = 16;

/** `label` is authenticated with the text but not stored with it, so a sealed text that was moved does not open. */
export function seal(key: Buffer, label: string, plain: Buffer): SealedText {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(label));
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
}

export function open(key: Buffer, label: string, { iv, tag, data }: SealedText): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(label)).setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
  } catch (cause) {
    throw cannotOpen(
      'The sealed text cannot be opened: the key is wrong, or the text was changed or moved. Link the account again.',
      cause,
    );
  }
}

export function cannotOpen(detail: string, cause?: unknown): Problem {
  return new Problem('internal', detail, { cause });
}
