import { namesSentCredential } from './credential-names.ts';

/** What says of a credential something else than its value. */
const about = new Set(
  'id ids name user username login email mail type kind status state scope scopes role region url uri href link version label description title message code reason hint format algorithm alg provider issuer audience date time at on by in until from expiry expires created updated count length size limit number index order position'.split(
    ' ',
  ),
);

/** What a single credential is called inside of an object of its name. */
const itself = new Set('value plain plaintext raw key secret live test current'.split(' '));

/**
 * The name of what stands under a key inside of an object: `a` in `"secrets": { "a": … }` is one of the secrets, and its
 * `value` is a token, whereas `expires_at` is none. `above` is what the object is called.
 */
export function nameInside(above: string, key: string): string {
  if (!namesSentCredential(above) || namesSentCredential(key)) return key;
  const last = lastWord(key);
  if (/s$/i.test(above)) return about.has(last) ? key : above;
  return itself.has(last) ? above : key;
}

function lastWord(name: string): string {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).at(-1)?.toLowerCase() ?? '';
}

/** Keys that hold what another one of the same object is called. */
const keysOfNames = /^(?:name|key|header|field|parameter)$/i;

/** A value and its name that stand beside each other: `{ "name": "api_key", "value": … }`, `["authorization", …]`. */
export function namedBeside(value: object): { key: string | number; name: string } | undefined {
  if (Array.isArray(value)) {
    const isPair = value.length === 2 && value.every((part) => typeof part === 'string');
    return isPair ? { key: 1, name: value[0] as string } : undefined;
  }
  const entries = Object.entries(value);
  const key = entries.find(([name]) => /^value$/i.test(name))?.[0];
  const name: unknown = entries.find(([other]) => keysOfNames.test(other))?.[1];
  return key !== undefined && typeof name === 'string' ? { key, name } : undefined;
}
