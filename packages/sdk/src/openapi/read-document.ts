import { upgrade } from '@scalar/openapi-upgrader';
import { Problem } from '@tallyhook/schemas';
import { LineCounter, parseDocument } from 'yaml';
import { isMapping } from './place.ts';

type Document = Record<string, unknown>;

/** YAML aliases can blow up a few bytes to gigabytes. */
const maxAliases = 1000;

/**
 * Reads an OpenAPI document, JSON or YAML, and upgrades it to 3.1 or newer. `place` is its name in messages.
 * @throws Problem with what was found and expected: `invalid_usage` if it is neither JSON nor YAML, `invalid_input` if
 * it is not an OpenAPI document
 */
export function readDocument(text: string, place: string): Document {
  const value = text.trimStart().startsWith('{') ? parseJson(text, place) : parseYaml(text, place);
  if (!isMapping(value)) {
    throw refusal(`${place} must be an object with "openapi" or "swagger", got ${nameOf(value)}.`);
  }
  const prepared = prepare(value, place);
  try {
    return upgrade(prepared, '3.1');
  } catch (error) {
    throw refusal(`${place} cannot be read as ${describe(value)}: ${(error as Error).message}.`);
  }
}

/** In YAML an unquoted version is a number. */
function prepare(document: Document, place: string): Document {
  const { openapi, swagger } = document;
  if (/^3\.\d+(\.|$)/.test(String(openapi))) return { ...document, openapi: String(openapi) };
  if (String(swagger) === '2.0' || swagger === 2) return prepareSwagger(document);
  if (openapi !== undefined) {
    throw refusal(`${place}: "openapi" must be version 3, such as "3.1.0", got ${JSON.stringify(openapi)}.`);
  }
  if (swagger !== undefined) throw refusal(`${place}: "swagger" must be "2.0", got ${JSON.stringify(swagger)}.`);
  const hint = 'asyncapi' in document ? ' AsyncAPI describes messages, which actions do not send.' : '';
  throw refusal(
    `${place} has neither "openapi" nor "swagger" at the top level.${hint} Use an OpenAPI 3 or Swagger 2.0 file.`,
  );
}

/** Makes defaults of Swagger 2.0 explicit that the upgrade ignores: https, and comma-separated lists in forms. */
function prepareSwagger(document: Document): Document {
  const { schemes } = document;
  const hasOnlyHttp = Array.isArray(schemes) && schemes.length > 0 && !schemes.includes('https');
  const withFormats = JSON.stringify(document, (_, part: unknown) =>
    isMapping(part) && part['in'] === 'formData' && part['type'] === 'array'
      ? { collectionFormat: 'csv', ...part }
      : part,
  );
  const written = JSON.parse(withFormats) as Document;
  return { ...written, swagger: '2.0', ...(hasOnlyHttp ? {} : { schemes: ['https'] }) };
}

function describe({ swagger }: Document): string {
  return swagger === undefined ? 'OpenAPI 3' : 'Swagger 2.0';
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Text that starts with a brace may still be YAML, and the YAML parser reports the line.
    if (error instanceof SyntaxError) return parseYaml(text, place);
    throw error;
  }
}

function parseYaml(text: string, place: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, strict: true, uniqueKeys: true, prettyErrors: false });
  const mistake = document.errors[0];
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    throw new Problem('invalid_usage', `${place}:${line}:${col} is neither JSON nor YAML: ${mistake.message}.`);
  }
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    throw refusal(`${place} cannot be read: ${(error as Error).message}.`);
  }
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function refusal(detail: string): Problem {
  return new Problem('invalid_input', detail);
}
