import { upgrade } from '@scalar/openapi-upgrader';
import { Problem } from '@tallyhook/schemas';
import { LineCounter, parseDocument } from 'yaml';
import { isMapping } from './place.ts';

type Document = Record<string, unknown>;

/** A document of a few bytes that names itself over and over would become gigabytes. */
const maxAliases = 1000;

/**
 * Reads an OpenAPI document, JSON or YAML, as one of 3.1 or newer. `place` is what it is called in messages.
 * @throws Problem that says what was found and what was expected: `invalid_usage` where it is neither JSON nor YAML,
 * `invalid_input` where it is no such document.
 */
export function readDocument(text: string, place: string): Document {
  const value = text.trimStart().startsWith('{') ? parseJson(text, place) : parseYaml(text, place);
  if (!isMapping(value)) {
    throw refusal(`${place} holds ${nameOf(value)}; expected an object with "openapi" or "swagger".`);
  }
  const prepared = prepare(value, place);
  try {
    return upgrade(prepared, '3.1');
  } catch (error) {
    throw refusal(`${place} cannot be read as ${describe(value)}: ${(error as Error).message}.`);
  }
}

/** In YAML a version without quotes is a number. */
function prepare(document: Document, place: string): Document {
  const { openapi, swagger } = document;
  if (/^3\.\d+(\.|$)/.test(String(openapi))) return { ...document, openapi: String(openapi) };
  if (String(swagger) === '2.0' || swagger === 2) return prepareSwagger(document);
  if (openapi !== undefined) {
    throw refusal(`${place} says "openapi": ${JSON.stringify(openapi)}; expected 3.0 or newer of 3, such as "3.1.0".`);
  }
  if (swagger !== undefined) throw refusal(`${place} says "swagger": ${JSON.stringify(swagger)}; expected "2.0".`);
  const hint = 'asyncapi' in document ? ' AsyncAPI describes messages, which actions do not send.' : '';
  throw refusal(
    `${place} has neither "openapi" nor "swagger" at its top.${hint} Give an OpenAPI 3 or Swagger 2.0 file.`,
  );
}

/** Writes out what Swagger 2.0 means by default and the upgrade leaves open: https, and lists with commas in forms. */
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
    // What begins with a brace may still be YAML, whose parser also knows the line.
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
  return Array.isArray(value) ? 'a list' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}

function refusal(detail: string): Problem {
  return new Problem('invalid_input', detail);
}
