import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createHttp } from './create-http.ts';
import type { RequestSigning } from './http.ts';
import { signHeaders } from './sign-request.ts';

// The examples of "Signature calculations for the Authorization header" in the reference of Amazon S3.
const signing: RequestSigning = {
  service: 's3',
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const published = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';

describe('AWS Signature Version 4', () => {
  const rows: [what: string, request: { method: string; path: string; headers?: object; body?: Buffer }, string][] = [
    [
      'PUT of an object',
      {
        method: 'PUT',
        path: '/test%24file.text',
        headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET with a parameter without a value',
      { method: 'GET', path: '/?lifecycle' },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET with parameters',
      { method: 'GET', path: '/?max-keys=2&prefix=J' },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ];
  for (const [what, { method, path, headers = {}, body }, expected] of rows)
    it(`is the published one for a ${what}`, () => {
      const target = { path, host };
      const own = headers as Record<string, string>;
      const signed = signHeaders({ method, target, headers: own, signing, body }, published);
      assert.match(signed['Authorization'] ?? '', new RegExp(`Signature=${expected}$`));
      assert.equal(signed['X-Amz-Date'], '20130524T000000Z');
      assert.equal('Host' in signed, false);
    });

  it('replaces what a request says of the signature, and refuses a path that cannot be signed', () => {
    const request = { method: 'GET', target: { path: '/?lifecycle', host }, signing, body: undefined };
    const headers = { authorization: 'mine', 'x-amz-date': '20200101T000000Z', 'X-Amz-Security-Token': 'mine' };
    assert.deepEqual(
      signHeaders({ ...request, headers }, published),
      signHeaders({ ...request, headers: {} }, published),
    );
    const token = signHeaders({ ...request, headers, signing: { ...signing, sessionToken: 'a token' } }, published);
    assert.equal(token['X-Amz-Security-Token'], 'a token');
    assert.match(token['Authorization'] ?? '', /SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-tok/);
    assert.throws(() => signHeaders({ ...request, headers, target: { path: '/100%', host } }), /cannot be signed/);
  });
});

describe('Signed requests', () => {
  let [server, requests]: [Server, { headers: IncomingMessage['headers']; body: Buffer }[]] = [undefined!, []];
  const http = createHttp({ privateHosts: ['127.0.0.1'] });
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  before(async () => {
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        requests.push({ headers: request.headers, body });
        // As S3 answers SignatureDoesNotMatch.
        response.writeHead(403).end(`<SignatureProvided>${signatureOf(request.headers)}</SignatureProvided>é`);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => (requests = []));
  after(async () => {
    await http.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const signatureOf = ({ authorization = '' }: IncomingMessage['headers']): string =>
    authorization.split('Signature=')[1]!;

  /** What the request that arrived should have been signed with. */
  function resign({ headers, body }: (typeof requests)[number], method: string, path: string): string {
    const [, ...names] = /SignedHeaders=([^,]+)/.exec(headers.authorization!)![1]!.split(';').map(String);
    const own = Object.fromEntries([...names, 'host'].map((name) => [name, String(headers[name])]));
    const [, year, month, day, clock] = /^(....)(..)(..)T(......)Z$/.exec(String(headers['x-amz-date']))!;
    const now = new Date(`${year}-${month}-${day}T${clock!.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
    delete own['host'];
    const target = { path, host: headers.host! };
    return signatureOf({
      authorization: signHeaders({ method, target, headers: own, signing, body }, now).Authorization,
    });
  }

  it('are signed when they are sent, each time again, and their signature is not in the answer', async () => {
    const request = { method: 'POST', url: `${origin()}/a%20b?x=1`, headers: { 'X-Amz-Meta-A': 'b' }, signing };
    const answers = [await http.send({ ...request, body: Buffer.from('one') })];
    await new Promise((resolve) => setTimeout(resolve, 1100));
    answers.push(await http.send({ ...request, body: Buffer.from('one') }));
    for (const arrived of requests) {
      assert.equal(signatureOf(arrived.headers), resign(arrived, 'POST', '/a%20b?x=1'));
      assert.match(String(arrived.headers['x-amz-content-sha256']), /^7692c3ad/);
    }
    assert.equal(new Set(requests.map(({ headers }) => signatureOf(headers))).size, 2);
    assert.deepEqual(
      answers.map(({ body }) => body.toString()),
      Array.from({ length: 2 }, () => '<SignatureProvided>[redacted]</SignatureProvided>é'),
    );
  });

  it('carry a file that is not signed, or its digest', async () => {
    const body = async function* () {
      yield await Promise.resolve(Buffer.from('file'));
    };
    const url = `${origin()}/a`;
    const headers: Record<string, string>[] = [{}, { 'X-Amz-Content-Sha256': '0'.repeat(64) }];
    for (const own of headers) {
      const answer = await http.sendStream(
        { method: 'PUT', url, headers: own, signing },
        { body: body(), sizeBytes: 4 },
      );
      assert.match(answer.body.toString(), /\[redacted\]/);
    }
    for (const arrived of requests) {
      assert.equal(arrived.body.toString(), 'file');
      assert.equal(signatureOf(arrived.headers), resign(arrived, 'PUT', '/a'));
    }
    assert.deepEqual(
      requests.map((arrived) => arrived.headers['x-amz-content-sha256']),
      ['UNSIGNED-PAYLOAD', '0'.repeat(64)],
    );
  });
});
