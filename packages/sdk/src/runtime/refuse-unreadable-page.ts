import { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import type { Answer } from './answer.ts';
import { parseForeignJson } from './parse-foreign-json.ts';

const maxExcerptLength = 2000;

/**
 * Throws ActionError `fatal` for an answer that cannot contain a list: an empty body, invalid JSON, or truncated JSON.
 * Taken as a page without elements, it would end the list early. Services signal an empty list with status 204 or with
 * null, which are accepted.
 */
export function refuseUnreadablePage(who: string, response: HttpResponse, answer: Answer): void {
  const { status, body } = answer;
  if (status === 204 || (typeof body === 'object' && body !== null)) return;
  const text = new TextDecoder('utf-8').decode(response.body);
  const came = whatCame(text, answer);
  if (came === undefined) return;
  const excerpt = text.slice(0, maxExcerptLength);
  const quoted = excerpt === '' ? '' : `: ${excerpt}`;
  throw new ActionError('fatal', `${who} answered ${status} with ${came} instead of a page of a list${quoted}`, {
    status,
    excerpt,
    mayHaveArrived: true,
  });
}

/** Describes what arrived instead of an object or a list; undefined for null. */
function whatCame(text: string, { headers, body }: Answer): string | undefined {
  if (text === '') return 'an empty body';
  const type = headers['content-type'];
  if (!/[/+]json\b/i.test(type ?? '')) return type === undefined ? 'a body without a type' : `"${type}"`;
  if (body === null) return undefined;
  return isJson(text) ? `a single ${typeof body}` : 'invalid JSON';
}

function isJson(text: string): boolean {
  try {
    parseForeignJson(text);
    return true;
  } catch {
    return false;
  }
}
