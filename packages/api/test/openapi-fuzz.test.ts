import assert from 'node:assert/strict';
import fc from 'fast-check';
import { operationsOf, requestsOf, type Document, type MadeRequest, type Operation } from './requests-from-openapi.ts';
import { send, startService, type Answered, type Founded, type Sender, type Service } from './start-service.ts';

const runsOfEach = process.env.TALLYHOOK_LONG === '1' ? 150 : 10;

/** What an operation may answer otherwise than all others; everything else about it is held to the document. */
const exceptions: Record<string, { own: 'statuses' | 'refusals' | 'both'; why: string }> = {
  getHealth: { own: 'refusals', why: 'it says in its own form that a part is not ready: here, the worker' },
  postHooksConnector: { own: 'both', why: 'the connector says how its service is answered' },
  postMcp: { own: 'refusals', why: 'the protocol has errors of its own' },
  getGraphql: { own: 'refusals', why: 'the protocol has errors of its own' },
  postGraphql: { own: 'refusals', why: 'the protocol has errors of its own' },
};

describe('every operation of the OpenAPI document', () => {
  let service: Service;
  let founded: Founded;
  let requests: Map<string, fc.Arbitrary<MadeRequest>>;
  let operations: Operation[];

  before(async () => {
    service = await startService({ signInRates: { perEmail: 1e6, perAddress: 1e6 } });
    founded = await service.found();
    const ids = [
      await make('/api/records?type=ticket', { fields: { title: 'Oven' } }),
      await make('/api/reports', { name: 'All', definition: { type: 'ticket', chart: 'number' } }),
      await make('/api/dashboards', { name: 'Board' }),
      '0'.repeat(24),
    ];
    const document = (await send(service, 'GET', '/api/openapi.json', { as: founded.readKey })).body as Document;
    operations = operationsOf(document).map(({ operation }) => operation);
    requests = requestsOf(document, ids);
  });
  after(() => service?.stop());

  async function make(path: string, json: object): Promise<string> {
    const made = await send(service, 'POST', path, { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
    return made.body.id as string;
  }

  /** Mostly those whom the operation lets in. */
  async function sendersOf({ operationId, security }: Operation): Promise<fc.Arbitrary<Sender>> {
    // Whoever signs out is nobody afterwards, and who is in several workspaces has to name one each time.
    const isOnceOnly = ['deleteApiSession', 'postApiWorkspaces'].includes(operationId);
    const person = isOnceOnly ? await service.join(founded.workspaceId, 'owner') : founded.owner;
    const anybody = [person, founded.readKey, founded.writeKey, undefined];
    const letIn = security.flatMap((way): Sender[] => ('key' in way ? [founded.readKey, founded.writeKey] : [person]));
    return fc.constantFrom<Sender>(...anybody, ...letIn, ...letIn, ...letIn);
  }

  function check({ operationId, responses }: Operation, answered: Answered): void {
    const own = exceptions[operationId]?.own;
    const said = `${operationId} ${answered.status} ${answered.text}`;
    const isNotReady = operationId === 'getHealth' && answered.status === 503;
    assert.ok(answered.status < 500 || isNotReady, said);
    if (own !== 'statuses' && own !== 'both') assert.ok(isNamed(responses, answered.status), said);
    if (answered.status < 400 || own === 'refusals' || own === 'both') return;
    assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/, said);
    assert.equal(answered.body.status, answered.status);
  }

  it('keeps its word: whatever is sent, the answer has a status that it names, and none is 500 or above', async () => {
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
      // Requests that all end at the door would prove nothing.
      for (let round = 0; round === 0 || (round < 10 && !isThrough(seen)); round++) {
        await fc.assert(property, { numRuns: runsOfEach });
      }
    }
    assert.deepEqual(
      [...statuses].filter(([, seen]) => !isThrough(seen)),
      [],
    );
  }).timeout(process.env.TALLYHOOK_LONG === '1' ? 1_200_000 : 120_000);

  it('is one of those, and so is each that may answer otherwise', () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.deepEqual([...requests.keys()], ids);
    assert.deepEqual(
      Object.keys(exceptions).filter((id) => !ids.includes(id)),
      [],
    );
  });
});

/** Whether an operation did or read something, or said what it could not find or do. */
const isThrough = (statuses: ReadonlySet<number>): boolean =>
  [...statuses].some((status) => status < 300 || [404, 409, 422, 503].includes(status));

/** A saved thing that was there already is answered with 200 where a new one is 201. */
function isNamed(responses: Record<string, unknown>, status: number): boolean {
  const named = Object.hasOwn(responses, status);
  const isDone = status === 200 || status === 201;
  return named || (isDone && (Object.hasOwn(responses, 200) || Object.hasOwn(responses, 201)));
}
