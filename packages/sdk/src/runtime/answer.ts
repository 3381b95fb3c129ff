import type { HttpResponse } from '../http/http.ts';
import { parseForeignJson } from './parse-foreign-json.ts';

/** An answer as templates see it. */
export interface Answer {
  status: number;
  /** Names are lower case. */
  headers: Record<string, string>;
  /** The value of a JSON answer, the text of any other, null for an empty one. */
  body: unknown;
  /** Whether the body is text although its type says JSON. */
  isBroken?: true;
}

/** Reads an answer by its type. Invalid JSON stays text. */
export function readAnswer({ status, headers, body }: HttpResponse): Answer {
  const text = new TextDecoder('utf-8').decode(body);
  const isJson = /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  if (text === '' || !isJson) return { status, headers, body: text === '' ? null : text };
  try {
    return { status, headers, body: parseForeignJson(text) };
  } catch {
    // Some services send white space for an empty body.
    return { status, headers, body: text, ...(text.trim() !== '' && { isBroken: true }) };
  }
}

/** Parses a text as JSON; returns the text if it is not valid JSON. */
export function parseOrText(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return text;
  }
}
