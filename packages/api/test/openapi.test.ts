import assert from 'node:assert/strict';
import { createValidator } from '@tallyhook/schemas';
import type { Route } from '../src/route.ts';
import { routes } from '../src/routes/index.ts';
import { operationsOf, type Document, type Schema } from './requests-from-openapi.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

describe('OpenAPI document', () => {
  let service: Service;
  let founded: Founded;
  let document: Document;
  let ofBranch: Document;

  before(async () => {
    service = await startService();
    founded = await service.found();
    document = (await send(service, 'GET', '/api/openapi.json')).body as Document;
    ofBranch = (await send(service, 'GET', '/api/openapi.json', { as: founded.readKey })).body as Document;
  });

  after(() => service?.stop());

  /** OpenAPI 3.1 cannot describe the QUERY method; the summary of POST mentions it. */
  const nameOf = ({ method, path }: Route) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
  const isDescribed = ({ method }: Route) => method !== 'query';

  it('describes every route', () => {
    const described = operationsOf(document).map(({ path, method }) => `${method} ${path}`);
    assert.deepEqual(described.sort(), routes.filter(isDescribed).map(nameOf).sort());
  });

  it('says who may use a route, and which report progress line by line', () => {
    const described = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]));
    const roles = 'For people with the role owner, admin';
    for (const [id, expected] of [
      ['getHealth', 'Open to anyone.'],
      ['getApiWorkspaces', 'For every person who has signed in.'],
      ['getApiBranches', `${roles}, member, viewer or guest.`],
      ['postApiCommits', `${roles} or member, and for API keys that write.`],
      ['getApiDifferences', `${roles}, member, viewer or guest, and for every API key.`],
      ['postApiQuery', 'For every API key.'],
      ['postApiApps', 'For people with the role owner or admin.'],
    ] as const) {
      assert.equal(described.get(id)?.description, expected);
    }
    const inLines = [...described].filter(([, { responses }]) =>
      Object.values(responses).some(({ content = {} }) => 'application/x-ndjson' in content),
    );
    assert.deepEqual(inLines.map(([id]) => id).sort(), [
      ...['getApiRecordExport', 'getApiRunExport', 'postApiBranches', 'postApiCommitsIdRevert', 'postApiImport'],
      'postApiMerges',
    ]);
    for (const id of ['postApiBranches', 'postApiCommitsIdRevert', 'postApiImport', 'postApiMerges'])
      assert.match(described.get(id)!.description, /the last line has the result or a problem\.$/);
  });

  it('is public, but a branch requires access', async () => {
    assert.match(JSON.stringify(document), /"openapi":"3\.1\.0"/);
    assertProblem(await send(service, 'GET', '/api/openapi.json?branch=main'), 401, 'sign_in_required');
    const answered = await send(service, 'GET', '/api/openapi.json?branch=main', { as: founded.owner });
    assert.deepEqual(answered.body, ofBranch);
  });

  it('has no dangling reference and no duplicate name', () => {
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

  it('describes every JSON body and answer', () => {
    for (const { operation } of [document, ofBranch].flatMap(operationsOf)) {
      const { operationId, requestBody, responses } = operation;
      const isRaw = /^post(HooksConnector|StartKey|ListenKey)/.test(operationId);
      const medias = [...(isRaw ? [] : [requestBody]), ...Object.values(responses)].flatMap((one) =>
        Object.entries(one?.content ?? {}),
      );
      for (const [type, { schema }] of medias) {
        if (!/[/+]json$/.test(type)) continue;
        const shown = `${operationId}: ${type} ${JSON.stringify(schema)}`;
        assert.ok(schema !== undefined, shown);
        assert.ok(
          ['$ref', 'properties', 'items', 'anyOf'].some((keyword) => keyword in schema),
          shown,
        );
      }
    }
  });

  it('has a question schema per type that accepts what the service accepts', async () => {
    const validate = createValidator(inlined(ofBranch, 'Question_ticket'));
    const untitled = (count: number) => Array<object>(count).fill({ field: 'title', op: 'empty' });
    for (const [question, isAccepted] of [
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
      [{ type: 'ticket', filter: { field: 'labels', op: 'eq', value: 'bug' } }, true],
      [{ type: 'ticket', filter: { field: 'related.status', op: 'eq', value: 'open' } }, true],
      [{ type: 'ticket', filter: { field: 'related.estimate', op: 'has', value: [1] } }, true],
      [{ type: 'ticket', filter: { field: 'related.status', op: 'ne', value: 'open' } }, false],
      [{ type: 'ticket', filter: { field: 'title', op: 'eq', value: 'x'.repeat(1_001) } }, true],
      [{ type: 'ticket', filter: { field: 'title', op: 'contains', value: 'x'.repeat(1_001) } }, false],
      [{ type: 'ticket', filter: { and: untitled(52) } }, true],
      [{ type: 'ticket', filter: { and: untitled(53) } }, false],
      [{ type: 'ticket', filter: { field: 'status', op: 'gt', value: 'open' } }, false],
      [{ type: 'ticket', filter: { field: 'statsu', op: 'eq', value: 'open' } }, false],
      [{ type: 'ticket', groupBy: [{ field: 'status', unit: 'month' }] }, false],
      [{ type: 'ticket', measures: [{ fn: 'sum', field: 'title' }] }, false],
    ] as const) {
      const { status, text } = await send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
      assert.equal(status === 200, isAccepted, text);
      assert.equal(validate(question).length === 0, isAccepted, JSON.stringify([question, validate(question)]));
    }
  });
});

/** Makes one component a self-contained schema. */
function inlined({ components: { schemas } }: Document, name: string): Schema {
  const text = JSON.stringify({ ...schemas[name], $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text) as Schema;
}
