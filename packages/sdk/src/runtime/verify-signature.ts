import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { SignaturePlace, SignedTimestamp, WebhookSignature } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderOptionalText, renderText } from '../templates/render.ts';
import type { Delivery } from './read-delivery.ts';
import type { AccountValues } from './redact.ts';

/** The values that keys are read from; `hook` is that of the subscription at whose address the delivery came. */
export interface SignatureKeys {
  account: AccountValues;
  hook?: { secret: string } | undefined;
}

/** More than any service sends while it changes a key. */
const maxSignatures = 10;

/**
 * Verifies the signature of a delivery as the webhook declares. Returns why it is refused, without any secret; undefined
 * if the signature is right.
 */
export function refuseSignature(
  declared: WebhookSignature,
  delivery: Delivery,
  { keys, now }: { keys: SignatureKeys; now: number },
): string | undefined {
  const secret = signatureKey(declared, keys);
  if (secret === undefined) return 'the account has no key to verify it with';
  const given = signaturesIn(declared.signature, delivery);
  if (given.length === 0) return `it has no signature in the header ${declared.signature.header}`;
  const timestamp = declared.timestamp && valueIn(declared.timestamp, delivery);
  const late = declared.timestamp && refuseTime(declared.timestamp, timestamp, now);
  if (late !== undefined) return late;
  const signed = signedBytes(declared, delivery, timestamp);
  const isRight = given.some((text) => isSignatureOf(declared, { signed, secret, signature: text }));
  return isRight ? undefined : 'its signature is wrong';
}

/** The key that signatures are verified with: the first that there is. */
export function signatureKey({ key }: WebhookSignature, keys: SignatureKeys): string | undefined {
  const texts = [key].flat().map((template) => renderOptionalText(template, keys, { place: 'signature.key' }));
  return texts.find((text) => text !== undefined && text !== '');
}

/** The signatures in the declared header: parts without the prefix, or of another field, are passed over. */
function signaturesIn({ header, prefix = '', field }: SignaturePlace, delivery: Delivery): string[] {
  const text = headerOf(delivery, header);
  if (text === undefined) return [];
  const parts = text.split(/[,\s]+/).slice(0, maxSignatures);
  const named = field === undefined ? parts : parts.flatMap((part) => afterPrefix(part, `${field}=`));
  return named.flatMap((part) => afterPrefix(part, prefix)).filter((part) => part !== '');
}

function valueIn({ header, field }: Pick<SignedTimestamp, 'header' | 'field'>, delivery: Delivery): string | undefined {
  const text = headerOf(delivery, header)?.trim();
  return field === undefined ? text : text?.split(/[,\s]+/).flatMap((part) => afterPrefix(part, `${field}=`))[0];
}

function afterPrefix(part: string, prefix: string): string[] {
  return part.startsWith(prefix) ? [part.slice(prefix.length)] : [];
}

function headerOf({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

function refuseTime(
  { header, as = 'epochSeconds', toleranceSeconds }: SignedTimestamp,
  text: string | undefined,
  now: number,
): string | undefined {
  const sent = as === 'date' ? Date.parse(text ?? '') : readNumber(text) * (as === 'epochSeconds' ? 1000 : 1);
  if (!Number.isFinite(sent)) return `it has no time in the header ${header}`;
  return Math.abs(now - sent) <= toleranceSeconds * 1000 ? undefined : `its time (${header}) is too far from now`;
}

function readNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}

const bodySlot = /\{\{\s*rawBody\s*\}\}/;

/** The body is signed as the bytes that came, which need not be text. */
function signedBytes(
  { signs = '{{rawBody}}' }: WebhookSignature,
  { method, headers, query, rawBody }: Delivery,
  timestamp: string | undefined,
): Buffer {
  const values = { event: { method, headers, query }, timestamp };
  const render = (template: string): Buffer =>
    Buffer.from(template === '' ? '' : renderText(template, values, { place: 'signature.signs' }), 'utf8');
  const [before = '', after] = signs.split(bodySlot);
  return Buffer.concat([render(before), ...(after === undefined ? [] : [rawBody, render(after)])]);
}

function isSignatureOf(
  declared: WebhookSignature,
  { signed, secret, signature }: { signed: Buffer; secret: string; signature: string },
): boolean {
  const given = Buffer.from(signature, declared.encoding ?? 'hex');
  if (declared.algorithm === 'ed25519') return given.length === 64 && verify(null, signed, publicKey(secret), given);
  const hash = { hmacSha1: 'sha1', hmacSha256: 'sha256', hmacSha512: 'sha512' }[declared.algorithm];
  const right = createHmac(hash, keyBytes(secret, declared.keyEncoding)).update(signed).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}

function keyBytes(secret: string, encoding: WebhookSignature['keyEncoding'] = 'text'): Buffer {
  if (encoding === 'text') return Buffer.from(secret, 'utf8');
  return Buffer.from(encoding === 'base64' ? secret.replace(/^whsec_/, '') : secret, encoding);
}

/** What stands before the 32 bytes of an Ed25519 key in its standard form (RFC 8410). */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');

function publicKey(hex: string): ReturnType<typeof createPublicKey> {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== 32)
    throw new ActionError('auth', 'signature.key: the public key is not 32 bytes, written in hexadecimal digits');
  return createPublicKey({ key: Buffer.concat([spkiStart, bytes]), format: 'der', type: 'spki' });
}
