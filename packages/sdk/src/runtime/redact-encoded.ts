import { encodedSigns, hexSigns, replaceRows } from './encoded-parts.ts';
import { readBase64, readHex, readUtf16 } from './read-encoded.ts';
import { hexSpellings } from './spellings.ts';

/** Base64 of fewer signs would be searched for among words, and lines of more are hardly ever broken. */
const [fewestSigns, lineLength] = [32, 60];

/**
 * Takes credentials out of what is encoded in a text: hex, base64 that holds more than the credential or is broken into
 * lines, and UTF-16. Where only the credential is written in hex, what stands around it stays.
 */
export function redactEncoded(text: string, secrets: readonly string[], replacement: string): string {
  if (secrets.length === 0) return text;
  const bytes = Math.min(...secrets.map(({ length }) => length));
  const holds = (given: string): boolean => secrets.some((secret) => given.includes(secret));
  const replace = (part: string): string => {
    const read = [readBase64(part), readHex(part)];
    if (![...read, ...read.map(readUtf16)].some(holds)) return part;
    const withoutHex = inHex(secrets).reduce((current, secret) => current.replaceAll(secret, replacement), part);
    return withoutHex === part ? replacement : withoutHex;
  };
  const shortest = Math.min(Math.max(Math.floor((bytes * 4) / 3), fewestSigns), lineLength);
  const withoutLong = replaceRows(text, { signs: encodedSigns, shortest }, replace);
  const withoutShort =
    2 * bytes < shortest ? replaceRows(withoutLong, { signs: hexSigns, shortest: 2 * bytes }, replace) : withoutLong;
  if (!withoutShort.includes('\0')) return withoutShort;
  return withoutShort.replaceAll(/[^\s"'<>]+/g, (word) => (holds(readUtf16(word)) ? replacement : word));
}

function inHex(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => hexSpellings.map((spell) => spell(secret)));
  return all.sort((one, other) => other.length - one.length);
}
