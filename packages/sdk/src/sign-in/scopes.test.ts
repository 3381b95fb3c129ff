import assert from 'node:assert/strict';
import type { Connector, ConnectorAction, OAuthSignIn } from '@tallyhook/schemas';
import { answeringWith, client, oauthPackage } from '../../test/token-service.ts';
import { comparePackages } from '../compare/compare-packages.ts';
import { compileConnector } from '../compile/compile-connector.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import { buildRequest } from '../runtime/build-request.ts';
import { renew, subscribe, unsubscribe } from '../runtime/subscription.ts';
import { makeStarter } from '../starters/make-starter.ts';
import { usualAnswers } from '../starters/starter-choices.ts';
import { buildUploadRequest } from '../upload/build-upload-request.ts';
import { makeAuthorizeAddress } from './authorize-address.ts';
import { withOptionalScopes } from './scopes.ts';
import { buildTokenRequest } from './token-request.ts';

const files = makeStarter({ ...usualAnswers, id: 'crm', name: 'CRM', signIn: 'oauth2', file: 'body' });
const [connectorFile, uploadFile] = ['connector.json', 'actions/upload-file.json'];
const optionalScopes = [{ scope: 'files.write', description: 'Upload files' }];

/** The connector with an optional scope that an action needs, and with changes of its sign-in and that action. */
function compile(signIn: Partial<OAuthSignIn> = {}, action: Partial<ConnectorAction> = {}) {
  const connector = JSON.parse(files.get(connectorFile)!) as Connector & { signIn: OAuthSignIn };
  const upload = JSON.parse(files.get(uploadFile)!) as ConnectorAction;
  const changed: [string, string][] = [
    [connectorFile, JSON.stringify({ ...connector, signIn: { ...connector.signIn, optionalScopes, ...signIn } })],
    [uploadFile, JSON.stringify({ ...upload, scopes: ['contacts.write', 'files.write'], ...action })],
  ];
  const { package: released, problems } = compileConnector(new Map([...files, ...changed]));
  const found = problems.map(({ file, pointer, code, message }) => `${file}${pointer} ${code}: ${message}`);
  return { released: released!, found };
}

/** The connector with a webhook whose subscription needs these scopes. */
function subscribing(scopes: string[]) {
  const connector = JSON.parse(files.get(connectorFile)!) as Connector & { signIn: OAuthSignIn };
  const webhook = {
    ...{ label: 'Changes', event: 'changed', deliveryId: 'none', account: 'address' },
    subscribe: {
      request: { method: 'POST', path: '/hooks', body: { json: { url: '{{hook.url}}' } } },
      keep: { id: { value: '{{response.body.id}}' }, endsAt: { value: '{{response.body.until}}', optional: true } },
      scopes,
    },
    renew: { request: { method: 'PATCH', path: '/hooks/{{subscription.id}}' } },
    unsubscribe: { method: 'DELETE', path: '/hooks/{{subscription.id}}' },
  };
  const changed: [string, string][] = [
    [connectorFile, JSON.stringify({ ...connector, signIn: { ...connector.signIn, optionalScopes } })],
    ['webhooks/changes.json', JSON.stringify(webhook)],
  ];
  const { package: compiled, problems } = compileConnector(new Map([...files, ...changed]));
  const mistakes = problems.filter(({ severity }) => severity !== 'warning');
  return {
    compiled,
    found: mistakes.map(({ file, pointer, code, message }) => `${file}${pointer} ${code}: ${message}`),
  };
}

const file = { name: 'a.txt', sizeBytes: 1, contentType: 'text/plain' };
const accessToken = 'test-token';

describe('optional scopes', () => {
  const { released, found } = compile();
  const upload = (account: object) =>
    buildUploadRequest(released, 'upload-file', 'transfer', { input: { file: 'f' }, account: { ...account }, file });

  it('are requested unless a person leaves them out', () => {
    assert.deepEqual(found, []);
    const sent = { redirectUrl: 'https://a.example/b', state: 's', verifier: 'v' };
    const scopeFor = (wanted: string[] | undefined): string | null => {
      const account = withOptionalScopes(released, {}, wanted);
      return new URL(makeAuthorizeAddress(released, { client, account, ...sent })).searchParams.get('scope');
    };
    assert.deepEqual(
      [scopeFor(undefined), scopeFor(['files.write']), scopeFor([])],
      ['contacts.write files.write', 'contacts.write files.write', 'contacts.write'],
    );
    assert.throws(
      () => scopeFor(['files.wirte']),
      /"files\.wirte" is not an optional scope of "CRM"\. It has files\.write/,
    );
    assert.throws(() => withOptionalScopes(oauthPackage(), {}, ['a']), /It has none/);
  });

  it('are not asked for by the refresh of an account without them', () => {
    const refreshing = compile({ refresh: { parameters: { scope: '{{scope}}' } } }).released;
    const bodyFor = (wanted: string[]): string => {
      const account = withOptionalScopes(refreshing, { accessToken, refreshToken: 'test-refresh' }, wanted);
      return buildTokenRequest(refreshing, { kind: 'refresh' }, { client, account }).body!.toString();
    };
    assert.match(bodyFor(['files.write']), /scope=contacts\.write\+files\.write$/);
    assert.match(bodyFor([]), /scope=contacts\.write$/);
  });

  it('that an account is known to lack refuse the action before anything is sent', () => {
    const refusal =
      /^"Upload a file" needs the permission "files\.write" \(Upload files\) of CRM, which this account does not have: link the account again with "files\.write"$/;
    const error = { class: 'fatal', mayHaveArrived: false, message: refusal };
    assert.throws(() => upload({ accessToken, optionalScopes: '' }), error);
    assert.throws(() => upload({ accessToken, optionalScopes: 'files.write', scope: 'contacts.write' }), error);
    assert.throws(() => upload({ accessToken, scope: 'contacts.write,files.read' }), error);
    for (const known of [{}, { optionalScopes: 'files.write' }, { scope: 'contacts.write,files.write' }])
      assert.equal(upload({ accessToken, ...known }).method, 'PUT');
    const other = { input: { name: 'Ada' }, account: { accessToken, optionalScopes: '' } };
    assert.equal(buildRequest(released, 'create-contact', other).method, 'POST');
  });

  it('that an account is known to lack refuse a subscription before anything is sent, not its end', async () => {
    const { compiled, found: mistakes } = subscribing(['contacts.write', 'files.write']);
    assert.deepEqual(mistakes, []);
    const { http, asked } = answeringWith(() => ({ status: 201, json: { id: 'h1' } }));
    const hook = { url: 'https://hook.example.net/hooks/crm', secret: 'test-secret' };
    const call = (granted: object) => ({ hook, account: { accessToken, ...granted }, subscription: { id: 'h1' } });
    const refusal =
      /^"Changes" needs the permission "files\.write" \(Upload files\) of CRM, which this account does not have: link the account again with "files\.write"$/;
    for (const ask of [subscribe, renew]) {
      const lacking = ask(compiled!, 'changes', call({ scope: 'contacts.write' }), { http });
      await assert.rejects(lacking, { class: 'fatal', mayHaveArrived: false, message: refusal });
    }
    assert.deepEqual(asked, []);
    for (const ask of [subscribe, renew])
      for (const granted of [{}, { scope: 'contacts.write files.write' }])
        assert.deepEqual(await ask(compiled!, 'changes', call(granted), { http }), { id: 'h1' });
    await unsubscribe(compiled!, 'changes', call({ scope: 'contacts.write' }), { http });
    assert.equal(asked.length, 5);
    assert.deepEqual(subscribing(['files.wirte']).found, [
      'webhooks/changes.json#/subscribe/scopes/0 unknown_name: the sign-in does not request the scope "files.wirte"; it requests contacts.write, files.write',
    ]);
  });

  it('can be missing in a fixture', async () => {
    const fixture = { kind: 'action' as const, action: 'upload-file', input: { file: 'f' }, file, exchanges: [] };
    const account = { accessToken, scope: 'contacts.write' };
    assert.deepEqual(await runFixture(released, { ...fixture, account, expect: { error: 'fatal' } }), []);
  });

  it('must be known where an action needs them, and belong to a person', () => {
    assert.deepEqual(compile({}, { scopes: ['files.wirte'] }).found, [
      'actions/upload-file.json#/scopes/0 unknown_name: the sign-in does not request the scope "files.wirte"; it requests contacts.write, files.write',
    ]);
    assert.deepEqual(compile({ scopes: ['files.write', 'contacts.write'] }).found, [
      'connector.json#/signIn/optionalScopes/0/scope duplicate_name: the scope "files.write" is listed twice',
    ]);
    const alone = compile({ grant: 'clientCredentials' }).found.filter((line) => line.includes('optionalScopes'));
    assert.deepEqual(alone, [
      'connector.json#/signIn/optionalScopes key_not_here: with client credentials nobody chooses what to allow',
    ]);
    const withKey = makeStarter({ ...usualAnswers, id: 'crm', name: 'CRM' });
    const action = { ...(JSON.parse(withKey.get('actions/create-contact.json')!) as object), scopes: ['a'] };
    const { problems } = compileConnector(
      new Map([...withKey, ['actions/create-contact.json', JSON.stringify(action)]]),
    );
    assert.deepEqual(
      problems.map(({ pointer, code }) => `${pointer} ${code}`),
      ['#/scopes key_not_here'],
    );
  });

  it('are an addition to a connector, and break workflows only if an action begins to need one', () => {
    const before = compileConnector(new Map(files)).package!;
    const changes = comparePackages(before, released).changes.map(({ weight, message }) => `${weight}: ${message}`);
    assert.deepEqual(changes, [
      'breaking: now needs the scope "files.write": accounts without it must be linked again',
      'addition: now also offers the optional scope "files.write"',
    ]);
  });
});
