import { isTooLarge } from './parse-foreign-json.ts';

/** A number of fewer digits may be anything. */
const fewestDigits = 4;

/**
 * The number that JSON writes a credential as where it consists of digits, such as 20268193 for a password `20268193`;
 * undefined of any other.
 */
export function numberOf(secret: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(secret)) return undefined;
  const number = Number(secret);
  return String(number).length < fewestDigits ? undefined : number;
}

/** What is left of a credential that was once a number in JavaScript: of one beyond ±(2^53 − 1) not every digit. */
export function asNumberKeeps(secret: string): string {
  return isTooLarge(secret) ? String(Number(secret)) : secret;
}
