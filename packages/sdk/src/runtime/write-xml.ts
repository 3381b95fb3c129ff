import { toText } from '../templates/to-text.ts';

/**
 * Writes a value as XML, in the form in which `parseXml` reads it: a key is an element, a list repeats it, `@name` is an
 * attribute, and `#text` the text beside attributes. null is an empty element.
 * @throws A sentence if something cannot be written.
 */
export function writeXml(name: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(name, value)}`;
}

/** The name of an element or an attribute, such as `dc:title`. */
export const isXmlName = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*(:[\p{L}_][\p{L}\p{M}\p{N}_.-]*)?$/u.test(name);

function writeElement(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((element) => writeElement(name, element)).join('');
  if (!isXmlName(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of an element`);
  if (typeof value !== 'object' || value === null) return enclose(name, '', escapeText(value));
  const entries = Object.entries(value);
  const attributes = entries
    .filter(([key]) => key.startsWith('@'))
    .map(([key, child]) => writeAttribute(key.slice(1), child));
  const children = entries
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, child]) => (key === '#text' ? escapeText(child) : writeElement(key, child)));
  return enclose(name, attributes.join(''), children.join(''));
}

function enclose(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function writeAttribute(name: string, value: unknown): string {
  if (!isXmlName(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of an attribute`);
  // A parser turns bare line breaks and tabs of an attribute into spaces (XML 1.0 section 3.3.3).
  const text = escapeText(value).replaceAll(/["\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
  return ` ${name}="${text}"`;
}

function escapeText(value: unknown): string {
  const text = toText(value) ?? '';
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new TypeError('a text contains a character that XML cannot hold, such as a control character');
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
  return text.replaceAll(/[&<>\r]/g, (character) => named[character]!);
}
