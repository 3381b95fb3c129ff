import type { Request } from '@tallyhook/schemas';
import type { HttpResponse } from '../http/http.ts';
import { parseForeignJson } from './parse-foreign-json.ts';
import { parseXml } from './parse-xml.ts';

/** An answer as templates see it. */
export interface Answer {
  status: number;
  /** Names are lower case. */
  headers: Record<string, string>;
  /** The value of a JSON answer, or of XML that the request declares; the text of any other, null for an empty one. */
  body: unknown;
  /** Whether the body is text although its type, or the request, says JSON or XML. */
  isBroken?: true;
}

/** Reads an answer as the request declares, by default by its type. Invalid JSON or XML stays text. */
export function readAnswer({ status, headers, body }: HttpResponse, declared?: Request['answer']): Answer {
  const text = new TextDecoder('utf-8').decode(body);
  const isJson = declared === 'json' || /^[^;]*[/+]json\b/i.test(headers['content-type'] ?? '');
  const parse = declared === 'xml' ? parseXml : isJson ? parseForeignJson : undefined;
  if (text === '' || parse === undefined) return { status, headers, body: text === '' ? null : text };
  try {
    return { status, headers, body: parse(text) };
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
