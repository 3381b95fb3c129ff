import assert from 'node:assert/strict';
import { createValidator } from '@tallyhook/schemas';
import fc from 'fast-check';
import { descriptions } from '../src/openapi/descriptions.ts';
import { nameOf } from '../src/openapi/describe-api.ts';
import { routes } from '../src/routes/index.ts';
import { requestsOf, type Document, type Schema } from './requests-from-openapi.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';

describe('the OpenAPI document', () => {
  let service: Service;
  let founded: Founded;
  let document: Document;
  let ofBranch: Document;
  let ids: string[];

  before(async () => {
    service = await startService({ signInRates: { perEmail: 1e6, perAddress: 1e6 } });
    founded = await service.found();
    const make = async (path: string, json: object) => {
      const made = await send(service, 'POST', path, { as: founded.writeKey, json });
      assert.equal(made.status, 201, made.text);
      return made.body.id as string;
    };
    ids = [
      await make('/api/records?type=ticket', { fields: { title: 'Oven' } }),
      await make('/api/reports', { name: 'All', definition: { type: 'ticket', chart: 'number' } }),
      await make('/api/dashboards', { name: 'Board' }),
      '0'.repeat(24),
    ];
    document = (await send(service, 'GET', '/api/openapi.json')).body as Document;
    ofBranch = (await send(service, 'GET', '/api/openapi.json', { as: founded.readKey })).body as Document;
  });

  after(() => service?.stop());

  it('describes every route, and nothing that is none', () => {
    assert.deepEqual(Object.keys(descriptions).sort(), routes.map(nameOf).sort());
  });

  it('is open to all; whoever names a branch has to be let in there', async () => {
    assert.match(JSON.stringify(document), /"openapi":"3\.1\.0"/);
    assertProblem(await send(service, 'GET', '/api/openapi.json?branch=main'), 401, 'sign_in_required');
    const answered = await send(service, 'GET', '/api/openapi.json?branch=main', { as: founded.owner });
    assert.deepEqual(answered.body, ofBranch);
  });

  it('has no reference that leads nowhere and no name that is there twice', () => {
    for (const one of [document, ofBranch]) {
      for (const [, ref] of JSON.stringify(one).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        const found = ref!
          .split('/')
          .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], one);
        assert.ok(found, ref);
      }
      const names = Object.values(one.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      assert.equal(new Set(names).size, names.length);
      assert.doesNotMatch(JSON.stringify(one), /antiExamples|tsType/);
    }
  });

  it('has a schema of questions for each type of a branch that takes what the service takes', async () => {
    const validate = createValidator(inlined(ofBranch, 'Question_ticket'));
    for (const [question, isTaken] of [
      [{ type: 'ticket' }, true],
      [
        {
          type: 'ticket',
          filter: { and: [{ field: 'status', op: 'in', value: ['open'] }, { not: { field: 'due', op: 'empty' } }] },
        },
        true,
      ],
      [{ type: 'ticket', filter: { field: 'assignee.team', op: 'eq', value: 'Ovens' } }, true],
      [{ type: 'ticket', filter: { field: 'due', op: 'within', value: { unit: 'month', at: '2026-03-01' } } }, true],
      [
        {
          type: 'ticket',
          groupBy: [
            { field: 'createdAt', unit: 'month' },
            { field: 'assignee', top: 3 },
          ],
          measures: [{ fn: 'sum', field: 'estimate' }],
        },
        true,
      ],
      [{ type: 'ticket', filter: { field: 'status', op: 'gt', value: 'open' } }, false],
      [{ type: 'ticket', filter: { field: 'statsu', op: 'eq', value: 'open' } }, false],
      [{ type: 'ticket', groupBy: [{ field: 'status', unit: 'month' }] }, false],
      [{ type: 'ticket', measures: [{ fn: 'sum', field: 'title' }] }, false],
    ] as const) {
      const { status, text } = await send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
      assert.equal(status === 200, isTaken, text);
      assert.equal(validate(question).length === 0, isTaken, JSON.stringify([question, validate(question)]));
    }
  });

  it('is kept to: whatever is sent, the answer has a status that it names, and none is 500 or above', async () => {
    const made = requestsOf(ofBranch, ids).filter(({ path }) => !/^\/(health|api\/session)/.test(path));
    const senders = fc.constantFrom<Sender>(
      founded.owner,
      founded.readKey,
      founded.writeKey,
      founded.writeKey,
      undefined,
    );
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(made, senders, async ({ operation, method, path, body, contentType }, as) => {
      const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
      const answered = await send(service, method, path, { as, body, headers });
      statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
      assert.ok(answered.status < 500, `${answered.status} ${answered.text}`);
      // What the owner of a service answers for another one is the connector's.
      if (!path.startsWith('/hooks/')) {
        assert.ok(
          Object.hasOwn(operation.responses, answered.status) || isNear(operation.responses, answered.status),
          `${operation.operationId} ${answered.status} ${answered.text}`,
        );
      }
      if (answered.status >= 400 && !path.startsWith('/mcp') && !path.startsWith('/graphql')) {
        assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/);
        assert.equal(answered.body.status, answered.status);
      }
    });
    await fc.assert(property, { numRuns: isLong ? 10_000 : 400 });
    // Requests that all end at the door would prove nothing.
    for (const status of [200, 201, 404, 422]) assert.ok(statuses.has(status), JSON.stringify([...statuses]));
  }).timeout(isLong ? 1_200_000 : 120_000);
});

/** A saved thing that was there already is answered with 200 where a new one is 201. */
function isNear(responses: Record<string, unknown>, status: number): boolean {
  return (status === 200 || status === 201) && (Object.hasOwn(responses, 200) || Object.hasOwn(responses, 201));
}

/** One component as a schema of its own. */
function inlined({ components: { schemas } }: Document, name: string): Schema {
  const text = JSON.stringify({ ...schemas[name], $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text) as Schema;
}
