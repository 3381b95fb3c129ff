import { type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { refuseHeavyText, refuseManyFields } from './nesting.ts';
import { parseForeignJson } from './parse-foreign-json.ts';
import { parseXml } from './parse-xml.ts';
import { readMultipart } from './read-multipart.ts';

/**
 * Reads the body of a delivery by its type: JSON, a form (an object; a repeated field becomes a list), or else text.
 * Files of a multipart form are left out. Without a type, the body is JSON if it parses as JSON. A webhook may declare
 * JSON or XML whatever the type (`body`), or name the form field whose JSON is the body (`formField`).
 * @throws Problem `invalid_json`, `invalid_request` for a body nested too deep, `unsupported_type`.
 */
export function readDeliveryBody(
  rawBody: Buffer,
  contentType: string | undefined,
  { body, formField }: Pick<ConnectorWebhook, 'body' | 'formField'>,
): unknown {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (rawBody.length === 0) return null;
  const text = () => decode(rawBody, contentType ?? '');
  if (body === 'xml') return readXml(text());
  if (body === 'json' || /[/+]json$/.test(type)) return parse(text(), 'The body');
  if (type === 'application/x-www-form-urlencoded') {
    refuseManyFields(rawBody);
    return readForm(readUrlEncoded(rawBody, contentType ?? ''), formField);
  }
  if (type === 'multipart/form-data') return readForm(readMultipart(rawBody, contentType!), formField);
  if (type === '') return parseOrText(text());
  if (type.startsWith('text/') || /[/+]xml$/.test(type)) return text();
  throw new Problem('unsupported_type', `A body of the type "${type}" cannot be read; send JSON, a form or text.`);
}

/**
 * The fields of a form in order. Percent-encoded bytes are in the charset of the form, like the others.
 * @throws Problem as `decode`.
 */
function readUrlEncoded(rawBody: Buffer, contentType: string): [name: string, value: string][] {
  const { decoder, charset } = decoderOf(contentType);
  // UTF-16 is no superset of ASCII, so its text is read first, and what it encodes is UTF-8.
  const isWide = /^utf-16/.test(decoder.encoding);
  const bytes = isWide ? Buffer.from(decodeBytes(rawBody, { decoder, charset }), 'utf8') : rawBody;
  const inner = isWide ? decoderOf('') : { decoder, charset };
  const read = (part: Buffer): string => decodeBytes(unescapeForm(part), inner);
  const fields: [string, string][] = [];
  for (let at = 0; at < bytes.length;) {
    const next = bytes.indexOf(ampersand, at);
    const part = bytes.subarray(at, next === -1 ? bytes.length : next);
    at += part.length + 1;
    const split = part.indexOf(equals);
    if (split !== -1) fields.push([read(part.subarray(0, split)), read(part.subarray(split + 1))]);
    else if (part.length > 0) fields.push([read(part), '']);
  }
  return fields;
}

const [ampersand, equals, plus, space, percent] = [0x26, 0x3d, 0x2b, 0x20, 0x25];

/** The bytes that a part of a form stands for. */
function unescapeForm(part: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(part.length);
  let length = 0;
  for (let at = 0; at < part.length; at++) {
    const byte = part[at]!;
    const escaped = byte === percent && at + 2 < part.length ? (hex[part[at + 1]!]! << 4) | hex[part[at + 2]!]! : -1;
    if (escaped >= 0) at += 2;
    bytes[length++] = escaped >= 0 ? escaped : byte === plus ? space : byte;
  }
  return bytes.subarray(0, length);
}

/** The value of each byte as a hexadecimal digit; negative for all others. */
const hex = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
});

/**
 * Decodes a body by the charset of its type, UTF-8 by default.
 * @throws Problem `unsupported_type` for an unknown charset, `invalid_request` for bytes that are not in it: a replaced
 * character would change the event unseen.
 */
function decode(rawBody: Buffer, contentType: string): string {
  return decodeBytes(rawBody, decoderOf(contentType));
}

interface NamedDecoder {
  decoder: InstanceType<typeof TextDecoder>;
  charset: string;
}

function decodeBytes(bytes: Buffer, { decoder, charset }: NamedDecoder): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Problem('invalid_request', `The body has bytes that are not ${charset.slice(0, 40)}.`, { cause });
  }
}

function decoderOf(contentType: string): NamedDecoder {
  const [, quoted, plain] = /;\s*charset=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const charset = quoted ?? plain ?? 'utf-8';
  try {
    return { decoder: new TextDecoder(charset, { fatal: true }), charset };
  } catch (cause) {
    const detail = `The charset "${charset.slice(0, 40)}" is not known: send the body in UTF-8.`;
    throw new Problem('unsupported_type', detail, { cause });
  }
}

function readXml(text: string): unknown {
  try {
    return parseXml(text);
  } catch (cause) {
    const detail = `The body is not XML that can be read: ${(cause as Error).message.slice(0, 200)}.`;
    throw new Problem('invalid_request', detail, { cause });
  }
}

function readForm(fields: [string, string][], formField: string | undefined): unknown {
  const json = fields.find(([name]) => name === formField)?.[1];
  if (json !== undefined) return parse(json, `The field "${formField}"`);
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => [name, same.length === 1 ? same[0]![1] : same.map(([, value]) => value)]),
  );
}

function parseOrText(text: string): unknown {
  try {
    return parse(text, 'The body');
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_json') return text;
    throw error;
  }
}

function parse(text: string, what: string): unknown {
  refuseHeavyText(text, what);
  try {
    return parseForeignJson(text);
  } catch (cause) {
    throw new Problem('invalid_json', `${what} is not JSON.`, { cause });
  }
}
