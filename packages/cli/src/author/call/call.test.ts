import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPracticeService, type PracticeService, type YoutubePractice } from '@tallyhook/practice';
import { type Ended, runVerb } from '../../../test/run-verb.ts';

const shipped = join(import.meta.dirname, '../../../../connectors');
const token = 'canary-token-4711';
const input = { owner: 'octo', repository: 'hello-world', number: 7, body: 'Hello' };

describe('run and record', () => {
  let home: string;
  let folder: string;
  let github: PracticeService;
  before(async () => void (github = await createPracticeService({ service: 'github', port: 0, token })));
  after(() => github.close());
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-call-'));
    folder = join(home, 'github');
    cpSync(join(shipped, 'github'), folder, { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const call = (verb: string, args: string[], to: string | undefined = github.url): Promise<Ended> =>
    runVerb([verb, 'comment-on-issue', '--connector', folder, '--input', JSON.stringify(input), ...args], {
      sessionFile: join(home, 'settings/session.json'),
      environment: { TOKEN: token, ...(to !== undefined && { TALLYHOOK_ROUTES: `https://api.github.com=${to}` }) },
    });
  const signedIn = ['--field', 'owner=octo', '--field-from-env', 'token=TOKEN'];

  describe('tallyhook run', () => {
    it('prints the output, and on standard error the requests without the credential', async () => {
      const { code, out, err } = await call('run', signedIn);
      assert.equal(code, 0);
      assert.match((JSON.parse(out) as { url: string }).url, /#issuecomment-/);
      assert.match(
        err,
        /^> POST https:\/\/api\.github\.com\/repos\/octo\/hello-world\/issues\/7\/comments\n[^]*> {3}authorization: Bearer \[redacted\]\n[^]*> {3}\{"body":"Hello"\}\n< 201 \(\d+ ms\)\n[^]*comment-on-issue succeeded after \d+ ms\n$/,
      );
      assert.ok(!(out + err).includes(token));
    });

    it('shows a Basic credential as redacted, not as base64', async () => {
      const zendesk = ['--connector', join(shipped, 'zendesk'), '--input', '{"ticket":35436,"text":"Hello"}'];
      const fields = [
        '--field',
        'subdomain=acme',
        '--field',
        'email=ada@example.com',
        '--field-from-env',
        'token=TOKEN',
      ];
      const { err } = await runVerb(['run', 'comment-on-ticket', ...zendesk, ...fields, '--mock'], {
        sessionFile: join(home, 'settings/session.json'),
        environment: { TOKEN: token },
      });
      assert.match(err, /^> {3}authorization: Basic \[redacted\]$/m);
    });

    it('prints everything as JSON', async () => {
      const { code, out } = await call('run', [...signedIn, '--json']);
      const { output, http, timeMs } = JSON.parse(out) as {
        output: object;
        http: { exchange: { response: { status: number } }; timeMs: number }[];
        timeMs: number;
      };
      assert.deepEqual([code, http.length, http[0]!.exchange.response.status], [0, 1, 201]);
      assert.ok('url' in output && timeMs >= http[0]!.timeMs - 1);
      assert.ok(!out.includes(token));
    });

    it("exits with 1 and the service's message if the action fails", async () => {
      const { code, out, err } = await call('run', ['--field', 'owner=octo', '--field', 'token=another-token']);
      assert.deepEqual([code, out], [1, '']);
      assert.match(
        err,
        /comment-on-issue failed after \d+ ms with auth: api\.github\.com answered 401.*Bad credentials/,
      );
      assert.ok(!err.includes('another-token'));
    });

    it('answers an upload from the fixture with a file of that size, and names it', async () => {
      const home = mkdtempSync(join(tmpdir(), 'tallyhook-upload-'));
      const cases = [
        ['vimeo', 'name', 5, 'upload-small', ['accessToken=test']],
        ['vimeo', 'name', 40_000_000, 'upload-in-pieces', ['accessToken=test']],
        ['youtube', 'title', 20_000_000, 'upload-in-pieces', ['token=test', 'channel=test']],
      ] as const;
      try {
        for (const [name, input, size, fixture, fields] of cases) {
          const file = join(home, 'hi.mp4');
          writeFileSync(file, Buffer.alloc(size));
          const folder = join(import.meta.dirname, '../../../../connectors', name);
          const given = [
            '--input',
            JSON.stringify({ [input]: 'Hi' }),
            ...fields.flatMap((field) => ['--field', field]),
          ];
          const called = ['run', 'upload-video', '--connector', folder, '--mock', ...given, '--file', file];
          for (let times = 0; times < 2; times++) {
            const { code, err } = await runVerb(called);
            assert.equal(code, 0, `${name} ${size}: ${err}`);
            assert.ok(err.includes(`matches no fixture exactly; the nearest one, "${fixture}", answered\n`), err);
          }
        }
      } finally {
        rmSync(home, { recursive: true });
      }
    });

    it('calls only the mock with --mock', async () => {
      const before = github.log.length;
      const { code, out } = await call('run', [...signedIn, '--mock']);
      assert.equal(code, 0);
      assert.equal((JSON.parse(out) as { id: number }).id, 1);
      assert.equal(github.log.length, before);
      const connector = join(folder, 'connector.json');
      const text = readFileSync(connector, 'utf8').replace('"hosts": ["', '"hosts": ["api.github.example", "');
      writeFileSync(
        connector,
        text
          .replace('"https://api.github.com"', '"https://{{account.owner}}.github.example"')
          .replace('"hosts": ["', '"hosts": ["{{account.owner}}.github.example", "'),
      );
      const elsewhere = await call('run', [...signedIn, '--mock']);
      assert.equal(elsewhere.code, 1);
      assert.match(elsewhere.err, /the mock does not cover octo\.github\.example: no fixture has a request to it/);
    });

    it('reports mistakes in the action, the input, the account and the file', async () => {
      const broken = join(home, 'broken.json');
      writeFileSync(broken, '{\n  "owner": tru }');
      for (const [code, args, expected] of [
        [2, ['comment-on-isue'], /github has no action "comment-on-isue"\. Did you mean "comment-on-issue"\?/],
        [
          2,
          ['comment-on-issue', '--input', '{"owner":'],
          /--input:1:10 is not JSON: the text ends before its JSON is complete \(add/,
        ],
        [2, ['comment-on-issue', '--input', '{\n  "owner": tru }'], /--input:2:12 is not JSON: /],
        [2, ['comment-on-issue', '--input', '{bad'], /--input:1:2 is not JSON: expected text in double quotes/],
        [2, ['comment-on-issue', '--input', `@${broken}`], new RegExp(`${broken}:2:12 is not JSON: `)],
        [2, ['comment-on-issue', '--input', '[1]'], /--input must be an object .*, got \[1\]/],
        [2, ['comment-on-issue', '--input', '@/nowhere.json'], /\/nowhere\.json cannot be read \(ENOENT\)/],
        [2, ['comment-on-issue', '--field', 'tokn=x'], /its fields: owner, token[^]*did you mean "token"\?/],
        [2, ['comment-on-issue', '--account', 'mine'], /No account "mine" for github is saved/],
        [2, ['comment-on-issue', '--file', 'a.txt'], /does not send a file; omit --file/],
      ] as const) {
        const ended = await runVerb(['run', ...args, '--connector', folder], { sessionFile: join(home, 's.json') });
        assert.equal(ended.code, code, ended.err);
        assert.match(ended.err, expected);
      }
    });
  });

  describe('tallyhook record', () => {
    const fixtures = (): string[] => readdirSync(join(folder, 'fixtures'));

    it('refuses a credential of fewer than four characters before sending anything', async () => {
      const before = fixtures();
      const args = ['--field', 'owner=octo', '--field', 'token=abc'];
      const { code, err } = await call('record', [...args, '--name', 'short'], 'http://127.0.0.1:9');
      assert.equal(code, 1);
      assert.match(err, /The credential "token" is too short to recognize in other text, so nothing was sent/);
      assert.deepEqual(fixtures(), before);
    });

    it('writes a $schema path that editors can resolve', async () => {
      const file = join(folder, 'connector.json');
      const connector = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...connector, $schema: './.schemas/connector.schema.json' }));
      assert.equal((await call('record', [...signedIn, '--name', 'recorded'])).code, 0);
      const { $schema } = JSON.parse(readFileSync(join(folder, 'fixtures/recorded.json'), 'utf8')) as {
        $schema: string;
      };
      assert.equal($schema, '../.schemas/fixture.schema.json');
    });

    it('writes a fixture that passes and contains no credential', async () => {
      const { code, out, err } = await call('record', [...signedIn, '--name', 'recorded']);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /fixtures\/recorded\.json: 1 exchange, credentials replaced/);
      const text = readFileSync(join(folder, 'fixtures/recorded.json'), 'utf8');
      assert.ok(!text.includes(token));
      assert.match(text, /"authorization": "Bearer test-token"/);
      assert.match(text, /"\$schema": "\.\.\/\.\.\/\.\.\/\.\.\/schemas\/fixture\.schema\.json"/);
      assert.equal((await runVerb(['test', folder, 'recorded'])).code, 0);
      assert.equal((await runVerb(['validate', folder])).code, 0);
    });

    for (const [signIn, sent] of [
      [{ kind: 'bearer', scheme: 'SSWS', token: '{{account.key}}' }, 'SSWS '],
      [{ kind: 'bearer', scheme: 'Zoho-oauthtoken', token: '{{account.key}}' }, 'Zoho-oauthtoken '],
      [
        { kind: 'key', in: 'header', name: 'Authorization', value: 'Klaviyo-API-Key {{account.key}}' },
        'Klaviyo-API-Key ',
      ],
      [{ kind: 'key', in: 'header', name: 'Authorization', value: 'Token token={{account.key}}' }, 'Token token='],
      [{ kind: 'key', in: 'header', name: 'X-Api-Key', value: 'app 7, key {{account.key}}' }, 'app 7, key '],
    ] as const)
      it(`keeps the prefix ${JSON.stringify(sent)} of a credential, and a test fails without it`, async () => {
        const okta = join(home, 'okta');
        assert.equal((await runVerb(['init', okta, '--template', 'key'])).code, 0);
        rmSync(join(okta, 'fixtures'), { recursive: true });
        const file = join(okta, 'connector.json');
        const connector = JSON.parse(readFileSync(file, 'utf8')) as object;
        writeFileSync(file, JSON.stringify({ ...connector, signIn }));
        const seen: unknown[] = [];
        const service = createServer(({ headers }, response) => {
          seen.push(headers['authorization'] ?? headers['x-api-key']);
          response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"c1"}');
        }).listen(0, '127.0.0.1');
        await new Promise((resolve) => service.once('listening', resolve));
        const { port } = service.address() as AddressInfo;
        const key = '00abcDEFreal9999';
        const args = ['--connector', okta, '--field', `key=${key}`, '--input', '{"name":"Ada"}'];
        const environment = { TALLYHOOK_ROUTES: `https://api.example.com=http://127.0.0.1:${port}` };
        const settings = { sessionFile: join(home, 's.json'), environment };
        const recorded = await runVerb(['record', 'create-contact', ...args], settings);
        service.close().closeAllConnections();
        assert.deepEqual([recorded.code, recorded.err, seen], [0, '', [`${sent}${key}`]]);
        const fixture = join(okta, 'fixtures/create-contact.json');
        const text = readFileSync(fixture, 'utf8');
        assert.ok(!text.includes(key) && text.includes(`"${sent}test-key"`), text);
        assert.equal((await runVerb(['validate', okta])).code, 0);
        assert.equal((await runVerb(['test', okta])).code, 0);
        writeFileSync(fixture, text.replace(`"${sent}test-key"`, '"Other test-key"'));
        const { code, out } = await runVerb(['test', okta]);
        assert.deepEqual([code, out.includes('recorded "Other test-key"')], [1, true], out);
      });

    it('records a form in which the credential and the file name get shorter', async () => {
      const cloud = join(home, 'cloud');
      assert.equal((await runVerb(['init', cloud, '--template', 'key'])).code, 0);
      writeFileSync(
        join(cloud, 'actions/upload.json'),
        JSON.stringify({
          label: 'Upload',
          input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
          request: {
            method: 'POST',
            path: '/upload',
            body: {
              multipart: [
                { name: 'api_key', value: '{{account.key}}' },
                { name: 'file', file: true },
              ],
            },
          },
          upload: { file: 'file', send: 'form' },
        }),
      );
      const sent: string[] = [];
      const service = createServer((request, response) => {
        request
          .setEncoding('latin1')
          .on('data', (piece: string) => void sent.push(piece))
          .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"f1"}'));
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => service.once('listening', resolve));
      const { port } = service.address() as AddressInfo;
      const key = '00abcDEFreal9999';
      const file = join(home, `of-${key}.txt`);
      writeFileSync(file, 'Hello');
      const environment = { TALLYHOOK_ROUTES: `https://api.example.com=http://127.0.0.1:${port}` };
      const recorded = await runVerb(
        ['record', 'upload', '--connector', cloud, '--field', `key=${key}`, '--file', file, '--input', '{}'],
        { sessionFile: join(home, 's.json'), environment },
      );
      service.close().closeAllConnections();
      assert.deepEqual([recorded.code, recorded.err, sent.join('').split(key).length], [0, '', 3]);
      const text = readFileSync(join(cloud, 'fixtures/upload.json'), 'utf8');
      assert.match(text, /"name": "of-test-key\.txt"/);
      assert.ok(!text.includes(key) && !text.includes('content-length'), text);
      assert.equal((await runVerb(['test', cloud, 'upload'])).code, 0);
    });

    it('records a refusal as an error', async () => {
      const missing = JSON.stringify({ ...input, owner: 'missing' });
      const { code } = await call('record', [...signedIn, '--input', missing, '--name', 'recorded-missing']);
      assert.equal(code, 0);
      const text = readFileSync(join(folder, 'fixtures/recorded-missing.json'), 'utf8');
      assert.deepEqual((JSON.parse(text) as { expect: unknown }).expect, { error: 'not_found' });
    });

    it('replaces a fixture only with --overwrite', async () => {
      const path = join(folder, 'fixtures/comment-on-issue.json');
      const before = readFileSync(path, 'utf8');
      const refused = await call('record', signedIn);
      assert.deepEqual([refused.code, /The fixture .* already exists/.test(refused.err)], [1, true]);
      assert.equal(readFileSync(path, 'utf8'), before);
      assert.equal((await call('record', [...signedIn, '--overwrite'])).code, 0);
      assert.notEqual(readFileSync(path, 'utf8'), before);
    });

    it('saves only one of two recordings made at the same time', async () => {
      const both = await Promise.all([1, 2].map(() => call('record', [...signedIn, '--name', 'both'])));
      const [kept, refused] = both.sort((one, other) => one.code - other.code) as [Ended, Ended];
      assert.deepEqual([kept.code, kept.err, refused.code], [0, '', 1]);
      assert.match(refused.err, /Another process wrote .*both\.json in the meantime\. This recording was not saved\./);
      assert.equal((await runVerb(['test', folder, 'both'])).code, 0);
    });

    it('sends nothing if the fixture cannot be written', async () => {
      rmSync(join(folder, 'fixtures'), { recursive: true });
      writeFileSync(join(folder, 'fixtures'), '');
      const { code, err } = await call('record', [...signedIn, '--name', 'nowhere'], 'http://127.0.0.1:9');
      assert.deepEqual([code, /nowhere\.json" cannot be written \(E\w+\)/.test(err)], [2, true], err);
    });

    it('says how to route to a service on this machine', async () => {
      const http = ['--connector', join(shipped, 'http'), '--field', 'name=own', '--field', 'host=127.0.0.1'];
      const { code, err } = await runVerb([
        'record',
        'get',
        ...http,
        '--input',
        '{"url":"https://127.0.0.1/x"}',
        '--name',
        'own',
      ]);
      assert.equal(code, 1);
      assert.match(
        err,
        /nothing to record: .*TALLYHOOK_ROUTES='https:\/\/api\.example\.com=http:\/\/127\.0\.0\.1:4010'/,
      );
    });

    it('writes nothing if a credential would remain, no service answers, or the name is not valid', async () => {
      const hiding = createServer((_request, response) => {
        const hidden = Buffer.from(JSON.stringify({ user: 'octo', pass: token })).toString('base64');
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 1, hidden }));
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => hiding.once('listening', resolve));
      const before = fixtures();
      try {
        const { port } = hiding.address() as AddressInfo;
        const leaking = await call('record', [...signedIn, '--name', 'leaking'], `http://127.0.0.1:${port}`);
        assert.equal(leaking.code, 1);
        assert.match(leaking.err, /^Nothing was written: The fixture would still contain token, which/);
        assert.match(leaking.err, /#\/exchanges\/0\/response\/body\/hidden .*token appears here in base64/);
        assert.ok(!leaking.err.includes(token));
      } finally {
        hiding.close().closeAllConnections();
      }
      const unreached = await call('record', [...signedIn, '--name', 'unreached'], 'http://127.0.0.1:9');
      assert.deepEqual([unreached.code, /There is nothing to record/.test(unreached.err)], [1, true]);
      const named = await call('record', [...signedIn, '--name', '../../evil']);
      assert.deepEqual([named.code, /is not a valid fixture name/.test(named.err)], [2, true]);
      assert.deepEqual(fixtures(), before);
      assert.ok(!existsSync(join(home, 'evil.json')));
    });

    it('records a file sent in pieces by its size', async () => {
      const youtube: YoutubePractice = await createPracticeService({ service: 'youtube', port: 0, token });
      const connector = join(home, 'youtube');
      cpSync(join(shipped, 'youtube'), connector, { recursive: true });
      const file = join(home, 'hi.mp4');
      writeFileSync(file, Buffer.alloc(9_000_000, 7));
      try {
        const { code, err } = await runVerb(
          [
            'record',
            'upload-video',
            '--connector',
            connector,
            '--file',
            file,
            '--input',
            '{"title":"Hi"}',
            '--name',
            'recorded',
            ...youtubeAccount(connector),
          ],
          { environment: { TALLYHOOK_ROUTES: `https://www.googleapis.com=${youtube.url}` } },
        );
        assert.deepEqual([code, err], [0, '']);
      } finally {
        await youtube.close();
      }
      const fixture = JSON.parse(readFileSync(join(connector, 'fixtures/recorded.json'), 'utf8')) as {
        file: object;
        exchanges: { request: { headers: Record<string, string>; body?: unknown } }[];
      };
      assert.deepEqual(fixture.file, { name: 'hi.mp4', type: 'video/mp4', size: 9_000_000 });
      assert.deepEqual(
        fixture.exchanges.slice(1).map(({ request }) => [request.headers['content-range'], request.body]),
        [
          ['bytes 0-8388607/9000000', undefined],
          ['bytes 8388608-8999999/9000000', undefined],
        ],
      );
      assert.equal((await runVerb(['test', connector, 'recorded'])).code, 0);
    });
  });
});

/** The account fields of the connector, with the practice token as credential. */
function youtubeAccount(folder: string): string[] {
  const { account } = JSON.parse(readFileSync(join(folder, 'connector.json'), 'utf8')) as {
    account: { fields: { name: string; secret?: boolean }[] };
  };
  return account.fields.flatMap(({ name, secret }) => ['--field', `${name}=${secret === true ? token : 'Fern'}`]);
}
