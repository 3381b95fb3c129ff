import { madeUpSecret } from '../fixtures/made-up.ts';
import { mayBeShort } from './credential-values.ts';
import { shortestKnown } from './find-secrets.ts';

/** What puts made-up values in the place of short credentials, the same for the same one. */
export interface ShortCredentials {
  /** A JSON value without them. */
  value(value: unknown): unknown;
  /** How they were called, once one was replaced. */
  names(): string[];
}

/** Where texts name a value: JSON, also in JSON again, an address or a form, a part of a form, an element of XML. */
const named = [
  /"(?<name>[^"\\{}]+)\\*"\s*:\s*\\*"(?<value>[^"\\]+)(?=\\*")/g,
  /(?<=^|[?&])(?<name>[^\s=&?#]+)=(?<value>[^\s&#]+)(?=[&#]|$)/g,
  /\bname="(?<name>[^"]+)"\r\n\r\n(?<value>[^\r\n]+)(?=\r\n--)/g,
  /<(?<name>[\w:.-]+)(?:\s[^<>]*)?>(?<value>[^<>]+)(?=<\/)/g,
];

/**
 * Makes what takes credentials out that are too short to be told apart from other text: the `abc` of a password may stand
 * in any word, so that it is replaced where it is called like one, and nowhere else. `madeUp` stands for all of them.
 */
export function createShortCredentials(madeUp?: string): ShortCredentials {
  const found = new Map<string, { name: string; standIn: string }>();
  const standIn = (name: string, value: string): string | undefined => {
    if (value.length >= shortestKnown || !mayBeShort(name, value)) return undefined;
    const made = found.get(value) ?? { name, standIn: madeUp ?? madeUpSecret(`short-${found.size + 1}-${name}`) };
    found.set(value, made);
    return made.standIn;
  };
  const text = (given: string): string =>
    named.reduce(
      (current, pattern) =>
        current.replaceAll(pattern, (whole, name: string, value: string) => {
          const made = standIn(name, value);
          return made === undefined ? whole : `${whole.slice(0, -value.length)}${made}`;
        }),
      given,
    );
  const replace = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return standIn(name, value) ?? text(value);
    // The entries of a list are called as the list is.
    if (Array.isArray(value)) return value.map((child) => replace(child, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replace(child, key)]));
  };
  return { value: (value) => replace(value), names: () => [...found.values()].map(({ name }) => name) };
}
