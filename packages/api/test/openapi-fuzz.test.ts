import assert from 'node:assert/strict';
import { ensureOperators } from '@tallyhook/store/workspaces';
import fc from 'fast-check';
import { releaseShippedApps } from '../src/apps/release-shipped-apps.ts';
import { checkAgainst } from './check-answer.ts';
import { operationsOf, requestsOf, type Document, type MadeRequest, type Operation } from './requests-from-openapi.ts';
import { send, startService, type Answered, type Founded, type Sender, type Service } from './start-service.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
/** Requests per operation: 150 in a long run, otherwise rounds of 3 until one gets past the door. */
const runsOfEach = isLong ? 150 : 2;

/** The connector defines how its service is answered; every other operation must match the document. */
const answersAnything = ['postHooksConnector', 'postHooksConnectorKey', 'postStartKey'];

describe('OpenAPI operations', () => {
  let service: Service;
  let founded: Founded;
  let requests: Map<string, fc.Arbitrary<MadeRequest>>;
  let document: Document;
  let operations: Operation[];

  before(async () => {
    service = await startService({ signInRates: { perEmail: 1e6, perAddress: 1e6 } });
    founded = await service.found();
    const ids = [
      await make('/api/records?type=ticket', { fields: { title: 'Oven' } }),
      await make('/api/reports', { name: 'All', definition: { type: 'ticket', chart: 'number' } }),
      await make('/api/dashboards', { name: 'Board' }),
      await make('/api/views', { name: 'All', definition: { type: 'ticket' } }),
      await make('/api/commits', { message: 'Oven' }),
      '0'.repeat(24),
    ];
    await releaseShippedApps(service.store, service.deps.logger);
    for (const name of ['draft', 'old'])
      await send(service, 'POST', '/api/branches', { as: founded.owner, json: { name } });
    await make('/api/types', {
      ...{ name: 'part', label: 'Part', plural: 'Parts', labelField: 'title' },
      fields: [{ name: 'title', label: 'Title', kind: 'text' }],
    });
    const { person } = (await send(service, 'GET', '/api/session', { as: founded.owner })).body;
    await ensureOperators(service.store, [person.email], new Date());
    document = (await send(service, 'GET', '/api/openapi.json', { as: founded.readKey })).body as Document;
    // Without the app or its types, little else could be tried.
    const isLast = ({ operationId }: Operation) => Number(/^deleteApi(InstalledApps|Branches|Types)/.test(operationId));
    operations = operationsOf(document)
      .map(({ operation }) => operation)
      .sort((one, other) => isLast(one) - isLast(other));
    const branches = ['main', 'draft', 'old'];
    const byName = { from: branches, into: branches, name: ['draft', 'part', 'old'], app: ['work'], commit: ids };
    requests = requestsOf(document, { ids, byName });
  });
  after(() => service?.stop());

  async function make(path: string, json: object): Promise<string> {
    const made = await send(service, 'POST', path, { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
    return made.body.id as string;
  }

  /** Mostly senders that the operation admits. */
  async function sendersOf({ operationId, security }: Operation): Promise<fc.Arbitrary<Sender>> {
    // A session ends with signing out, and a person in several workspaces must name one in every request.
    const isOnceOnly = ['deleteApiSession', 'postApiWorkspaces'].includes(operationId);
    const person = isOnceOnly ? await service.join(founded.workspaceId, 'owner') : founded.owner;
    const anybody = [person, founded.readKey, founded.writeKey, undefined];
    const letIn = security.flatMap((way): Sender[] => ('key' in way ? [founded.readKey, founded.writeKey] : [person]));
    return fc.constantFrom<Sender>(...anybody, ...letIn, ...letIn, ...letIn);
  }

  function check(operation: Operation, answered: Answered): void {
    const { operationId, responses } = operation;
    const shown = `${operationId} ${answered.status} ${answered.text}`;
    // /health reports a part that is not ready, here the worker, in its own format.
    const isNotReady = operationId === 'getHealth' && answered.status === 503;
    assert.ok(answered.status < 500 || isNotReady, shown);
    if (answersAnything.includes(operationId)) return;
    assert.ok(Object.hasOwn(responses, answered.status), shown);
    checkAgainst(document, operation, answered);
    if (answered.status < 400) return;
    const type = answered.headers.get('content-type') ?? '';
    assert.match(type, /json/, shown);
    if (type.startsWith('application/problem+json')) assert.equal(answered.body.status, answered.status);
  }

  it('answer random input only with declared statuses and bodies, never with 500 or above', async () => {
    const statuses = new Map<string, Set<number>>();
    for (const operation of operations) {
      const seen = new Set<number>();
      statuses.set(operation.operationId, seen);
      const made = requests.get(operation.operationId)!;
      const property = fc.asyncProperty(made, await sendersOf(operation), async (request, as) => {
        const { method, path, body, contentType } = request;
        const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
        if (path.startsWith('/mcp')) headers.accept = 'application/json, text/event-stream';
        const answered = await send(service, method, path, { as, body, headers });
        seen.add(answered.status);
        check(operation, answered);
      });
      // Requests that are all refused at the door would prove nothing.
      for (let round = 0; round === 0 || (round < 10 && !isThrough(seen)); round++) {
        await fc.assert(property, { numRuns: runsOfEach });
      }
    }
    assert.deepEqual(
      [...statuses].filter(([, seen]) => !isThrough(seen)),
      [],
    );
  }).timeout(isLong ? 1_200_000 : 400_000);

  it('are all tested, including those with other answers', () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.deepEqual([...requests.keys()].sort(), ids.toSorted());
    assert.deepEqual(
      answersAnything.filter((id) => !ids.includes(id)),
      [],
    );
  });
});

/** Whether an operation did or read something, or reported what it could not find or do. */
const isThrough = (statuses: ReadonlySet<number>): boolean =>
  [...statuses].some((status) => status < 300 || [302, 404, 409, 422, 503].includes(status));
