import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemDocument } from '@tallyhook/schemas';
import { createClient, Problem, signIn, signOut, type Client } from './index.ts';

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

  it('sends the calls of every area as its route wants them', async () => {
    const { records, types, views, commits, apps } = client;
    await records.search('ticket', { sort: [{ field: 'due', dir: 'desc' }], offset: 20, limit: 10 });
    answer = (response) => response.end('{"records":[]}');
    assert.deepEqual(await records.batch('ticket', [{ do: 'delete', id: 'a' }]), []);
    answer = (response) => response.end('{}');
    await records.history('ticket', 'a', { limit: 5 });
    await records.news('ticket', '1.2');
    await types.remove('part', { evenIfUsed: true });
    await types.changeFields('part', { fields: { size: { label: 'Size' } } });
    await views.list('ticket');
    await commits.list({ cursor: 'c' });
    await commits.revert('a');
    await apps.loadSamples('work');
    assert.deepEqual(
      sent.map(({ method, url: to, body }) => [method, to, body]),
      [
        [
          'POST',
          '/api/records/search?type=ticket&limit=10',
          '{"filter":{"and":[]},"sort":[{"field":"due","dir":"desc"}],"offset":20}',
        ],
        ['POST', '/api/records/batch?type=ticket', '{"changes":[{"do":"delete","id":"a"}]}'],
        ['GET', '/api/records/a/history?type=ticket&limit=5', ''],
        ['GET', '/api/record-news?type=ticket&since=1.2', ''],
        ['DELETE', '/api/types/part?evenIfUsed=1', ''],
        ['PATCH', '/api/types/part', '{"fields":{"size":{"label":"Size"}}}'],
        ['GET', '/api/views?type=ticket', ''],
        ['GET', '/api/commits?cursor=c', ''],
        ['POST', '/api/commits/a/revert', '{}'],
        ['POST', '/api/installed-apps/work/samples', ''],
      ],
    );
  });

  describe('of a person', () => {
    const person = () => createClient({ url, token: 'secret', workspace: 'w1', branch: 'draft' });

    it('sends the session from the address of the service, with its workspace and branch', async () => {
      await person().query({ type: 'ticket' });
      await person().merges.preview({ from: 'draft', into: 'main' });
      assert.deepEqual(
        sent.map(({ method, url: to, headers }) => [method, to, headers.cookie, headers.origin, headers.authorization]),
        ['q=%7B%22type%22%3A%22ticket%22%7D&', 'from=draft&into=main&'].map((search, at) => [
          ...['GET', `/api/${['query', 'merges/preview'][at]}?${search}workspace=w1&branch=draft`],
          ...['tallyhook_session=secret', url, undefined],
        ]),
      );
    });

    it('gets its token from signing in', async () => {
      answer = (response) => {
        response.setHeader('Set-Cookie', ['other=1', 'tallyhook_session=secret; Path=/; HttpOnly']);
        response.end('{"workspaces":[{"id":"w1"}]}');
      };
      const { token, workspaces } = await signIn({ url, email: 'a@example.com', password: 'p' });
      assert.deepEqual([token, workspaces[0]?.id], ['secret', 'w1']);
      assert.deepEqual(sent.pop()?.body, '{"email":"a@example.com","password":"p"}');
      await signOut({ url, token });
      assert.deepEqual([sent[0]?.method, sent[0]?.headers.cookie], ['DELETE', 'tallyhook_session=secret']);
      answer = (response) => response.end('{}');
      assert.equal((await problemOf(signIn({ url, email: 'a@example.com', password: 'p' }))).code, 'unavailable');
    });

    const writeLines = (...lines: unknown[]) => {
      answer = (response) => {
        response.setHeader('Content-Type', 'application/x-ndjson');
        // Lines arrive in any pieces.
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        response.write(text.slice(0, 7));
        setImmediate(() => response.end(text.slice(7)));
      };
    };
    const merge = (onProgress?: (progress: { looked: number }) => void) =>
      person().merges.merge({ from: 'draft', into: 'main' }, { onProgress });

    it('reports the progress of long work, if that is wanted, and returns its result', async () => {
      const looked: number[] = [];
      writeLines({ progress: { looked: 1 } }, { progress: { looked: 20 } }, { result: { commit: null } });
      assert.deepEqual(await merge((progress) => looked.push(progress.looked)), { commit: null });
      assert.deepEqual(looked, [1, 20]);
      answer = (response) => response.end('{"commit":null}');
      assert.deepEqual(await merge(), { commit: null });
      assert.deepEqual(
        sent.map(({ headers }) => headers.accept?.split(',')[0]),
        ['application/x-ndjson', 'application/json'],
      );
    });

    it('throws the problem on the last line, and "unavailable" if the lines end too early', async () => {
      const conflict = new Problem('merge_conflict', 'Both branches changed it.', { members: { conflicts: 1 } });
      writeLines({ progress: { looked: 1 } }, { problem: problemDocument(conflict, 'request-1') });
      const refused = await problemOf(merge(() => undefined));
      assert.deepEqual([refused.code, refused.members], ['merge_conflict', { conflicts: 1, instance: 'request-1' }]);
      writeLines({ progress: { looked: 1 } });
      assert.match((await problemOf(merge(() => undefined))).message, /Look before you repeat it/);
      answer = (response) => {
        response.write('{"progress":{"looked":1}}\n');
        setTimeout(() => response.destroy(), 10);
      };
      assert.equal((await problemOf(merge(() => undefined))).code, 'unavailable');
    });

    it('reads an export record by record, and stops when its reader does', async () => {
      const left = Promise.withResolvers<void>();
      answer = (response) => {
        response.once('close', () => left.resolve());
        response.write('{"id":"a"}\n{"id":"b"}\n');
      };
      const found: string[] = [];
      for await (const { id } of person().records.export('ticket', { fields: ['title', 'due'], sort: '-due' })) {
        found.push(id);
        if (found.length === 2) break;
      }
      await left.promise;
      assert.deepEqual(found, ['a', 'b']);
      assert.match(sent[0]!.url, /^\/api\/record-export\?type=ticket&format=ndjson&sort=-due&fields=title%2Cdue&/);
    });
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
