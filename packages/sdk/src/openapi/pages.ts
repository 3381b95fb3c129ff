import type { Pagination, Request } from '@tallyhook/schemas';
import type { Inputs } from './inputs.ts';
import type { Operation } from './model.ts';
import { isMapping, type Place, type Reader } from './place.ts';
import { readObject } from './read-object.ts';

/** Names of the next-page cursor: in the answer → as a parameter. */
const cursors = new Map(
  Object.entries({
    nextPageToken: ['pageToken'],
    next_page_token: ['page_token', 'next_page_token'],
    nextCursor: ['cursor', 'nextCursor'],
    next_cursor: ['cursor', 'next_cursor', 'start_cursor'],
    nextToken: ['nextToken'],
    next_token: ['next_token'],
  }),
);

/**
 * Detects pagination: by a Link header, or by a value in the answer that a parameter takes, which is then no longer an
 * input. Returns undefined if the document shows neither.
 */
export function writePages(
  reader: Reader,
  { method, answer }: Operation,
  request: Request,
  inputs: Inputs,
): { pagination: Pagination; request: Request } | undefined {
  if (method !== 'GET' || answer === undefined) return undefined;
  const items = findItems(reader, answer.schema);
  // In paginated actions, templates use these two names.
  const hasNameConflict = inputs.has('items') || (inputs.has('page') && request.query?.['page'] !== '{{page}}');
  if (items === undefined || hasNameConflict) return undefined;
  if (answer.headers.includes('link')) {
    return { pagination: { kind: 'linkHeader', items }, request: withoutPage(request, inputs) };
  }
  for (const name of readObject(reader, answer.schema).properties.keys()) {
    const parameter = cursors.get(name)?.find((wanted) => request.query?.[wanted] === `{{${wanted}}}`);
    if (parameter === undefined || inputs.has('page')) continue;
    inputs.remove(parameter);
    const pagination: Pagination = { kind: 'cursor', items, cursor: `{{response.body.${name}}}` };
    return { pagination, request: { ...request, query: { ...request.query, [parameter]: '{{page.cursor}}' } } };
  }
  return undefined;
}

/** Removes the `page` input: the action reads all pages. */
function withoutPage(request: Request, inputs: Inputs): Request {
  const { page, ...others } = request.query ?? {};
  if (page !== '{{page}}') return request;
  inputs.remove('page');
  // An undefined query is omitted when the file is written.
  return { ...request, query: Object.keys(others).length === 0 ? undefined : others };
}

/** The list in an answer: the answer itself, or the only list in it. */
function findItems(reader: Reader, schema: Place): string | undefined {
  if (isList(schema)) return 'response.body';
  const lists = [...readObject(reader, schema).properties].filter(([, place]) => isList(place));
  const [name, ...others] = lists.map(([found]) => found);
  return others.length === 0 && name !== undefined && /^\w+$/.test(name) ? `response.body.${name}` : undefined;
}

function isList({ value }: Place): boolean {
  return isMapping(value) && (value['type'] === 'array' || 'items' in value);
}
