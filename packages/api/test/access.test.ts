import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { listApiKeys, revokeApiKey } from '@tallyhook/store/keys';
import { abilitiesOf, openSession, roles, setRole, type Role } from '@tallyhook/store/people';
import { admits } from '../src/access.ts';
import type { Route } from '../src/route.ts';
import { routes } from '../src/routes/index.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const members = Object.keys(roles) as Role[];
const everybody = ['nobody', ...members, 'readKey', 'writeKey'] as const;
type Who = (typeof everybody)[number];

const signedIn: Who[] = members;
const readers: Who[] = [...members, 'readKey', 'writeKey'];
const writers: Who[] = ['owner', 'admin', 'member', 'writeKey'];
const peopleWhoWrite: Who[] = ['owner', 'admin', 'member'];
const managers: Who[] = ['owner', 'admin'];
const keys: Who[] = ['readKey', 'writeKey'];

/** Who is admitted to each route. A route that is missing here fails the test, so the author of a new route must decide. */
const mayCome: Record<string, readonly Who[]> = {
  'GET /health': everybody,
  'POST /api/session': everybody,
  'GET /api/session': signedIn,
  'DELETE /api/session': signedIn,
  'GET /api/workspaces': signedIn,
  'POST /api/workspaces': signedIn,
  // The workspace is part of the path, so the route itself checks access.
  'PATCH /api/workspaces/:id': signedIn,
  'GET /api/branches': signedIn,
  'POST /api/branches': peopleWhoWrite,
  // Members delete only branches that they made; the handler checks it.
  'DELETE /api/branches/:name': peopleWhoWrite,
  'PATCH /api/branches/:name': peopleWhoWrite,
  'GET /api/deleted-branches': signedIn,
  'POST /api/deleted-branches/:id/restore': peopleWhoWrite,
  'GET /api/commits': readers,
  'POST /api/commits': writers,
  'GET /api/differences': readers,
  'POST /api/commits/:id/revert': writers,
  'GET /api/commits/:id/revert-preview': readers,
  'GET /api/merges/preview': signedIn,
  'GET /api/merges/differences': signedIn,
  'POST /api/merges/preview': signedIn,
  'POST /api/merges/differences': signedIn,
  'POST /api/merges': peopleWhoWrite,
  'GET /api/members': managers,
  'PATCH /api/members/:id': managers,
  // Everybody may leave; the handler admits only managers to remove others, and this id is nobody's.
  'DELETE /api/members/:id': managers,
  'POST /api/invitations': managers,
  'GET /api/invitations': managers,
  'DELETE /api/invitations/:id': managers,
  'POST /api/invitations/preview': everybody,
  'POST /api/invitations/accept': everybody,
  'POST /api/invitations/decline': everybody,
  'PATCH /api/person': signedIn,
  'PUT /api/person/password': signedIn,
  'GET /api/sign-in': everybody,
  'GET /api/sign-in/oidc': everybody,
  'GET /api/sign-in/oidc/callback': everybody,
  'POST /api/password/requests': everybody,
  'POST /api/password/resets': everybody,
  'GET /api/sessions': signedIn,
  'DELETE /api/sessions': signedIn,
  'DELETE /api/sessions/:id': signedIn,
  'GET /api/outbox': [],
  'GET /api/keyring': [],
  'POST /api/keyring/rotation': [],
  'DELETE /api/keyring/keys/:id': [],
  'GET /api/audit': managers,
  'PATCH /api/accounts/:id': peopleWhoWrite,
  'DELETE /api/accounts/:id': peopleWhoWrite,
  'POST /api/accounts/:id/address': peopleWhoWrite,
  'POST /api/accounts/:id/test': peopleWhoWrite,
  'PUT /api/accounts/:id/credentials': peopleWhoWrite,
  'POST /api/account-sign-ins': peopleWhoWrite,
  'GET /api/account-sign-ins/:id': peopleWhoWrite,
  'POST /api/account-sign-ins/:id/choice': peopleWhoWrite,
  'GET /oauth/callback': everybody,
  'GET /api/connector-clients': signedIn,
  'PUT /api/connector-clients/:connector': managers,
  'DELETE /api/connector-clients/:connector': managers,
  'GET /api/keys': managers,
  'POST /api/keys': managers,
  'GET /api/shares': managers,
  'POST /api/shares': managers,
  'DELETE /api/shares/:id': managers,
  'POST /api/shared': everybody,
  'POST /api/shared/answers': everybody,
  'DELETE /api/keys/:id': managers,
  'POST /api/keys/:id/rotation': managers,
  'GET /api/plan': managers,
  'GET /api/apps': readers,
  'GET /api/apps/:app': readers,
  'POST /api/apps': managers,
  'GET /api/installed-apps/:app/update': managers,
  'DELETE /api/installed-apps/:app': managers,
  'POST /api/app-releases': managers,
  'POST /api/installed-apps/:app/samples': writers,
  'DELETE /api/installed-apps/:app/samples': writers,
  'POST /api/dashboards/:id/copies': writers,
  'GET /api/types': readers,
  'POST /api/types': writers,
  'GET /api/types/:name': readers,
  'PATCH /api/types/:name': writers,
  'PUT /api/types/:name': writers,
  'POST /api/types/:name/preview': writers,
  'GET /api/types/:name/uses': readers,
  'DELETE /api/types/:name': writers,
  'GET /api/records': readers,
  'POST /api/records': writers,
  'POST /api/records/search': readers,
  'GET /api/records/:id': readers,
  'PATCH /api/records/:id': writers,
  'DELETE /api/records/:id': writers,
  'POST /api/records/batch': writers,
  'GET /api/records/:id/history': readers,
  'GET /api/record-news': readers,
  'GET /api/record-export': readers,
  'GET /api/people': writers,
  'GET /api/views': readers,
  'POST /api/views': writers,
  'PATCH /api/views/:id': writers,
  'DELETE /api/views/:id': writers,
  'POST /api/views/:id/restore': writers,
  'GET /api/changes': readers,
  'POST /api/import': writers,
  'POST /api/files': writers,
  'GET /api/files': readers,
  'GET /api/files/:id': readers,
  'DELETE /api/files/:id': writers,
  'POST /api/delivery-deletions': managers,
  'GET /api/query': readers,
  'POST /api/query': keys,
  'QUERY /api/query': keys,
  'GET /api/query/fields': readers,
  'GET /api/reports': readers,
  'POST /api/reports': writers,
  'GET /api/reports/:id': readers,
  'PATCH /api/reports/:id': writers,
  'DELETE /api/reports/:id': writers,
  'POST /api/reports/:id/restore': writers,
  'GET /api/reports/:id/answer': readers,
  'GET /api/dashboards': readers,
  'POST /api/dashboards': writers,
  'PATCH /api/dashboards/:id': writers,
  'DELETE /api/dashboards/:id': writers,
  'POST /api/dashboards/:id/restore': writers,
  'POST /api/dashboards/:id/tiles': writers,
  'PATCH /api/dashboards/:id/tiles/:tile': writers,
  'DELETE /api/dashboards/:id/tiles/:tile': writers,
  'GET /api/speed': managers,
  'PUT /api/speed/:type': managers,
  'PUT /api/speed/:type/:field': managers,
  'GET /api/connectors': readers,
  'GET /api/installed-connectors': readers,
  'POST /api/connectors': managers,
  'GET /api/connectors/:connector': signedIn,
  'GET /api/installed-connectors/:connector/update': managers,
  'DELETE /api/installed-connectors/:connector': managers,
  'POST /api/installed-connectors/:connector/moves': managers,
  'POST /api/connectors/builds': managers,
  'POST /api/connectors/releases': managers,
  'GET /api/connector-folders': managers,
  'POST /api/connector-folders': managers,
  'GET /api/connector-folders/:id': managers,
  'PUT /api/connector-folders/:id': managers,
  'DELETE /api/connector-folders/:id': managers,
  'POST /api/connector-folders/:id/checks': managers,
  'POST /api/connector-folders/:id/fixture-runs': managers,
  'POST /api/connector-folders/:id/tries': managers,
  'POST /api/openapi-contents': managers,
  'POST /api/connector-folders/:id/listens': managers,
  'GET /api/connector-folders/:id/listens/:listenId': managers,
  'GET /api/connector-folders/:id/release-plan': managers,
  'POST /api/connector-folders/:id/releases': managers,
  'GET /api/accounts': signedIn,
  'POST /api/accounts': peopleWhoWrite,
  'GET /api/workflows': readers,
  'POST /api/workflows': writers,
  'PATCH /api/workflows/:id/settings': writers,
  'GET /api/runs': readers,
  'GET /api/runs/:id': readers,
  'GET /api/workflow-activity': readers,
  'POST /api/runs/:id/again': writers,
  'POST /api/runs/:id/decisions': writers,
  'GET /api/subscriptions': signedIn,
  'POST /api/subscriptions/:id/try': peopleWhoWrite,
  'GET /api/attention': readers,
  'PUT /api/runs/:id/watch': signedIn,
  'GET /api/messages': signedIn,
  'POST /api/messages/read': signedIn,
  'PUT /api/messages/:id/read': signedIn,
  'POST /api/workflows/:id/tests': writers,
  'GET /api/run-export': readers,
  'GET /api/asks': readers,
  'POST /api/asks/:id/answer': readers,
  'POST /api/workflows/:id/address': writers,
  'DELETE /api/workflows/:id': writers,
  'POST /api/workflows/:id/restore': writers,
  'GET /api/workflow-drafts': readers,
  'GET /api/workflows/:id/draft': readers,
  'PUT /api/workflows/:id/draft': writers,
  'DELETE /api/workflows/:id/draft': writers,
  'POST /api/workflows/:id/publish': writers,
  'GET /api/workflows/:id/versions': readers,
  'GET /api/workflows/:id/sample': readers,
  'GET /api/deliveries/:id': signedIn,
  'POST /api/delivery-replays': writers,
  'POST /start/:key': everybody,
  'POST /api/runs/:id/cancel': writers,
  'POST /api/workflows/:id/runs': writers,
  'GET /api/deliveries': signedIn,
  'GET /hooks/:connector': everybody,
  'OPTIONS /hooks/:connector': everybody,
  'POST /hooks/:connector': everybody,
  'GET /hooks/:connector/:key': everybody,
  'OPTIONS /hooks/:connector/:key': everybody,
  'POST /hooks/:connector/:key': everybody,
  'GET /listen/:key': everybody,
  'OPTIONS /listen/:key': everybody,
  'POST /listen/:key': everybody,
  'GET /graphql': readers,
  'POST /graphql': readers,
  'POST /mcp': readers,
  'GET /api/openapi.json': everybody,
  'GET /api/types.d.ts': readers,
};

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const addressOf = (path: string) => path.replace(/:\w+/g, () => newId());

describe('access', () => {
  let service: Service;
  let ours: Founded;
  let theirs: Founded;

  before(async () => {
    service = await startService({ allowsBuilds: true, signInRates: { perEmail: 1000, perAddress: 100_000 } });
    [ours, theirs] = [await service.found(), await service.found()];
  });

  after(() => service?.stop());

  /** A sender with its own session, because one of the routes ends it. */
  async function sender(who: Who, founded = ours): Promise<Sender> {
    if (who === 'nobody') return undefined;
    if (who === 'readKey' || who === 'writeKey') return founded[who];
    const personId = who === 'owner' ? founded.personId : await inRole(who);
    const { token } = await openSession(service.store, { personId, now: new Date() });
    return { cookie: `tallyhook_session=${token}` };
  }

  const people = new Map<Role, string>();

  /** Our only person with that role. */
  async function inRole(role: Role): Promise<string> {
    const personId = people.get(role) ?? (await service.join(ours.workspaceId, role)).personId;
    people.set(role, personId);
    return personId;
  }

  it('allows every role to read, three to write, and two to manage and tune', () => {
    const rows = members.map((role) => [role, ...abilitiesOf(role)].join(' '));
    assert.deepEqual(rows, [
      'owner read write merge act manage tune',
      'admin read write merge act manage tune',
      'member read write merge act',
      'viewer read',
      'guest read',
    ]);
  });

  const knock = (route: Route, as: Sender, search = '') =>
    send(service, route.method.toUpperCase(), addressOf(route.path) + search, {
      as,
      ...(route.method === 'get' || route.method === 'delete' ? {} : { json: {} }),
    });

  it('is declared for every route', () => {
    assert.deepEqual(
      routes.map(nameOf).filter((name) => mayCome[name] === undefined),
      [],
    );
  });

  for (const route of routes) {
    for (const who of everybody) {
      const allowed = mayCome[nameOf(route)]?.includes(who) === true;
      it(`${allowed ? 'lets' : 'keeps'} ${who} ${allowed ? 'into' : 'out of'} ${nameOf(route)}`, async () => {
        const answered = await knock(route, await sender(who));
        if (allowed) assert.ok(![401, 403].includes(answered.status), answered.text);
        else if (who === 'nobody') assertProblem(answered, 401, 'sign_in_required');
        else assert.ok([401, 403].includes(answered.status), `${answered.status} ${answered.text}`);
      });
    }

    if (!mayCome[nameOf(route)]?.includes('nobody') && route.access !== 'person') {
      it(`keeps people and keys of another workspace out of ${nameOf(route)}`, async () => {
        const search = `?workspace=${ours.workspaceId}`;
        if (admits(route.access).people)
          assertProblem(await knock(route, await sender('owner', theirs), search), 404, 'not_found');
        if (admits(route.access).keys) assertProblem(await knock(route, theirs.writeKey, search), 403, 'forbidden');
      });
    }
  }

  it('restricts a key to its branch, and lets it name that branch', async () => {
    const types = (search: string) => send(service, 'GET', `/api/types${search}`, { as: ours.readKey });
    assert.equal((await types(`?branch=main&workspace=${ours.workspaceId}`)).status, 200);
    assertProblem(await types('?branch=other'), 403, 'forbidden');
    assertProblem(await types('?branch='), 403, 'forbidden');
    assertProblem(await types('?branch=main&branch=other'), 400, 'invalid_request');
  });

  it('accepts a key only in the Authorization header', async () => {
    const { key } = ours.readKey;
    assertProblem(await send(service, 'GET', `/api/types?key=${key}`), 401, 'sign_in_required');
    assertProblem(await send(service, 'GET', '/api/types', { headers: { 'x-api-key': key } }), 401, 'sign_in_required');
    const basic = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    const answered = await send(service, 'GET', '/api/types', { headers: basic });
    assertProblem(answered, 401, 'sign_in_required');
    assert.match(answered.headers.get('www-authenticate') ?? '', /^Bearer/);
  });

  it('uses the key, not the cookie, if both are sent', async () => {
    const headers = { cookie: ours.owner.cookie };
    const json = { fields: { title: 'x' } };
    const answered = await send(service, 'POST', '/api/records?type=ticket', { as: ours.readKey, headers, json });
    assertProblem(answered, 403, 'forbidden');
  });

  it('asks a person in two workspaces to name one', async () => {
    await setRole(service.store, { ...ours, personId: theirs.personId, role: 'viewer', by: 'system', now: new Date() });
    const as = await sender('owner', theirs);
    assertProblem(await send(service, 'GET', '/api/types', { as }), 400, 'invalid_request');
    assert.equal((await send(service, 'GET', `/api/types?workspace=${theirs.workspaceId}`, { as })).status, 200);
    assertProblem(await send(service, 'GET', `/api/keys?workspace=${ours.workspaceId}`, { as }), 403, 'forbidden');
  });

  it('changes as soon as a role changes', async () => {
    const { personId, cookie } = await service.join(ours.workspaceId, 'owner');
    const list = () => send(service, 'GET', '/api/keys', { as: { cookie } });
    assert.equal((await list()).status, 200);
    await setRole(service.store, { ...ours, personId, role: 'viewer', by: ours.personId, now: new Date() });
    assertProblem(await list(), 403, 'forbidden');
  });

  it('ends as soon as a key is revoked', async () => {
    const founded = await service.found();
    const read = () => send(service, 'GET', '/api/types', { as: founded.readKey });
    assert.equal((await read()).status, 200);
    for (const { id } of await listApiKeys(service.store, founded.workspaceId)) {
      await revokeApiKey(service.store, { ...founded, id }, { by: founded.personId, now: new Date() });
    }
    assertProblem(await read(), 401, 'sign_in_required');
  });
});

describe('write with a session cookie', () => {
  let service: Service;
  let cookie: string;

  before(async () => {
    service = await startService({ allowsBuilds: true });
    ({ cookie } = (await service.found()).owner);
  });

  after(() => service?.stop());

  const write = (headers: Record<string, string>) =>
    send(service, 'POST', '/api/records?type=ticket', {
      json: { fields: { title: 'Oven' } },
      headers: { cookie, ...headers },
    });

  const refused: [string, Record<string, string>][] = [
    ['neither Origin nor Sec-Fetch-Site', {}],
    ['the Origin of another site', { origin: 'https://evil.example' }],
    ['the Origin of a host that only begins like ours', { origin: 'http://tallyhook.test.evil.example' }],
    ['our host on another port', { origin: 'http://tallyhook.test:81' }],
    ['Origin null', { origin: 'null' }],
    [
      'Sec-Fetch-Site cross-site, whatever the Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://tallyhook.test' },
    ],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ];
  for (const [what, headers] of refused) {
    it(`is refused with ${what}`, async () => assertProblem(await write(headers), 403, 'wrong_origin'));
  }

  const taken: [string, Record<string, string>][] = [
    ['the Origin of the base address', { origin: 'http://tallyhook.test' }],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
  ];
  for (const [what, headers] of taken) {
    it(`is accepted with ${what}`, async () => assert.equal((await write(headers)).status, 201));
  }

  it('is accepted with the Origin of the requested address', async () => {
    assert.equal((await write({ origin: service.url })).status, 201);
  });

  it('is refused if its JSON has a content type that forms can send', async () => {
    const answered = await send(service, 'POST', '/api/records?type=ticket', {
      as: { cookie },
      body: JSON.stringify({ fields: { title: 'Oven' } }),
      headers: { 'content-type': 'text/plain' },
    });
    assertProblem(answered, 415, 'unsupported_type');
  });
});
