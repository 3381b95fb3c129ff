import { Problem } from '@tallyhook/schemas';

const mostLevels = 100;

/**
 * Reads the body of a delivery by its type: JSON, a form (an object; a repeated field is a list), any other text.
 * Without a type, JSON where it is JSON. `formField` names the field of a form whose JSON is the body.
 * Throws Problem `invalid_json`, `invalid_request` for a body nested too deep, `unsupported_type`.
 */
export function readDeliveryBody(
  rawBody: Buffer,
  contentType: string | undefined,
  formField: string | undefined,
): unknown {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (rawBody.length === 0) return null;
  if (/[/+]json$/.test(type)) return parse(decode(rawBody), 'The body');
  if (type === 'application/x-www-form-urlencoded') return readForm(decode(rawBody), formField);
  if (type === '') return parseOrText(decode(rawBody));
  if (type.startsWith('text/') || /[/+]xml$/.test(type)) return decode(rawBody);
  throw new Problem('unsupported_type', `A body of the type "${type}" cannot be read; send JSON, a form or text.`);
}

function decode(rawBody: Buffer): string {
  return new TextDecoder('utf-8').decode(rawBody);
}

function readForm(text: string, formField: string | undefined): unknown {
  const form = new URLSearchParams(text);
  const json = formField === undefined ? null : form.get(formField);
  if (json !== null) return parse(json, `The field "${formField}"`);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
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
  const value = parseJson(text, what);
  if (isDeeperThan(value, mostLevels)) {
    throw new Problem('invalid_request', `${what} is nested more than ${mostLevels} levels deep.`);
  }
  return value;
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Problem('invalid_json', `${what} is not JSON.`, { cause });
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
