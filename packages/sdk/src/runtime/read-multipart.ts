import { Problem } from '@tallyhook/schemas';

const maxParts = 1_000;
const maxHeadBytes = 16 * 1024;

/**
 * Reads the text fields of a multipart/form-data body (RFC 7578) in order; leaves out files.
 * @throws Problem `invalid_request` for a body that is malformed or has more than 1,000 parts.
 */
export function readMultipart(body: Buffer, contentType: string): [name: string, value: string][] {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1');
  // A body may start with the boundary, without a line break before it.
  const bytes = Buffer.concat([Buffer.from('\r\n'), body]);
  const fields: [string, string][] = [];
  let at = find(bytes, delimiter, 0) + delimiter.length;
  for (let count = 0; bytes.toString('latin1', at, at + 2) !== '--'; count++) {
    if (count === maxParts) throw broken(`it has more than ${maxParts} parts`);
    const end = find(bytes, delimiter, at);
    const field = readField(bytes.subarray(at, end));
    if (field !== undefined) fields.push(field);
    at = end + delimiter.length;
  }
  return fields;
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || boundary.length > 70)
    throw broken('its Content-Type must name a boundary of at most 70 characters');
  return boundary;
}

function find(bytes: Buffer, delimiter: Buffer, from: number): number {
  const found = bytes.indexOf(delimiter, from);
  if (found === -1) throw broken('its last boundary is missing');
  return found;
}

/** A part after its boundary: white space, a line break, headers, an empty line, the value. */
function readField(part: Buffer): [string, string] | undefined {
  const split = part.subarray(0, maxHeadBytes).indexOf('\r\n\r\n');
  if (split === -1) throw broken('the headers of a part do not end');
  const disposition = /^content-disposition:(.*)$/im.exec(part.toString('utf8', 0, split))?.[1] ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw broken('a part has no name');
  if (parameters.has('filename') || parameters.has('filename*')) return undefined;
  try {
    return [name, new TextDecoder('utf-8', { fatal: true }).decode(part.subarray(split + 4))];
  } catch {
    throw broken(`the field "${name.slice(0, 40)}" is not UTF-8`);
  }
}

function parametersOf(header: string): Map<string, string> {
  const found = header.matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g);
  return new Map([...found].map(([, name, quoted, plain]) => [name!.toLowerCase(), plain ?? unquote(quoted!)]));
}

/** Senders escape a quotation mark in a name like browsers (%22), or with a backslash. */
const unquote = (text: string): string => text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"');

const broken = (reason: string): Problem =>
  new Problem('invalid_request', `The multipart body cannot be read: ${reason}.`);
