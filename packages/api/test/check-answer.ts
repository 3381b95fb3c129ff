import assert from 'node:assert/strict';
import { createValidator, type Validator } from '@tallyhook/schemas';
import { describeApi } from '../src/openapi/describe-api.ts';
import { isJson, linesType } from '../src/openapi/describe-responses.ts';
import { routes } from '../src/routes/index.ts';
import { operationsOf, type Document, type Operation } from './requests-from-openapi.ts';
import type { Answered } from './start-service.ts';

const document = describeApi({ routes, baseUrl: 'http://tallyhook.test' }) as Document;
const operations = operationsOf(document).map(({ path, method, operation }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  // `/api/records/search` must match before `/api/records/{id}`.
  isExact: !path.includes('{'),
  operation,
}));
const queried = new Set(routes.filter(({ method }) => method === 'query').map(({ path }) => path));
operations.sort((a, b) => Number(b.isExact) - Number(a.isExact));

/** Fails unless an answer that is empty, JSON or lines of it matches the OpenAPI document for that operation and status. */
export function checkAnswer(method: string, path: string, answered: Answered): void {
  // As it is sent: without `..`.
  const { pathname: address } = new URL(`http://tallyhook.test${path}`);
  // OpenAPI 3.1 cannot describe QUERY, which answers like POST.
  const described = method === 'QUERY' && queried.has(address) ? 'POST' : method;
  const found = operations.find((one) => one.method === described && one.pattern.test(address));
  if (found !== undefined) checkAgainst(document, found.operation, answered);
}

/** The same check against a given document and operation. */
export function checkAgainst(of: Document, { operationId, responses }: Operation, answered: Answered): void {
  const [type = ''] = (answered.headers.get('content-type') ?? '').split(';');
  const content = responses[answered.status]?.content ?? {};
  // A list as lines may have none; progress ends with a result.
  const isEmptyList = type === linesType && operationId.startsWith('get');
  const isEmptyFine = isEmptyList || Object.keys(content).every((one) => !isChecked(one));
  assert.ok(answered.text !== '' || isEmptyFine, `${operationId} answered ${answered.status} without a body`);
  if (answered.text === '' || !isChecked(type)) return;
  const media = content[type];
  if (media === undefined && content['*/*']) return;
  const where = `${operationId} answered ${answered.status} as ${type}`;
  assert.ok(media?.schema, `${where}, which the document does not describe: ${answered.text.slice(0, 500)}`);
  const validate = validatorOf(of, media.schema);
  const mistakes = valuesOf(type, answered).flatMap(validate);
  assert.deepEqual(mistakes, [], `${where}, and it is not as described: ${answered.text.slice(0, 2_000)}`);
}

const isChecked = (type: string): boolean => isJson(type) || type === linesType;

/** The values that the schema describes: the whole body, or each of its lines. */
function valuesOf(type: string, { text, body }: Answered): unknown[] {
  if (type !== linesType) return [body];
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const validators = new WeakMap<object, Validator>();

function validatorOf({ components: { schemas } }: Document, schema: object): Validator {
  const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  const validator = validators.get(schema) ?? createValidator(JSON.parse(text) as object);
  validators.set(schema, validator);
  return validator;
}
