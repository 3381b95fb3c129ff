import type { PracticeAnswer } from '../exchange.ts';
import type { Asked, PracticeRoute } from '../play-routes.ts';
import type { Keeper } from '../keeper.ts';
import { readForm } from '../read-body.ts';
import { refuse, type StripeError } from './answers.ts';

interface Resource {
  prefix: string;
  required?: string[];
  optional?: string[];
  /** Parameters that must refer to an existing object. */
  refersTo?: Record<string, string>;
  more?: Record<string, unknown>;
}

interface Replay {
  key: string;
  request: string;
  answer: PracticeAnswer;
}

/** The route that creates one kind of object, once per idempotency key. */
export function createRoute(kind: string, resource: Resource): PracticeRoute {
  return {
    method: 'POST',
    path: `/v1/${kind}`,
    answer(asked, keeper) {
      const key = asked.headers['idempotency-key'];
      if (typeof key !== 'string') return create(kind, resource, asked, keeper);
      const request = `${kind} ${asked.body.toString('utf8')}`;
      const known = keeper.of<Replay>('idempotencyKeys').find((replay) => replay.key === key);
      if (known === undefined) {
        const answer = create(kind, resource, asked, keeper);
        keeper.add<Replay>('idempotencyKeys', { key, request, answer });
        return answer;
      }
      if (known.request === request) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } };
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return refuse(400, { type: 'idempotency_error', message });
    },
  };
}

function create(kind: string, resource: Resource, asked: Asked, keeper: Keeper): PracticeAnswer {
  const form = readForm(asked);
  if (form === undefined) {
    const message = 'Invalid request (check that your POST content type is application/x-www-form-urlencoded).';
    return refuse(400, { type: 'invalid_request_error', message });
  }
  const mistake = findMistake(resource, form, keeper);
  if (mistake !== undefined) return refuse(400, mistake);
  const { prefix, more = {} } = resource;
  const number = (name: string): object => (form[name] === undefined ? {} : { [name]: Number(form[name]) });
  const id = `${prefix}_${keeper.nextNumber()}`;
  return { status: 200, body: keeper.add(kind, { id, object: kind, ...form, ...number('amount'), ...more }) };
}

function findMistake(
  { required = [], optional = [], refersTo = {} }: Resource,
  form: Record<string, string>,
  keeper: Keeper,
): StripeError | undefined {
  const type = 'invalid_request_error';
  const unknown = Object.keys(form).find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown !== undefined)
    return { type, code: 'parameter_unknown', param: unknown, message: `Received unknown parameter: ${unknown}` };
  const missing = required.find((name) => form[name] === undefined);
  if (missing !== undefined)
    return { type, code: 'parameter_missing', param: missing, message: `Missing required param: ${missing}.` };
  if (form['amount'] !== undefined && !/^-?\d+$/.test(form['amount']))
    return { type, code: 'parameter_invalid_integer', param: 'amount', message: `Invalid integer: ${form['amount']}` };
  for (const [param, kind] of Object.entries(refersTo)) {
    if (keeper.of<{ id: string }>(kind).some(({ id }) => id === form[param])) continue;
    return { type, code: 'resource_missing', param, message: `No such ${param}: '${form[param]}'` };
  }
  return undefined;
}
