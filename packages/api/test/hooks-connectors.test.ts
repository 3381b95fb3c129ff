import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileConnector, createHttp, parseRoutes } from '@tallyhook/sdk';
import { linkAccount, openAccount } from '@tallyhook/store/accounts';
import { listReleases, listShippedDigests } from '@tallyhook/store/connectors';
import { ensureOperators } from '@tallyhook/store/workspaces';
import { releaseShippedConnectors } from '../src/connectors/release-shipped-connectors.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const bearer: Record<string, unknown> = { kind: 'bearer', token: '{{account.token}}' };
const oauth: Record<string, unknown> = {
  kind: 'oauth2',
  grant: 'authorizationCode',
  authorize: { url: 'https://practice.example/authorize' },
  token: { url: 'https://practice.example/token' },
};

const shipped = join(import.meta.dirname, '../../connectors');

describe('connectors and accounts over HTTP', () => {
  let service: Service;
  let founded: Founded;
  let partner: Server;
  let id: string;
  let partnerStatus = 200;

  before(async () => {
    partner = createServer((_request, response) => {
      response.writeHead(partnerStatus, { 'content-type': 'application/json' }).end('{"id":"team-7"}');
    }).listen(0, '127.0.0.1');
    await once(partner, 'listening');
    const { port } = partner.address() as AddressInfo;
    const routes = parseRoutes(`https://practice.example=http://127.0.0.1:${port}`);
    service = await startService({ http: createHttp({ routes, privateHosts: [] }), allowsBuilds: true });
  });

  after(async () => {
    await service.stop();
    partner.close();
  });

  beforeEach(async () => {
    founded = await service.found();
    id = `practice-${randomBytes(4).toString('hex')}`;
    partnerStatus = 200;
  });

  const packageOf = ({
    version = '1.0.0',
    name = 'Practice',
    externalId = '{{account.name}}',
    signIn = bearer,
  } = {}) => {
    const connector = {
      id,
      name,
      version,
      hosts: ['practice.example'],
      signIn,
      account: {
        fields: [
          { name: 'name', label: 'Name' },
          ...(signIn.kind === 'bearer' ? [{ name: 'token', label: 'Token', secret: true }] : []),
        ],
        label: '{{account.name}}',
        externalId,
      },
      request: { baseUrl: 'https://practice.example' },
      test: { method: 'GET', path: '/me' },
    };
    const compiled = compileConnector(new Map([['connector.json', JSON.stringify(connector)]]));
    assert.ok(compiled.package, JSON.stringify(compiled.problems));
    return compiled.package;
  };

  const releasePackage = (json: object, as = founded.owner) =>
    send(service, 'POST', '/api/connectors/releases', { as, json });
  const install = async (parts = {}) => {
    await releasePackage(packageOf(parts));
    return send(service, 'POST', '/api/connectors', { as: founded.owner, json: { id } });
  };
  const link = (fields: unknown, more: object = {}) =>
    send(service, 'POST', '/api/accounts', { as: founded.owner, json: { connector: id, fields, ...more } });

  describe('a release', () => {
    it('is checked again by the server, which refuses a package changed after the build', async () => {
      assert.equal((await releasePackage(packageOf())).status, 201);
      const changed = { ...packageOf({ version: '1.0.1' }), readme: 'changed' };
      assertProblem(await releasePackage(changed), 422, 'invalid_connector');
      assertProblem(await releasePackage({ hello: 1 }), 422, 'invalid_connector');
    });

    it('changes nothing with the same content, and is refused with other content', async () => {
      const first = await releasePackage(packageOf());
      assert.deepEqual((await releasePackage(packageOf())).body, first.body);
      assertProblem(await releasePackage(packageOf({ name: 'Other' })), 409, 'already_exists');
    });

    it('is refused if its version is too low, with each change and the required version', async () => {
      await releasePackage(packageOf());
      const breaking = packageOf({ version: '1.0.1', externalId: '{{test.body.id}}' });
      const refused = await releasePackage(breaking);
      assertProblem(refused, 422, 'invalid_connector');
      assert.match(
        refused.text,
        /1\.0\.1 is too small a step from 1\.0\.0: raise \\"version\\" in connector\.json to \d+\.\d+\.\d+ or higher/,
      );
      assert.match(refused.text, /connector\.json: /);
      const again = await releasePackage(packageOf({ version: '3.0.0', externalId: '{{test.body.id}}' }));
      assert.equal(again.status, 201, again.text);
    });

    it('is checked in a dry run, which says what it would be and writes nothing', async () => {
      const tryOut = (parts: object, as: { cookie: string } | { key: string } = founded.owner) =>
        send(service, 'POST', '/api/connectors/releases?dryRun=1', { as, json: packageOf(parts) });
      const { connector, version } = { connector: id, version: '1.0.0' };
      const { sha256 } = packageOf();
      const facts = { connector, name: 'Practice', version, sha256, workspaceId: founded.workspaceId, isPublic: false };
      const first = await tryOut({});
      assert.deepEqual([first.status, first.body], [200, { ...facts, before: null, isThere: false }]);
      const list = await send(service, 'GET', '/api/connectors', { as: founded.owner });
      assert.ok(!list.text.includes(id), list.text);
      // It does not reserve the id either: another workspace may still release it first.
      const other = await service.found();
      assert.equal((await releasePackage(packageOf(), other.owner)).status, 201);
      assert.deepEqual((await tryOut({}, other.owner)).body, {
        ...facts,
        workspaceId: other.workspaceId,
        before: null,
        isThere: true,
      });
      assertProblem(await tryOut({ name: 'Other' }, other.owner), 409, 'already_exists');
      const breaking = { externalId: '{{test.body.id}}' };
      assertProblem(await tryOut({ ...breaking, version: '1.0.1' }, other.owner), 422, 'invalid_connector');
      const { body } = await tryOut({ ...breaking, version: '3.0.0' }, other.owner);
      assert.deepEqual([(body as { before: string }).before, (body as { isThere: boolean }).isThere], ['1.0.0', false]);
      const viewer = await service.join(founded.workspaceId, 'viewer');
      assertProblem(await tryOut({}, viewer), 403, 'forbidden');
    });

    it('is for its own workspace only, unless operators release it for everybody', async () => {
      await releasePackage(packageOf());
      const other = await service.found();
      const install = () => send(service, 'POST', '/api/connectors', { as: other.owner, json: { id } });
      assertProblem(await install(), 404, 'not_found');
      const operator = await send(service, 'GET', '/api/session', { as: founded.owner });
      await ensureOperators(service.store, [operator.body.person.email], new Date());
      const path = '/api/connectors/releases?workspace=!core';
      const json = packageOf({ version: '2.0.0' });
      assertProblem(await send(service, 'POST', path, { as: other.owner, json }), 404, 'not_found');
      const released = await send(service, 'POST', path, { as: founded.owner, json });
      assert.deepEqual([released.status, released.body.isPublic], [201, true], released.text);
      assert.equal((await install()).body.version, '2.0.0');
      assertProblem(await releasePackage(packageOf({ version: '3.0.0' }), other.owner), 403, 'forbidden');
    });

    it('requires a person who manages the workspace, like an installation', async () => {
      await releasePackage(packageOf());
      const viewer = await service.join(founded.workspaceId, 'viewer');
      for (const as of [viewer, founded.writeKey]) {
        assertProblem(
          await send(service, 'POST', '/api/connectors/releases', { as, json: packageOf() }),
          403,
          'forbidden',
        );
        assertProblem(await send(service, 'POST', '/api/connectors', { as, json: { id } }), 403, 'forbidden');
      }
      assertProblem(await send(service, 'POST', '/api/connectors', { json: { id } }), 401, 'sign_in_required');
    });
  });

  describe('a build of a connector under development', () => {
    const build = (json: object, as: { cookie: string } | { key: string } = founded.owner) =>
      send(service, 'POST', '/api/connectors/builds', { as, json });

    it('is installed visibly in its workspace, and replaces the previous build', async () => {
      const first = await build(packageOf());
      assert.equal(first.status, 201, first.text);
      const second = await build(packageOf({ name: 'Other' }));
      const { body } = await send(service, 'GET', '/api/connectors', { as: founded.owner });
      assert.deepEqual(body.installed, [second.body]);
      assert.match(second.body.version, /^1\.0\.0-dev\.[0-9a-f]{12}$/);
      assert.equal(second.body.development, true);
      assert.ok(!body.marketplace.some(({ connector }: { connector: string }) => connector === id));
      assert.equal((await link({ name: 'acme', token: 'x' })).status, 201);
      const other = await service.found();
      const json = { id, version: second.body.version };
      assertProblem(await send(service, 'POST', '/api/connectors', { as: other.owner, json }), 404, 'not_found');
    });

    it('is checked like a release, and requires a manager and an installation that allows it', async () => {
      assertProblem(await build({ ...packageOf(), readme: 'changed' }), 422, 'invalid_connector');
      const viewer = await service.join(founded.workspaceId, 'viewer');
      for (const as of [viewer, founded.writeKey]) assertProblem(await build(packageOf(), as), 403, 'forbidden');
      service.deps.allowsBuilds = false;
      const refused = await build(packageOf());
      service.deps.allowsBuilds = true;
      assertProblem(refused, 403, 'forbidden');
      assert.match(refused.text, /TALLYHOOK_DEVELOPMENT=1/);
    });
  });

  describe('the marketplace', () => {
    it('shows the newest version of each connector, and what the workspace has installed', async () => {
      assert.equal((await install()).status, 201);
      await releasePackage(packageOf({ version: '1.10.0' }));
      await releasePackage(packageOf({ version: '1.9.0' }));
      const { body } = await send(service, 'GET', '/api/connectors', { as: founded.owner });
      const own = body.marketplace.filter(({ connector }: { connector: string }) => connector === id);
      assert.deepEqual(
        own.map(({ version }: { version: string }) => version),
        ['1.10.0'],
      );
      assert.deepEqual(
        body.installed.map(({ connector, version }: { connector: string; version: string }) => [connector, version]),
        [[id, '1.0.0']],
      );
    });

    it('has no connector that nobody released', async () => {
      assertProblem(
        await send(service, 'POST', '/api/connectors', { as: founded.owner, json: { id: 'githup' } }),
        404,
        'not_found',
      );
    });

    it('gets the connectors that ship with the product, each only once', async () => {
      await releaseShippedConnectors(service.store, service.deps.logger);
      await releaseShippedConnectors(service.store, service.deps.logger);
      const releases = await listReleases(service.store, { workspaceId: null }, 'github');
      assert.deepEqual(
        releases.map(({ workspaceId }) => workspaceId),
        [null],
      );
    });

    it('compiles a shipped connector again only if a file of it changed', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tallyhook-connectors-'));
      await cp(join(shipped, 'github'), join(folder, 'github'), { recursive: true });
      const release = () => releaseShippedConnectors(service.store, service.deps.logger, folder);
      await release();
      const digests = await listShippedDigests(service.store);
      assert.ok(digests.size > 0);
      const rows = service.store.system.collection('connector_releases');
      const { sha256 } = (await listReleases(service.store, { workspaceId: null }, 'github'))[0]!;
      const match = { scope: 'marketplace', connector: 'github' };
      // Compiling would find other content than this and log it.
      await rows.updateOne(match, { $set: { sha256: 'other' } });
      const logged = service.log.length;
      await release();
      assert.deepEqual(service.log.slice(logged), []);
      await rows.updateOne(match, { $set: { sha256 } });

      const path = join(folder, 'github/connector.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace('"id"', '"identifier"'));
      await assert.rejects(release(), /identifier/);
      assert.deepEqual(await listShippedDigests(service.store), digests);
      await rm(folder, { recursive: true });
    });

    it('keeps the release of a shipped connector that changed without a new version, and logs it', async () => {
      await releaseShippedConnectors(service.store, service.deps.logger);
      const [before] = await listReleases(service.store, { workspaceId: null }, 'github');
      const folder = await mkdtemp(join(tmpdir(), 'tallyhook-connectors-'));
      await cp(join(shipped, 'github'), join(folder, 'github'), { recursive: true });
      const path = join(folder, 'github/connector.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace('"GitHub"', '"GitHab"'));
      await releaseShippedConnectors(service.store, service.deps.logger, folder);
      await rm(folder, { recursive: true });
      assert.deepEqual(await listReleases(service.store, { workspaceId: null }, 'github'), [before]);
      assert.ok(service.log.some((line) => line.includes('raise the version')));
    });
  });

  describe('an account', () => {
    it('is linked without showing a secret in the answer, the list or the log', async () => {
      await install();
      const token = `canary-${randomBytes(8).toString('hex')}`;
      const linked = await link({ name: 'acme', token });
      assert.equal(linked.status, 201);
      assert.deepEqual(
        [linked.body.label, linked.body.externalId, linked.body.ownerPersonId],
        ['acme', 'acme', founded.personId],
      );
      const listed = await send(service, 'GET', '/api/accounts', { as: founded.owner });
      assert.deepEqual(listed.body, [linked.body]);
      assert.ok(![linked.text, listed.text, service.log.join('')].some((text) => text.includes(token)));
      const { fields } = await openAccount(service.store, founded.workspaceId, linked.body.id);
      assert.deepEqual(fields, { name: 'acme', token });
    });

    it('can be one of several, each with its own label', async () => {
      await install();
      for (const label of ['First', 'Second']) await link({ name: 'acme', token: 'x' }, { label });
      const { body } = await send(service, 'GET', `/api/accounts?connector=${id}`, { as: founded.owner });
      assert.deepEqual(
        body.map(({ label }: { label: string }) => label),
        ['First', 'Second'],
      );
    });

    it('is not linked twice by a person who typed its id, unless it gets a label of its own', async () => {
      await install();
      const linked = await Promise.all(['a', 'b', 'c', 'd'].map((token) => link({ name: 'acme', token })));
      const [first, ...others] = linked.filter(({ status }) => status === 201);
      assert.deepEqual([others, linked.filter(({ status }) => status === 409).length], [[], 3]);
      const before = await openAccount(service.store, founded.workspaceId, first!.body.id);
      const again = await link({ name: 'acme', token: 'e' });
      assertProblem(again, 409, 'already_exists');
      assert.equal(
        again.body.detail,
        `You have linked an account with the id "acme" already: "acme". Connect that one again on the page Integrations, or with PUT /api/accounts/${first!.body.id}/credentials. To have both, link this one with another label.`,
      );
      assert.deepEqual(await openAccount(service.store, founded.workspaceId, first!.body.id), before);
      const label = 'Second';
      const named = await Promise.all(['f', 'g'].map((token) => link({ name: 'acme', token }, { label })));
      assert.deepEqual(named.map(({ status }) => status).sort(), [201, 409]);
      assertProblem(await link({ name: 'acme', token: 'h' }), 409, 'already_exists');
      const { owner: as } = founded;
      const path = `/api/accounts/${first!.body.id}/credentials`;
      const connected = await send(service, 'PUT', path, { as, json: { fields: { name: 'acme', token: 'i' } } });
      assert.equal(connected.status, 200, connected.text);
      const other = await service.join(founded.workspaceId, 'admin');
      const json = { connector: id, fields: { name: 'acme', token: 'theirs' } };
      assert.equal((await send(service, 'POST', '/api/accounts', { as: other, json })).status, 201);
      assert.equal((await link({ name: 'other', token: 'x' })).status, 201);
    });

    it('that a script linked is changed by owners and admins, and stays shared', async () => {
      await install();
      const { workspaceId } = founded;
      const script = { workspaceId, connector: id, externalId: 'acme', ownerPersonId: null, fields: { token: 'x' } };
      const account = await linkAccount(service.store, { ...script, label: 'Demo', shared: false });
      const change = (json: object, as: Sender = founded.owner) =>
        send(service, 'PATCH', `/api/accounts/${account.id}`, { as, json });
      const member = await service.join(workspaceId, 'member');
      assertProblem(await change({ label: 'Mine' }, member), 403, 'forbidden');
      const { body } = await change({ label: 'Ours', shared: true });
      assert.deepEqual([body.label, body.shared, body.ownerHasLeft], ['Ours', true, false]);
      const admin = await service.join(workspaceId, 'admin');
      assert.equal((await change({ label: 'Demo' }, admin)).status, 200);
      const kept = await change({ shared: false });
      assertProblem(kept, 400, 'invalid_request');
      assert.match(kept.body.detail, /^A script linked this account/);
      assertProblem(await change({ label: 'Mine' }, member), 403, 'forbidden');
    });

    it('is refused with every mistake in its fields, without repeating values', async () => {
      await install();
      const refused = await link({ colour: 'canary-secret' });
      assertProblem(refused, 422, 'invalid_account');
      const errors = refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
      assert.deepEqual(errors.map(([, code]: [string, string]) => code).sort(), [
        'missing_key',
        'missing_key',
        'unknown_key',
      ]);
      assert.ok(errors.some(([pointer]: [string]) => pointer === '#/fields/colour'));
      assert.ok(!refused.text.includes('canary-secret'));
    });

    for (const [what, token] of [
      ['a number', 4_242_424_242],
      ['a text of 10,001 characters', `canary${'4242424242'.repeat(1_000)}`],
    ] as const) {
      it(`is refused if a field is ${what}, without repeating the value`, async () => {
        await install();
        const refused = await link({ name: 'acme', token });
        assert.equal(refused.status, 422);
        assert.ok(!refused.text.includes('4242424242'));
      });
    }

    it('is linked with OAuth 2 tokens and the client that refreshes them, all encrypted', async () => {
      await install({ signIn: oauth });
      const fields = { name: 'acme', accessToken: 'canary-access', refreshToken: 'canary-refresh' };
      const linked = await link(fields, { client: { id: 'us', secret: 'canary-client' } });
      assert.equal(linked.status, 201, linked.text);
      const opened = await openAccount(service.store, founded.workspaceId, linked.body.id);
      assert.deepEqual([opened.fields, opened.client], [fields, { id: 'us', secret: 'canary-client' }]);
      assert.ok(!JSON.stringify([linked.text, service.log]).includes('canary'));
      const refused = await link({ name: 'acme', refreshToken: 'canary-refresh' });
      assertProblem(refused, 422, 'invalid_account');
      assert.match(refused.text, /send an existing token as accessToken, and its refresh token/);
    });

    it('has no client if it does not sign in with OAuth 2', async () => {
      await install();
      assertProblem(await link({ name: 'acme', token: 'x' }, { client: { id: 'us' } }), 422, 'invalid_account');
    });

    it('gets its name from the other service if the connector asks for it', async () => {
      await install({ externalId: '{{test.body.id}}' });
      assert.equal((await link({ name: 'acme', token: 'x' })).body.externalId, 'team-7');
    });

    it('is refused if the other service refuses the credentials, without repeating them', async () => {
      await install({ externalId: '{{test.body.id}}' });
      partnerStatus = 401;
      const refused = await link({ name: 'acme', token: 'canary-secret' });
      assertProblem(refused, 422, 'invalid_account');
      assert.ok(!refused.text.includes('canary-secret'));
      assert.deepEqual((await send(service, 'GET', '/api/accounts', { as: founded.owner })).body, []);
    });

    it('is linked only by a person with write access, and only for an installed connector', async () => {
      assertProblem(await link({ name: 'acme', token: 'x' }), 404, 'not_found');
      await install();
      const json = { connector: id, fields: { name: 'acme', token: 'x' } };
      const viewer = await service.join(founded.workspaceId, 'viewer');
      for (const as of [viewer, founded.writeKey])
        assertProblem(await send(service, 'POST', '/api/accounts', { as, json }), 403, 'forbidden');
    });
  });
});
