import { problemKinds, type ProblemCode } from '@tallyhook/schemas';
import type { Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import { componentRef, toOpenApi } from './components.ts';
import type { RouteDescription } from './descriptions.ts';

/** One method of one path as OpenAPI has it. */
export function describeOperation(route: Route, described: RouteDescription): object {
  const { status = 200 } = described;
  return {
    summary: described.summary,
    operationId: operationIdOf(route),
    tags: [route.path.split('/').filter((part) => part !== 'api')[1] ?? 'service'],
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route, described)],
    ...bodyOf(route, described),
    responses: {
      [status]: { description: described.summary, ...(status === 204 ? {} : { content: contentOf(described) }) },
      ...refusalsOf(route, described),
    },
  };
}

/** `/api/records/:id` as OpenAPI writes it. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

/** `patchApiRecordsId` for PATCH /api/records/:id. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function securityOf({ needs, only }: Route): object[] {
  if (needs === 'nothing') return [];
  if (needs === 'session' || only === 'session') return [{ session: [] }];
  return only === 'key' ? [{ key: [] }] : [{ key: [] }, { session: [] }];
}

function pathParameters({ path }: Route): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** The branch that a session means; a key has its own. */
const placeParameters: Record<string, Parameter> = {
  workspace: { kind: 'text', maxLength: 100 },
  branch: { kind: 'text', maxLength: 200 },
};

function queryParameters({ parameters = {}, needs }: Route, { json = {} }: RouteDescription): object[] {
  if (parameters === 'any') return [];
  const isOnBranch = needs !== 'nothing' && needs !== 'session';
  return Object.entries({ ...(isOnBranch ? placeParameters : {}), ...parameters }).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: 'required' in parameter && parameter.required === true,
    ...(Object.hasOwn(json, name)
      ? { content: { 'application/json': { schema: componentRef(json[name]!) } } }
      : { schema: schemaOf(parameter) }),
  }));
}

function schemaOf(parameter: Parameter): object {
  switch (parameter.kind) {
    case 'flag':
      return { type: 'string', enum: ['0', '1'] };
    case 'integer':
      return { type: 'integer', minimum: parameter.minimum, maximum: parameter.maximum };
    case 'choice':
      return { type: 'string', enum: parameter.values };
    case 'list':
      return { type: 'array', maxItems: parameter.maxItems, items: { type: 'string' } };
    default: {
      const { maxLength = 200 } = parameter;
      return { type: 'string', minLength: 1, ...(Number.isFinite(maxLength) ? { maxLength } : {}) };
    }
  }
}

function bodyOf({ body, path }: Route, { streams = 'application/octet-stream' }: RouteDescription): object {
  if (body === undefined) return {};
  const content =
    body === 'stream'
      ? { [streams]: {} }
      : {
          'application/json': {
            schema: path === '/api/query' ? componentRef('AskedQuestion') : toOpenApi(body.schema),
          },
        };
  return { requestBody: { required: true, content } };
}

function contentOf({ answer, type = 'application/json' }: RouteDescription): object {
  return { [type]: answer === undefined ? {} : { schema: componentRef(answer) } };
}

/** The refusals by status, each with the codes that it may have. */
function refusalsOf(route: Route, { problems = [] }: RouteDescription): object {
  const codes = new Set<ProblemCode>([...refusalsByShape(route), ...problems]);
  const byStatus = Map.groupBy(codes, (code) => problemKinds[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\`: ${problemKinds[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: componentRef('Problem') } },
      },
    ]),
  );
}

function refusalsByShape({ needs, only, method, body, path }: Route): ProblemCode[] {
  const who: ProblemCode[] = needs === 'nothing' ? [] : ['sign_in_required', 'forbidden', 'too_many_requests'];
  const where: ProblemCode[] = (needs === 'nothing' || needs === 'session') && !path.includes(':') ? [] : ['not_found'];
  const origin: ProblemCode[] = method === 'get' || only === 'key' ? [] : ['wrong_origin'];
  const json: ProblemCode[] =
    body === undefined || body === 'stream'
      ? []
      : ['invalid_json', 'body_too_large', 'unsupported_type', 'invalid_input'];
  return ['invalid_request', ...who, ...where, ...origin, ...json, 'internal', 'unavailable'];
}
