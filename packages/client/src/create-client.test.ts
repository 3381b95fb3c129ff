import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemDocument } from '@tallyhook/schemas';
import { createClient, Problem, type Client } from './index.ts';

interface Sent {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

describe('client', () => {
  const sent: Sent[] = [];
  let answer: (response: ServerResponse) => void;
  let url: string;
  let client: Client;
  const server = createServer((request, response) => void receive(request, response));

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createClient({ url, key: 'th_key' });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    sent.length = 0;
    answer = (response) => response.end('{}');
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: to = '', headers } = request;
    sent.push({ method, url: to, headers, body: (await request.toArray()).join('') });
    answer(response);
  }

  const refuse = (problem: Problem, headers: Record<string, string> = {}) => {
    answer = (response) => {
      response.writeHead(problem.kind.status, { 'content-type': 'application/problem+json', ...headers });
      response.end(JSON.stringify(problemDocument(problem, 'request-1')));
    };
  };

  /** The problem that a call throws. */
  async function problemOf(call: Promise<unknown>): Promise<Problem> {
    const error = await call.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Problem, String(error));
    return error;
  }

  it('sends each call as one request with the key and its values', async () => {
    await client.query({ type: 'ticket' }, { labels: true });
    await client.records.list('ticket');
    await client.records.list('ticket', {
      filter: { field: 'title', op: 'eq', value: 'a' },
      limit: 2,
      cursor: 'c&d',
      timezone: 'Asia/Tokyo',
    });
    await client.records.get('ticket', 'a/b');
    await client.records.create('ticket', { title: 'Ünï' });
    await client.records.update('ticket', 'a', { revision: 3, fields: { title: null } });
    await client.records.remove('ticket', 'a', { revision: 4 });
    await client.records.remove('ticket', 'a');
    assert.deepEqual(
      sent.map(({ method, url: to, body }) => [method, to, body]),
      [
        ['POST', '/api/query?labels=1', '{"type":"ticket"}'],
        ['GET', '/api/records?type=ticket', ''],
        [
          'POST',
          '/api/records/search?type=ticket&limit=2&cursor=c%26d&timezone=Asia%2FTokyo',
          '{"filter":{"field":"title","op":"eq","value":"a"}}',
        ],
        ['GET', '/api/records/a%2Fb?type=ticket', ''],
        ['POST', '/api/records?type=ticket', '{"fields":{"title":"Ünï"}}'],
        ['PATCH', '/api/records/a?type=ticket', '{"revision":3,"fields":{"title":null}}'],
        ['DELETE', '/api/records/a?type=ticket&revision=4', ''],
        ['DELETE', '/api/records/a?type=ticket', ''],
      ],
    );
    for (const { headers, body } of sent) {
      assert.equal(headers.authorization, 'Bearer th_key');
      assert.equal(headers['content-type'], body === '' ? undefined : 'application/json');
    }
  });

  it('finds a service below a path, with or without a final slash', async () => {
    for (const end of ['/', '', '//']) {
      await createClient({ url: `${url}/tools/tallyhook${end}`, key: 'k' }).query({ type: 'ticket' });
      assert.equal(sent.pop()?.url, '/tools/tallyhook/api/query');
    }
  });

  it('returns undefined for an empty response', async () => {
    answer = (response) => response.writeHead(204).end();
    assert.equal(await client.records.remove('ticket', 'a'), undefined);
  });

  it('throws a refusal as a Problem with its errors, members and retry time', async () => {
    const errors = [{ pointer: '#/type', code: 'unknown_type', detail: 'there is no such type', suggestion: 'note' }];
    refuse(new Problem('invalid_question', 'There is no such type.', { errors }));
    const mistaken = await problemOf(client.query({ type: 'nota' }));
    assert.deepEqual(
      [mistaken.code, mistaken.message, mistaken.errors, mistaken.kind.status],
      ['invalid_question', 'There is no such type.', errors, 422],
    );
    refuse(new Problem('query_timeout', 'It took too long.', { members: { limitMs: 8_000 } }));
    const late = await problemOf(client.query({ type: 'note' }));
    assert.deepEqual([late.code, late.members], ['query_timeout', { limitMs: 8_000, instance: 'request-1' }]);
    refuse(new Problem('too_many_requests', 'Wait.'), { 'retry-after': '3' });
    const tooMany = await problemOf(client.records.get('note', 'a'));
    assert.deepEqual([tooMany.code, tooMany.retryAfterSeconds], ['too_many_requests', 3]);
    assert.equal(sent.length, 3, 'nothing is sent again of itself');
  });

  it('throws "unavailable" if something else answers', async () => {
    for (const [status, text] of [
      [502, '<h1>Bad gateway</h1>'],
      [500, 'null'],
      [404, '{"code":"constructor","detail":"x"}'],
      [403, '{"message":"no"}'],
      [200, '<h1>Sign in</h1>'],
    ] as const) {
      answer = (response) => response.writeHead(status).end(text);
      const { code, message } = await problemOf(client.query({ type: 'note' }));
      assert.equal(code, 'unavailable', text);
      assert.match(message, new RegExp(`answered ${status}`));
    }
  });

  it('throws "unavailable" and the reason if nothing answers or a response breaks', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"rows":');
      setImmediate(() => response.destroy());
    };
    assert.equal((await problemOf(client.query({ type: 'note' }))).code, 'unavailable');
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const away = await problemOf(createClient({ url: `http://127.0.0.1:${port}`, key: 'k' }).query({ type: 'note' }));
    assert.equal(away.code, 'unavailable');
    assert.match(away.message, new RegExp(`127\\.0\\.0\\.1:${port}`));
    assert.ok(away.cause instanceof Error);
  });

  it('aborts a request with the reason of its signal', async () => {
    const leaving = new AbortController();
    const left = Promise.withResolvers<void>();
    answer = (response) => {
      response.once('close', () => left.resolve());
      leaving.abort(new Error('No longer wanted'));
    };
    await assert.rejects(client.query({ type: 'note' }, { signal: leaving.signal }), /No longer wanted/);
    await left.promise;
    await assert.rejects(client.query({ type: 'note' }, { signal: leaving.signal }), /No longer wanted/);
    assert.equal(sent.length, 1, 'what was given up before is not sent');
  });
});
