import { Problem } from '@tallyhook/schemas';
import { LineCounter, parseDocument } from 'yaml';

/** Which of the forms of OpenAPI a document has. */
export type DocumentForm = 'openapi3' | 'swagger2';

/** An OpenAPI document as it was written. */
export interface SpecDocument {
  form: DocumentForm;
  value: Record<string, unknown>;
}

/** A document of a few bytes that names itself over and over would become gigabytes. */
const mostAliases = 1000;

/**
 * Reads an OpenAPI document, JSON or YAML. `place` is what it is called in messages.
 * @throws Problem that says what was found and what was expected: `invalid_usage` where it is neither JSON nor YAML,
 * `invalid_input` where it is no such document.
 */
export function readDocument(text: string, place: string): SpecDocument {
  const value = text.trimStart().startsWith('{') ? parseJson(text, place) : parseYaml(text, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal(`${place} holds ${nameOf(value)}; expected an object with "openapi" or "swagger".`);
  }
  return { form: formOf(value as Record<string, unknown>, place), value: value as Record<string, unknown> };
}

function formOf(document: Record<string, unknown>, place: string): DocumentForm {
  const { openapi, swagger } = document;
  // In YAML a version without quotes is a number.
  if (/^3\.\d+(\.|$)/.test(String(openapi))) return 'openapi3';
  if (String(swagger) === '2.0' || swagger === 2) return 'swagger2';
  if (openapi !== undefined) {
    throw refusal(`${place} says "openapi": ${JSON.stringify(openapi)}; expected 3.0 or newer of 3, such as "3.1.0".`);
  }
  if (swagger !== undefined) throw refusal(`${place} says "swagger": ${JSON.stringify(swagger)}; expected "2.0".`);
  const hint = 'asyncapi' in document ? ' AsyncAPI describes messages, which actions do not send.' : '';
  throw refusal(
    `${place} has neither "openapi" nor "swagger" at its top.${hint} Give an OpenAPI 3 or Swagger 2.0 file.`,
  );
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
  const document = parseDocument(text, { lineCounter, strict: true, uniqueKeys: true });
  const mistake = document.errors[0];
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    const [what] = mistake.message.split(/ at line \d+/);
    throw new Problem('invalid_usage', `${place}:${line}:${col} is neither JSON nor YAML: ${what}.`);
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases });
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
