import { asNumberKeeps } from './credential-numbers.ts';

/** How a value is written in addresses, forms and JSON. */
export const plainSpellings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => encodeURIComponent(value.toWellFormed()),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  (value) => JSON.stringify(value).slice(1, -1),
  asNumberKeeps,
];

/** How a value is written in Basic credentials and tokens. */
export const base64Spellings: readonly ((value: string) => string)[] = [
  (value) => Buffer.from(value, 'utf8').toString('base64'),
  (value) => Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, ''),
  (value) => encodeURIComponent(Buffer.from(value, 'utf8').toString('base64')),
  (value) => Buffer.from(value, 'utf8').toString('base64url'),
];

/** How a value is written in logs: `6162`, `61:62` and `61-62`, in small letters and in capitals. */
export const hexSpellings: readonly ((value: string) => string)[] = ['', ':', '-'].flatMap((between) => [
  (value) => hexOf(value).join(between),
  (value) => hexOf(value).join(between).toUpperCase(),
]);

function hexOf(value: string): string[] {
  return Buffer.from(value, 'utf8').toString('hex').match(/../g) ?? [];
}
