import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import fc from 'fast-check';
import type { Parameter } from '../src/parameters.ts';
import { fileTypes } from '../src/records/file-form.ts';
import type { Route } from '../src/route.ts';
import { routes } from '../src/routes/index.ts';
import { send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const names = ['__proto__', 'constructor', 'toString', '$ne', '$where', 'a.b', 'title', 'fields', 'type', 'and', ''];
const texts = [
  'ticket',
  'note',
  'report',
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  '$ne',
  '..',
  '/',
  '(a+)+$',
  'x'.repeat(3_000),
  '-1',
  '1e400',
];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(...texts, null, true, 0, -0, 1e308, -1, 2 ** 53),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('json'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 10 })), tie('json')), { maxLength: 5 })
      .map(
        // Own properties, including `__proto__`, as JSON.parse creates them.
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join()}}`,
          ),
      ),
  ),
}));

const question = fc.record(
  {
    type: fc.constantFrom<unknown>('ticket', 'note', ...texts, 7),
    filter: fc.oneof(
      json,
      fc.record({
        and: fc.array(
          fc.record({
            field: fc.constantFrom('title', 'status', 'createdAt', ...names),
            op: fc.constantFrom('eq', 'in', 'contains', 'gte', 'empty', ...names),
            value: json,
          }),
          { maxLength: 3 },
        ),
      }),
    ),
    groupBy: fc.oneof(
      json,
      fc.array(
        fc.record(
          {
            field: fc.constantFrom('status', 'createdAt', 'project', ...names),
            unit: fc.constantFrom('day', 'month', 'hour', ...names),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
    ),
    measures: fc.oneof(
      json,
      fc.array(
        fc.record(
          {
            fn: fc.constantFrom('count', 'sum', 'avg', 'min', 'max', 'distinct', ...names),
            field: fc.constantFrom('estimate', 'title', ...names),
            as: fc.constantFrom(...names),
          },
          { requiredKeys: ['fn'] },
        ),
        { maxLength: 6 },
      ),
    ),
    timezone: fc.constantFrom<unknown>('UTC', 'America/New_York', 'Mars/Olympus', 7),
    limit: fc.constantFrom<unknown>(1, 10, 0, -1, 1e9, 'x'),
  },
  { requiredKeys: ['type'] },
);

const body = fc.oneof(
  json,
  question,
  fc.record({ fields: json }),
  fc.record({ revision: leaf, fields: json }),
  fc.record({ name: leaf, definition: fc.oneof(question, json) }),
);

const nastyText = fc.oneof(fc.constantFrom(...texts), leaf.map(String));

/** Values that a declared parameter mostly accepts. */
function valueOf(name: string, parameter: Parameter): fc.Arbitrary<string> {
  if (name === 'q')
    return fc.oneof(
      question.map((value) => JSON.stringify(value)),
      nastyText,
    );
  if (name === 'type') return fc.oneof({ weight: 9, arbitrary: fc.constantFrom('ticket', 'note') }, nastyText);
  if (parameter.kind === 'flag') return fc.constantFrom('0', '1');
  if (parameter.kind === 'integer') return fc.constantFrom('1', '2', '1000', '7');
  if (parameter.kind === 'choice') return fc.constantFrom(...parameter.values);
  return nastyText;
}

/** Mostly declared parameters, so that requests get past validation. */
function searchOf(route: Route): fc.Arbitrary<[string, string][]> {
  const declared = route.parameters === 'any' ? {} : (route.parameters ?? {});
  const given = Object.entries(declared).map(([name, parameter]) => {
    const pair = valueOf(name, parameter).map((value): [string, string] => [name, value]);
    return fc.option(pair, { freq: 'required' in parameter && parameter.required ? 20 : 2 });
  });
  const stray = fc.option(fc.tuple(fc.constantFrom('branch', 'workspace', ...names), nastyText), { freq: 1 });
  const isStray = fc.integer({ min: 0, max: 9 }).chain((dice) => (dice === 0 ? stray : fc.constant(null)));
  return fc.tuple(...given, isStray).map((pairs) => pairs.filter((pair) => pair !== null));
}

const signsOut = ({ method, path }: Route): boolean => method === 'delete' && path === '/api/session';

function hostile({ owner, readKey, writeKey }: Founded, ids: readonly string[]) {
  return fc.constantFrom(...routes).chain((route) =>
    fc.record({
      route: fc.constant(route),
      // After signing out, every later request of the owner would be refused.
      who: fc.constantFrom<Sender>(...(signsOut(route) ? [] : [owner]), readKey, writeKey, writeKey, undefined),
      id: fc.oneof(fc.constantFrom(...ids), nastyText),
      search: searchOf(route),
      body,
      type: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...(route.path === '/api/import' ? fileTypes : ['application/json'])) },
        fc.constantFrom('text/csv', 'application/octet-stream', 'text/plain'),
      ),
      raw:
        typeof route.body === 'object' && 'stream' in route.body
          ? fc.option(fc.uint8Array({ maxLength: 100 }))
          : fc.constant(null),
    }),
  );
}

/** GraphQL and MCP report their own refusals in the form of their protocols; earlier refusals are problems. */
const hasOwnErrorFormat = ({ path }: Route, contentType: string): boolean =>
  (path === '/mcp' || path === '/graphql') && !contentType.startsWith('application/problem+json');
const messageOf = ({ error, errors }: { error?: { message: unknown }; errors?: { message: unknown }[] }): unknown =>
  (error ?? errors?.[0])?.message;

/** A short run sends several rounds of this many requests until every kind of answer was seen. */
const runsOfRound = process.env.TALLYHOOK_LONG === '1' ? 800 : 200;

describe('random input', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ signInRates: { perEmail: 1e6, perAddress: 1e6 } });
    founded = await service.found();
  });

  after(() => service?.stop());

  const addressOf = (route: Route, id: string, search: [string, string][]) => {
    const path = route.path.replace(/:\w+/g, () => encodeURIComponent(id.toWellFormed()) || 'x');
    return `${path}?${search.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`;
  };

  it('never causes a status of 500 or above, and is refused with a problem document', async () => {
    const made = await send(service, 'POST', '/api/records?type=ticket', {
      as: founded.writeKey,
      json: { fields: { title: 'Oven' } },
    });
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(
      hostile(founded, [made.body.id, newId()]),
      async ({ route, who, id, search, body, type, raw }) => {
        const hasBody = route.method !== 'get' && route.method !== 'delete';
        const answered = await send(service, route.method.toUpperCase(), addressOf(route, id, search), {
          as: who,
          ...(hasBody
            ? { body: raw ? Buffer.from(raw) : JSON.stringify(body), headers: { 'content-type': type } }
            : {}),
        });
        statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
        // No worker runs here; /health reports that in its own format.
        if (route.path === '/health' && answered.status === 503) return;
        assert.ok(answered.status < 500, `${answered.status} ${answered.text}`);
        if (answered.status < 400) return;
        const contentType = answered.headers.get('content-type') ?? '';
        if (hasOwnErrorFormat(route, contentType))
          assert.equal(typeof messageOf(answered.body), 'string', answered.text);
        else {
          assert.match(contentType, /^application\/problem\+json/);
          assert.equal(answered.body.status, answered.status);
        }
        assert.doesNotMatch(answered.text, /node_modules|\.ts:|mongodb:|at async/);
      },
    );
    // Requests that are all refused at the door would prove nothing.
    const wanted = [200, 201, 404, 422];
    const isMissing = (status: number) => !statuses.has(status);
    for (let round = 0; round === 0 || (round < 8 && wanted.some(isMissing)); round++)
      await fc.assert(property, { numRuns: runsOfRound });
    assert.deepEqual(wanted.filter(isMissing), [], JSON.stringify([...statuses]));
  });
});
