import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createPracticeService, practiceToken, type PracticeService } from '../src/index.ts';

const path = '/repos/octo/hello/issues/7/comments';
describe('practice', () => {
  let github: PracticeService;

  beforeEach(async () => void (github = await createPracticeService({ service: 'github', port: 0 })));
  afterEach(() => github.close());

  interface Sent {
    path?: string;
    method?: string;
    headers?: Record<string, string | undefined>;
    body?: string;
    timeoutMs?: number;
  }

  async function send({
    path: to = path,
    method = 'POST',
    headers = {},
    body = '{"body":"Hello"}',
    timeoutMs = 9000,
  }: Sent = {}) {
    const all = {
      authorization: `Bearer ${practiceToken}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'tallyhook',
      'content-type': 'application/json',
      ...headers,
    };
    const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(github.url + to, {
      method,
      headers: Object.fromEntries(present),
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
    };
  }

  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests look at whatever came back */
  async function admin(method: string, name: string, body?: unknown): Promise<any> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    return (await fetch(`${github.url}/__practice/${name}`, init)).json();
  }

  describe('GitHub stand-in', () => {
    it('accepts a comment and answers 201 with its id and address', async () => {
      const { status, json, headers } = await send();
      assert.equal(status, 201);
      assert.equal(json.html_url, `https://github.com/octo/hello/issues/7#issuecomment-${json.id}`);
      assert.equal(headers.get('location'), json.url);
      assert.equal(github.comments()[0]?.body, 'Hello');
    });

    it('lists the comments of an issue in pages and returns one', async () => {
      for (const body of ['one', 'two', 'three']) await send({ body: JSON.stringify({ body }) });
      await send({ path: '/repos/octo/hello/issues/8/comments' });
      const { json } = await send({ method: 'GET', path: `${path}?per_page=2&page=2` });
      assert.deepEqual(
        json.map(({ body }: { body: string }) => body),
        ['three'],
      );
      const one = await send({ method: 'GET', path: new URL(json[0].url).pathname });
      assert.equal(one.json.body, 'three');
    });

    it('says whose token it is', async () => {
      assert.equal((await send({ method: 'GET', path: '/user' })).json.login, 'practice');
    });

    const refusals: [string, Sent, number, RegExp][] = [
      ['a request without credentials', { headers: { authorization: undefined } }, 401, /Requires authentication/],
      ['a wrong token', { headers: { authorization: 'Bearer nonsense' } }, 401, /Bad credentials/],
      ['a scheme other than Bearer', { headers: { authorization: `Basic ${practiceToken}` } }, 401, /Bad credentials/],
      ['a request that accepts no JSON', { headers: { accept: 'text/html' } }, 415, /Must accept/],
      ['a body that is not sent as JSON', { headers: { 'content-type': 'text/plain' } }, 415, /Unsupported Media Type/],
      ['a body that is not JSON', { body: '{' }, 400, /Problems parsing JSON/],
      ['a body that is not an object', { body: '[]' }, 400, /JSON object/],
      ['a body without text', { body: '{}' }, 422, /"body\\?" wasn't supplied/],
      ['a text that is a number', { body: '{"body":7}' }, 422, /7 is not a string/],
      ['an empty text', { body: '{"body":" "}' }, 422, /cannot be blank/],
      ['a text of 65,537 characters', { body: JSON.stringify({ body: 'x'.repeat(65_537) }) }, 422, /too long/],
      ['an issue that is not a number', { path: '/repos/octo/hello/issues/x/comments' }, 404, /Not Found/],
      ['a repository that does not exist', { path: '/repos/missing/x/issues/1/comments' }, 404, /Not Found/],
      ['a different method', { method: 'PUT' }, 404, /Not Found/],
      ['a different address', { path: '/repos/octo/hello' }, 404, /Not Found/],
    ];
    for (const [title, sent, status, message] of refusals) {
      it(`refuses ${title} with ${status}`, async () => {
        const answer = await send(sent);
        assert.equal(answer.status, status);
        assert.match(answer.text, message);
        assert.equal(github.comments().length, 0);
      });
    }

    it('refuses a request without a User-Agent with 403', async () => {
      const answer = await send({ headers: { 'user-agent': '' } });
      assert.equal(answer.status, 403);
      assert.match(answer.text, /User-Agent/);
    });

    it('refuses an invalid address and keeps running', async () => {
      const { port } = new URL(github.url);
      const sent = request({ host: '127.0.0.1', port, path: '//' }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      assert.equal(answer.resume().statusCode, 400);
      assert.equal((await send()).status, 201);
    });

    it('answers 500 after an internal error and keeps running', async () => {
      const notion = await createPracticeService({ service: 'notion', port: 0 });
      const answer = await fetch(`${notion.url}/v1/pages/%`);
      assert.deepEqual([answer.status, await answer.json()], [500, { message: 'URIError: URI malformed' }]);
      assert.notEqual((await fetch(`${notion.url}/v1/pages/7`)).status, 500);
      await notion.close();
    });

    it('logs each request, without its token', async () => {
      await send();
      assert.deepEqual([github.log[0]?.method, github.log[0]?.path, github.log[0]?.status], ['POST', path, 201]);
      assert.equal(JSON.stringify(github.log).includes(practiceToken), false);
    });
  });

  describe('faults', () => {
    const faults: [Parameters<PracticeService['setFaults']>[0][number], number | RegExp, number][] = [
      ['hang', /timeout/, 0],
      ['reset', /fetch failed/, 0],
      ['500', 500, 0],
      ['503', 503, 0],
      ['429', 429, 0],
      ['slow', /timeout/, 0],
      ['stored-hang', /timeout/, 1],
      ['stored-reset', /fetch failed/, 1],
      ['stored-500', 500, 1],
    ];
    for (const [fault, outcome, kept] of faults) {
      it(`${fault} ${kept ? 'keeps the comment' : 'keeps nothing'} and happens once`, async () => {
        github.setFaults([fault]);
        if (typeof outcome === 'number') assert.equal((await send()).status, outcome);
        // A slow answer takes two seconds.
        else if (outcome.source === 'timeout')
          await assert.rejects(send({ timeoutMs: fault === 'slow' ? 1_000 : 3_000 }), outcome);
        else await assert.rejects(send(), outcome);
        assert.equal(github.comments().length, kept);
        assert.equal((await send()).status, 201);
      });
    }

    it('can be set and counted from outside', async () => {
      assert.deepEqual(await admin('PUT', 'faults', ['none', 'stored-500']), ['none', 'stored-500']);
      assert.equal((await send()).status, 201);
      assert.equal((await send()).status, 500);
      const kept = await admin('GET', 'kept');
      assert.deepEqual([kept.requests, kept.counts], [2, { comments: 2 }]);
      assert.equal((await admin('GET', 'log')).length, 2);
      await admin('DELETE', 'kept');
      assert.equal((await admin('GET', 'kept')).requests, 0);
    });

    it('are refused if unknown', async () => {
      assert.match((await admin('PUT', 'faults', ['explode'])).message, /stored-hang/);
    });
  });
});
