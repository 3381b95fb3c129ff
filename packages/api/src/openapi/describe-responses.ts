import { problemKinds, type ProblemCode } from '@tallyhook/schemas';
import type { Route } from '../route.ts';
import { componentRef, listOf } from './answers/parts.ts';
import type { RouteDescription } from './route-description.ts';

/** The answers of one route by status: those of success and the refusals. */
export function describeResponses(route: Route, described: RouteDescription): object {
  return { ...successesOf(described), ...refusalsOf(route, described) };
}

function successesOf({ also = {}, ...described }: RouteDescription): object {
  const { summary, status = 200 } = described;
  const statuses: NonNullable<RouteDescription['also']> = {
    [status]: { description: summary, isEmpty: status === 204 },
    ...also,
  };
  return Object.fromEntries(
    Object.entries(statuses).map(([one, { description, isEmpty = false, answer = described.answer }]) => [
      one,
      { description, ...(isEmpty ? {} : { content: contentOf({ ...described, answer }) }) },
    ]),
  );
}

type Content = Pick<RouteDescription, 'answer' | 'type' | 'otherTypes'>;

function contentOf({ answer, type = 'application/json', otherTypes = [] }: Content): object {
  return Object.fromEntries([type, ...otherTypes].map((one) => [one, mediaOf(one, answer)]));
}

function mediaOf(type: string, answer: string | undefined): object {
  if (isJson(type)) return { schema: schemaOfAnswer(answer) };
  return type.startsWith('text/') ? { schema: { type: 'string' } } : {};
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);

/** `File` is one of them, `File[]` a list. */
function schemaOfAnswer(answer: string | undefined): object {
  if (answer === undefined) throw new Error('Say in openapi/descriptions.ts what a route answers in JSON.');
  return answer.endsWith('[]') ? listOf(componentRef(answer.slice(0, -2))) : componentRef(answer);
}

/** The refusals by status, each with the codes that it may have, and the form that a protocol gives it besides. */
function refusalsOf(route: Route, { problems = [], ownRefusals = {}, otherTypes = [] }: RouteDescription): object {
  const codes = [...new Set<ProblemCode>([...refusalsByShape(route), ...problems])];
  const byStatus = Map.groupBy<number, ProblemCode>(codes, (code) => problemKinds[code].status);
  const statuses = [...new Set([...byStatus.keys(), ...Object.keys(ownRefusals).map(Number)])];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = ownRefusals[status];
      const ownContent = own === undefined ? {} : contentOf({ answer: own, otherTypes: otherTypes.filter(isJson) });
      return [status, refusalOf(byStatus.get(status) ?? [], ownContent)];
    }),
  );
}

function refusalOf(codes: readonly ProblemCode[], ownContent: object): object {
  const words = codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`);
  const problem = { 'application/problem+json': { schema: componentRef('Problem') } };
  return {
    description: words.length === 0 ? 'As the protocol has it.' : words.join(' '),
    content: { ...(codes.length === 0 ? {} : problem), ...ownContent },
  };
}

function refusalsByShape({ needs, only, method, body, path }: Route): ProblemCode[] {
  const who: ProblemCode[] = needs === 'nothing' ? [] : ['sign_in_required', 'forbidden', 'too_many_requests'];
  const where: ProblemCode[] = (needs === 'nothing' || needs === 'session') && !path.includes(':') ? [] : ['not_found'];
  const origin: ProblemCode[] = method === 'get' || only === 'key' ? [] : ['wrong_origin'];
  const json: ProblemCode[] =
    body === undefined || body === 'stream'
      ? []
      : ['invalid_json', 'body_too_large', 'unsupported_type', 'invalid_input'];
  return ['invalid_request', 'headers_too_large', ...who, ...where, ...origin, ...json, 'internal', 'unavailable'];
}
