import type { HttpResponse } from '../http/http.ts';
import { parseForeignJson } from './parse-foreign-json.ts';

/** An answer as templates see it. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The JSON value of a JSON answer, the text of any other, null of an empty one. */
  body: unknown;
}

/** Reads an answer by its type. JSON that is none stays text. */
export function readAnswer({ status, headers, body }: HttpResponse): Answer {
  const text = new TextDecoder('utf-8').decode(body);
  const isJson = /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  return { status, headers, body: text === '' ? null : isJson ? parseOrText(text) : text };
}

/** What a text says as JSON; the text where it is none. */
export function parseOrText(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return text;
  }
}
