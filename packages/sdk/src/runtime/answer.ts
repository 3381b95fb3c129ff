import type { HttpResponse } from '../http/http.ts';
import { parseForeignJson } from './parse-foreign-json.ts';

/** An answer as templates see it. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The JSON value of a JSON answer, the text of any other, null of an empty one. */
  body: unknown;
  /** Whether the body is a text although its type says JSON. */
  isBroken?: true;
}

/** Reads an answer by its type. JSON that is none stays text. */
export function readAnswer({ status, headers, body }: HttpResponse): Answer {
  const text = new TextDecoder('utf-8').decode(body);
  const isJson = /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  if (text === '' || !isJson) return { status, headers, body: text === '' ? null : text };
  try {
    return { status, headers, body: parseForeignJson(text) };
  } catch {
    // White space is what some services send for nothing.
    return { status, headers, body: text, ...(text.trim() !== '' && { isBroken: true }) };
  }
}

/** What a text says as JSON; the text where it is none. */
export function parseOrText(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return text;
  }
}
