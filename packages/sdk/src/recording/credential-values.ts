import { isMadeUp } from '../fixtures/made-up.ts';
import { withoutScheme } from '../runtime/spellings.ts';

/** Shorter values are not treated as credentials. */
export const minCredentialLength = 4;

/**
 * Whether a text is only a placeholder for a credential: `test-token`, `********`, `[FILTERED]`, `<your token>`, `…`.
 */
export function isPlaceholder(text: string): boolean {
  return isMadeUp(text) || /^(?:[^\p{L}\p{N}]*|<.*>|\[.*\]|\$?\{.*\}|\*+\w{1,4})$/su.test(text.trim());
}

/** Whether a value with a credential name is a credential. A sentence about a password is not. */
export function isCredential(value: string): boolean {
  const bare = withoutScheme(value) ?? value;
  return bare.trim().length >= minCredentialLength && !/\s/.test(bare.trim()) && !isPlaceholder(bare);
}

/** The credentials in a named value: after the scheme of a header, and in cookies. */
export function bareCredentials(name: string, value: string): string[] {
  if (/^set-cookie$/i.test(name)) return cookieValues(value).slice(0, 1);
  if (/^cookie$/i.test(name)) return cookieValues(value);
  // Services have their own schemes, such as `SSWS …`.
  const scheme = /auth(?:orization)?$/i.test(name)
    ? /^[A-Za-z][\w-]* +(\S.*)$/s.exec(value)?.[1]
    : withoutScheme(value);
  return [scheme ?? value];
}

function cookieValues(value: string): string[] {
  return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}
