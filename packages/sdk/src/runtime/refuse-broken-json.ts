import { ActionError } from '../action-error.ts';
import { textsIn } from '../compile/texts-in.ts';
import { templateOf } from '../templates/render.ts';
import type { Answer } from './answer.ts';

const maxExcerptLength = 2000;

/**
 * Throws ActionError `fatal` for an answer that claims to be JSON or XML but is not, if templates read a value inside it:
 * every such value would look absent, as if the service had left it out. `root` is the answer's name in templates.
 */
export function refuseBrokenJson(
  who: string,
  { status, headers, body, isBroken }: Answer,
  { templates, root }: { templates: unknown; root: 'response' | 'test' },
): void {
  if (isBroken !== true || !readsInside(templates, root)) return;
  const excerpt = String(body).slice(0, maxExcerptLength);
  const isTyped = /json/i.test(headers['content-type'] ?? '');
  const wrong = isTyped ? 'not JSON, although its type says so' : 'not of the kind that the request declares';
  const what = `with a body that is ${wrong}; the request may have been carried out`;
  throw new ActionError('fatal', `${who} answered ${status} ${what}: ${excerpt}`, {
    status,
    excerpt,
    mayHaveArrived: true,
  });
}

/** Whether templates read parts of a body rather than all of it. */
function readsInside(templates: unknown, root: string): boolean {
  const paths = textsIn(templates).flatMap(({ text }) => templateOf(text).paths);
  return paths.some(({ segments: [first, second, ...inside] }) => {
    return first?.name === root && second?.name === 'body' && inside.length > 0;
  });
}
