import { type ConnectorWebhook, Problem } from '@tallyhook/schemas';
import { refuseHeavyText, refuseManyFields } from './nesting.ts';
import { parseForeignJson } from './parse-foreign-json.ts';
import { readMultipart } from './read-multipart.ts';

/**
 * Reads the body of a delivery by its type: JSON, a form (an object; a repeated field becomes a list), or else text.
 * Files of a multipart form are left out. Without a type, the body is JSON if it parses as JSON. A webhook may declare
 * JSON whatever the type (`body`), or name the form field whose JSON is the body (`formField`).
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
  if (body === 'json' || /[/+]json$/.test(type)) return parse(text(), 'The body');
  if (type === 'application/x-www-form-urlencoded') {
    refuseManyFields(rawBody);
    return readForm([...new URLSearchParams(text())], formField);
  }
  if (type === 'multipart/form-data') return readForm(readMultipart(rawBody, contentType!), formField);
  if (type === '') return parseOrText(text());
  if (type.startsWith('text/') || /[/+]xml$/.test(type)) return text();
  throw new Problem('unsupported_type', `A body of the type "${type}" cannot be read; send JSON, a form or text.`);
}

/**
 * Decodes a body by the charset of its type, UTF-8 by default.
 * @throws Problem `unsupported_type` for an unknown charset, `invalid_request` for bytes that are not in it: a replaced
 * character would change the event unseen.
 */
function decode(rawBody: Buffer, contentType: string): string {
  const [, quoted, plain] = /;\s*charset=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const charset = quoted ?? plain ?? 'utf-8';
  const decoder = decoderOf(charset);
  try {
    return decoder.decode(rawBody);
  } catch (cause) {
    throw new Problem('invalid_request', `The body has bytes that are not ${charset.slice(0, 40)}.`, { cause });
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    const detail = `The charset "${charset.slice(0, 40)}" is not known: send the body in UTF-8.`;
    throw new Problem('unsupported_type', detail, { cause });
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
