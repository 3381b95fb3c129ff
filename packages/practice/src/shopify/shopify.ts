import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Access } from '../bearer.ts';
import type { Keeper } from '../keeper.ts';
import type { Part } from '../play-routes.ts';
import { type Fields, isText, readJson } from '../read-body.ts';
import { operations } from './operations.ts';

/** Shopify's answer to an unknown address. */
export const shopifyNotFound: PracticeAnswer = { status: 404, body: { errors: 'Not Found' } };

/** Plays the part of Shopify's GraphQL Admin API for the orders, products and stock of a shop. */
export function shopifyParts({ isToken }: Access): Part[] {
  const checkAccess = ({ headers }: PracticeRequest): PracticeAnswer | null => {
    const isShop = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$|^127\.0\.0\.1:/.test(headers.host ?? '');
    if (!isShop) return shopifyNotFound;
    if (isToken(String(headers['x-shopify-access-token'] ?? ''))) return null;
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
    return { status: 401, body: { errors } };
  };
  const path = '/admin/api/{version}/graphql.json';
  return [{ routes: [{ method: 'POST', path, answer: (asked, keeper) => ask(asked, keeper) }], checkAccess }];
}

function ask(request: PracticeRequest, keeper: Keeper): PracticeAnswer {
  const asked = readJson(request);
  if (asked === undefined) return { status: 400, body: { errors: { query: 'Required parameter missing or invalid' } } };
  const { query, variables = {} } = asked;
  if (!isText(query)) return { status: 400, body: { errors: { query: 'Required parameter missing or invalid' } } };
  const mistake = findMistake(query, variables);
  if (mistake !== undefined) return { status: 200, body: { errors: [{ message: mistake }] } };
  const operation = operations.find(({ field }) => new RegExp(`[{\\s]${field}\\s*[({]`).test(query));
  if (operation === undefined)
    return { status: 200, body: { errors: [{ message: "Field doesn't exist on type 'QueryRoot'" }] } };
  return { status: 200, body: { data: { [operation.field]: operation.resolve(variables as Fields, keeper) } } };
}

/** Finds errors that GraphQL itself would refuse: unbalanced braces, and missing required variables. */
function findMistake(query: string, variables: unknown): string | undefined {
  const count = (sign: string): number => query.split(sign).length - 1;
  if (count('{') !== count('}') || count('(') !== count(')')) return 'syntax error, unexpected end of file';
  if (typeof variables !== 'object' || variables === null) return 'Variables are invalid JSON';
  const needed = [...query.matchAll(/\$(\w+): [^,)]*!(?=[,)])/g)].map(([, name]) => name!);
  const missing = needed.find((name) => (variables as Fields)[name] === undefined);
  return missing === undefined ? undefined : `Variable $${missing} of type was provided invalid value`;
}
