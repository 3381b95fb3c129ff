import { problemKinds, type ProblemCode } from '@tallyhook/schemas';
import { abilityOf, admits } from '../access.ts';
import type { Route } from '../route.ts';
import { savesData } from '../saves-data.ts';
import { answerRef, componentRef } from './component-ref.ts';

/** The responses of one route by status, both success and refusals. */
export function describeResponses(route: Route): object {
  return { ...successesOf(route), ...refusalsOf(route) };
}

function successesOf(route: Route): object {
  const { summary, answer, mediaType, status = (answer ?? mediaType) ? 200 : 204, also = {} } = route;
  const statuses: NonNullable<Route['also']> = {
    [status]: { description: summary, isEmpty: status === 204 || status === 302 },
    ...also,
  };
  return Object.fromEntries(
    Object.entries(statuses).map(([one, { description, isEmpty = false, answer: other = answer }]) => [
      one,
      { description, ...(isEmpty ? {} : { content: contentOf({ ...route, answer: other }) }) },
    ]),
  );
}

type Content = Pick<Route, 'answer' | 'mediaType' | 'otherTypes' | 'lines'>;

function contentOf({ answer, mediaType = 'application/json', otherTypes = [], lines }: Content): object {
  return {
    ...Object.fromEntries([mediaType, ...otherTypes].map((type) => [type, mediaOf(type, answer)])),
    // OpenAPI 3.1 cannot say that this is the schema of each line.
    ...(lines === undefined ? {} : { [linesType]: { schema: componentRef(lines) } }),
  };
}

function mediaOf(type: string, answer: string | undefined): object {
  if (isJson(type) && answer !== undefined) return { schema: answerRef(answer) };
  return type.startsWith('text/') ? { schema: { type: 'string' } } : {};
}

/** The media type of an answer that is one JSON value per line. */
export const linesType = 'application/x-ndjson';
/** Whether an answer of this media type is one JSON value (RFC 6839). */
export const isJson = (type: string): boolean => /[/+]json$/.test(type);

/** The refusals by status, each with its possible codes and, if a protocol has one, its own format. */
function refusalsOf(route: Route): object {
  const { problems = [], ownRefusals = {}, otherTypes = [] } = route;
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
  const problem = { 'application/problem+json': { schema: componentRef('ProblemDocument') } };
  return {
    description: words.length === 0 ? 'As the protocol defines.' : words.join(' '),
    content: { ...(codes.length === 0 ? {} : problem), ...ownContent },
  };
}

function refusalsByShape(route: Route): ProblemCode[] {
  const { access, method, body, path } = route;
  const who: ProblemCode[] = access === 'anyone' ? [] : ['sign_in_required', 'forbidden', 'too_many_requests'];
  const where: ProblemCode[] = abilityOf(access) === undefined && !path.includes(':') ? [] : ['not_found'];
  const origin: ProblemCode[] = method === 'get' || !admits(access).people ? [] : ['wrong_origin'];
  const isJsonBody = body !== undefined && !(typeof body === 'object' && 'stream' in body);
  const json: ProblemCode[] = isJsonBody ? ['invalid_json', 'body_too_large', 'unsupported_type', 'invalid_input'] : [];
  const room: ProblemCode[] = savesData(route) ? ['no_space'] : [];
  const every: ProblemCode[] = ['invalid_request', 'headers_too_large', 'internal', 'unavailable'];
  return [...every, ...who, ...where, ...origin, ...json, ...room];
}
