import assert from 'node:assert/strict';
import type { ActionFixture, Connector, ConnectorAction, OAuthSignIn, SignInFixture } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import { makeStarter } from '../starters/make-starter.ts';
import { usualAnswers } from '../starters/starter-choices.ts';

const files = makeStarter({ ...usualAnswers, id: 'crm', name: 'CRM', signIn: 'oauth2', file: 'pieces' });
const read = <T>(path: string): T => JSON.parse(files.get(path)!) as T;

/** The connector with one of its files changed; it must have no problems. */
function compiled<T>(path: string, change: (file: T) => void) {
  const file = read<T>(path);
  change(file);
  const { package: released, problems } = compileConnector(new Map([...files, [path, JSON.stringify(file)]]));
  assert.deepEqual(problems, []);
  return released!;
}

const seconds = 1767225600;
const stamp = { 'X-Time': '{{now.seconds}}' };
const stamped = { 'x-time': String(seconds) };

describe('the present time', () => {
  it('can be read by every request of an upload', async () => {
    const released = compiled<ConnectorAction>('actions/upload-file.json', ({ request, upload }) => {
      request.headers = stamp;
      upload!.afterStart = [{ name: 'place', request: { method: 'POST', path: '/place', headers: stamp } }];
      upload!.transfer!.headers = stamp;
      upload!.finish = { method: 'POST', path: '/done', body: { json: { day: '{{now.date}}' } } };
    });
    const fixture = read<ActionFixture>('fixtures/file-uploaded.json');
    const [start, piece] = fixture.exchanges;
    const post = (path: string) => ({ method: 'POST', url: `${usualAnswers.baseUrl}${path}` });
    for (const { request } of [start!, piece!]) request.headers = { ...request.headers, ...stamped };
    fixture.exchanges = [
      start!,
      { request: { ...post('/place'), headers: stamped }, response: { status: 200 } },
      piece!,
      { request: { ...post('/done'), body: { day: '2026-01-01' } }, response: { status: 200 } },
    ];
    assert.deepEqual(await runFixture(released, fixture), []);
  });

  it('can be read by every request of a sign-in, and by the test request', async () => {
    const released = compiled<Connector>('connector.json', (connector) => {
      const signIn = connector.signIn as OAuthSignIn;
      signIn.authorize!.parameters = { at: '{{now.milliseconds}}' };
      signIn.token.parameters = { at: '{{now.iso}}' };
      signIn.refresh = { parameters: { at: '{{now.date}}' } };
      signIn.revoke = { url: 'https://api.example.com/oauth/revoke', client: 'none', headers: stamp };
      signIn.then = [
        {
          request: { method: 'GET', path: '/sites', query: { at: '{{now.seconds}}' } },
          keep: { site: { value: '{{response.body.site}}' } },
        },
      ];
      connector.test!.headers = stamp;
    });
    const fixture = read<SignInFixture>('fixtures/signed-in.json');
    const [token, test] = fixture.exchanges;
    token!.request.body = `${String(token!.request.body)}&at=2026-01-01T00%3A00%3A00.000Z`;
    test!.request.headers = { ...test!.request.headers, ...stamped };
    const { url } = token!.request;
    const refreshed =
      'grant_type=refresh_token&refresh_token=test-refresh&client_id=test-client&client_secret=test-client-secret&at=2026-01-01';
    const asked = {
      request: { method: 'GET', url: `${usualAnswers.baseUrl}/sites?at=${seconds}` },
      response: { status: 200, body: { site: 's1' } },
    };
    const sent: SignInFixture = {
      ...fixture,
      authorize: `${fixture.authorize}&at=${seconds * 1000}`,
      refresh: true,
      revoke: true,
      exchanges: [
        token!,
        asked,
        { ...token!, request: { method: 'POST', url, body: refreshed } },
        test!,
        {
          request: { method: 'POST', url: url.replace('token', 'revoke'), headers: stamped },
          response: { status: 200 },
        },
      ],
    };
    assert.deepEqual(await runFixture(released, sent), []);
  });

  it('is not known where a value is kept or an account described', () => {
    const file = read<Connector>('connector.json');
    (file.signIn as OAuthSignIn).keep = { at: { value: '{{now.iso}}' } };
    file.account!.label = '{{now.date}}';
    const { problems } = compileConnector(new Map([...files, ['connector.json', JSON.stringify(file)]]));
    assert.deepEqual(
      problems.map(({ pointer, code }) => `${pointer} ${code}`),
      ['#/signIn/keep/at/value unknown_name', '#/account/label unknown_name'],
    );
  });
});
