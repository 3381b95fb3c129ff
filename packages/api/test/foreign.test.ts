import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { beginSignIn, linkAccount } from '@tallyhook/store/accounts';
import { openBranch } from '@tallyhook/store/branches';
import { saveDefinition } from '@tallyhook/store/definitions';
import { acceptDeliveries, eventPayload } from '@tallyhook/store/deliveries';
import { tellPeople } from '@tallyhook/store/messages';
import { getRun, insertRun, openWait, type NewRun } from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { routes } from '../src/routes/index.ts';
import { send, startService, type Answered, type Founded, type Sender, type Service } from './start-service.ts';

/** Stands in every thing of the other workspace; no answer to us may contain it. */
const secretName = 'Foreign-7f3a';

/** The ids of the things of another workspace, each under the name of its route. */
interface Things {
  record: string;
  revision: number;
  file: string;
  report: string;
  dashboard: string;
  view: string;
  tile: string;
  key: string;
  share: string;
  workflow: string;
  run: string;
  invitation: string;
  person: string;
  account: string;
  signIn: string;
  session: string;
  subscription: string;
  workspace: string;
  delivery: string;
  ask: string;
  message: string;
  folder: string;
  listen: string;
  commit: string;
  deletedBranch: string;
}

/** For each route with an id: the path with a real id of the other workspace, and a body that is valid here. */
const attempts: Record<string, (their: Things) => [path: string, json?: unknown]> = {
  'GET /api/records/:id': ({ record }) => [`/api/records/${record}?type=ticket`],
  'PATCH /api/records/:id': ({ record, revision }) => [
    `/api/records/${record}?type=ticket`,
    { revision, fields: { title: 'taken' } },
  ],
  'DELETE /api/records/:id': ({ record }) => [`/api/records/${record}?type=ticket&revision=1`],
  'GET /api/records/:id/history': ({ record }) => [`/api/records/${record}/history?type=ticket`],
  'PATCH /api/views/:id': ({ view }) => [`/api/views/${view}`, { revision: 1, name: 'taken' }],
  'DELETE /api/views/:id': ({ view }) => [`/api/views/${view}`],
  'POST /api/views/:id/restore': ({ view }) => [`/api/views/${view}/restore`],
  'GET /api/files/:id': ({ file }) => [`/api/files/${file}`],
  'DELETE /api/files/:id': ({ file }) => [`/api/files/${file}`],
  'GET /api/reports/:id': ({ report }) => [`/api/reports/${report}`],
  'PATCH /api/reports/:id': ({ report, revision }) => [`/api/reports/${report}`, { revision, name: 'taken' }],
  'DELETE /api/reports/:id': ({ report }) => [`/api/reports/${report}?revision=1`],
  'POST /api/reports/:id/restore': ({ report }) => [`/api/reports/${report}/restore`],
  'GET /api/reports/:id/answer': ({ report }) => [`/api/reports/${report}/answer`],
  'POST /api/dashboards/:id/copies': ({ dashboard }) => [`/api/dashboards/${dashboard}/copies`],
  'PATCH /api/dashboards/:id': ({ dashboard }) => [`/api/dashboards/${dashboard}`, { name: 'taken' }],
  'DELETE /api/dashboards/:id': ({ dashboard }) => [`/api/dashboards/${dashboard}`],
  'POST /api/dashboards/:id/restore': ({ dashboard }) => [`/api/dashboards/${dashboard}/restore`],
  'POST /api/dashboards/:id/tiles': ({ dashboard, report }) => [`/api/dashboards/${dashboard}/tiles`, { report }],
  'PATCH /api/dashboards/:id/tiles/:tile': ({ dashboard, tile }) => [
    `/api/dashboards/${dashboard}/tiles/${tile}`,
    { width: 3 },
  ],
  'DELETE /api/dashboards/:id/tiles/:tile': ({ dashboard, tile }) => [`/api/dashboards/${dashboard}/tiles/${tile}`],
  'DELETE /api/keys/:id': ({ key }) => [`/api/keys/${key}`],
  'DELETE /api/shares/:id': ({ share }) => [`/api/shares/${share}`],
  'POST /api/keys/:id/rotation': ({ key }) => [`/api/keys/${key}/rotation`, { oldWorksForHours: 0 }],
  'DELETE /api/invitations/:id': ({ invitation }) => [`/api/invitations/${invitation}`],
  'PATCH /api/members/:id': ({ person }) => [`/api/members/${person}`, { role: 'viewer' }],
  'DELETE /api/members/:id': ({ person }) => [`/api/members/${person}`],
  'PATCH /api/accounts/:id': ({ account }) => [`/api/accounts/${account}`, { shared: true }],
  'DELETE /api/accounts/:id': ({ account }) => [`/api/accounts/${account}`],
  'POST /api/accounts/:id/address': ({ account }) => [`/api/accounts/${account}/address`],
  'POST /api/accounts/:id/test': ({ account }) => [`/api/accounts/${account}/test`],
  'PUT /api/accounts/:id/credentials': ({ account }) => [`/api/accounts/${account}/credentials`, { fields: {} }],
  'GET /api/account-sign-ins/:id': ({ signIn }) => [`/api/account-sign-ins/${signIn}`],
  'POST /api/account-sign-ins/:id/choice': ({ signIn }) => [`/api/account-sign-ins/${signIn}/choice`, { value: 'x' }],
  'DELETE /api/sessions/:id': ({ session }) => [`/api/sessions/${session}`],
  'PATCH /api/workflows/:id/settings': ({ workflow }) => [`/api/workflows/${workflow}/settings`, { on: true }],
  'GET /api/runs/:id': ({ run }) => [`/api/runs/${run}`],
  'POST /api/workflows/:id/runs': ({ workflow }) => [`/api/workflows/${workflow}/runs`, {}],
  'POST /api/runs/:id/again': ({ run }) => [`/api/runs/${run}/again`, { from: 'start' }],
  'POST /api/runs/:id/cancel': ({ run }) => [`/api/runs/${run}/cancel`],
  'PUT /api/runs/:id/watch': ({ run }) => [`/api/runs/${run}/watch`, { isWatching: true }],
  'POST /api/runs/:id/decisions': ({ run }) => [`/api/runs/${run}/decisions`, { stepId: 'count', choice: 'again' }],
  'POST /api/asks/:id/answer': ({ ask }) => [`/api/asks/${ask}/answer`, { values: {} }],
  'PUT /api/messages/:id/read': ({ message }) => [`/api/messages/${message}/read`, { isRead: true }],
  'POST /api/subscriptions/:id/try': ({ subscription }) => [`/api/subscriptions/${subscription}/try`],
  'POST /api/workflows/:id/tests': ({ workflow }) => [
    `/api/workflows/${workflow}/tests`,
    { stepId: 'count', scope: 'step' },
  ],
  'POST /api/workflows/:id/address': ({ workflow }) => [`/api/workflows/${workflow}/address`],
  'DELETE /api/workflows/:id': ({ workflow }) => [`/api/workflows/${workflow}`],
  'POST /api/workflows/:id/restore': ({ workflow }) => [`/api/workflows/${workflow}/restore`],
  'GET /api/workflows/:id/draft': ({ workflow }) => [`/api/workflows/${workflow}/draft`],
  'POST /api/workflows/:id/publish': ({ workflow }) => [`/api/workflows/${workflow}/publish`, { version: 1 }],
  'GET /api/deliveries/:id': ({ delivery }) => [`/api/deliveries/${delivery}`],
  'GET /api/connector-folders/:id': ({ folder }) => [`/api/connector-folders/${folder}`],
  'PUT /api/connector-folders/:id': ({ folder }) => [`/api/connector-folders/${folder}`, { revision: 1, files: [] }],
  'DELETE /api/connector-folders/:id': ({ folder }) => [`/api/connector-folders/${folder}`],
  'POST /api/connector-folders/:id/checks': ({ folder }) => [`/api/connector-folders/${folder}/checks`, { files: [] }],
  'POST /api/connector-folders/:id/tries': ({ folder }) => [
    `/api/connector-folders/${folder}/tries`,
    { action: 'create-contact', inputs: {} },
  ],
  'POST /api/connector-folders/:id/listens': ({ folder }) => [
    `/api/connector-folders/${folder}/listens`,
    { webhook: 'events' },
  ],
  'GET /api/connector-folders/:id/listens/:listenId': ({ folder, listen }) => [
    `/api/connector-folders/${folder}/listens/${listen}`,
  ],
  'POST /api/connector-folders/:id/fixture-runs': ({ folder }) => [`/api/connector-folders/${folder}/fixture-runs`],
  'GET /api/connector-folders/:id/release-plan': ({ folder }) => [`/api/connector-folders/${folder}/release-plan`],
  'POST /api/connector-folders/:id/releases': ({ folder }) => [
    `/api/connector-folders/${folder}/releases`,
    { version: '1.0.0', revision: 1 },
  ],
  'POST /api/deleted-branches/:id/restore': ({ deletedBranch }) => [
    `/api/deleted-branches/${deletedBranch}/restore`,
    {},
  ],
  'GET /api/commits/:id/revert-preview': ({ commit }) => [`/api/commits/${commit}/revert-preview`],
  'POST /api/commits/:id/revert': ({ commit }) => [`/api/commits/${commit}/revert`, {}],
  'PATCH /api/workspaces/:id': ({ workspace }) => [`/api/workspaces/${workspace}`, { name: 'taken' }],
};

/** Routes whose parameter is a name within the caller's own workspace, or an address for everybody. */
const byName = [
  // An id that a branch does not have begins a new workflow there, has no versions and no draft to discard.
  'PUT /api/workflows/:id/draft',
  'DELETE /api/workflows/:id/draft',
  'GET /api/workflows/:id/versions',
  'GET /api/workflows/:id/sample',
  'DELETE /api/branches/:name',
  'PATCH /api/branches/:name',
  'GET /api/apps/:app',
  'GET /api/installed-apps/:app/update',
  'DELETE /api/installed-apps/:app',
  'POST /api/installed-apps/:app/samples',
  'DELETE /api/installed-apps/:app/samples',
  'GET /api/types/:name',
  'PATCH /api/types/:name',
  'PUT /api/types/:name',
  'POST /api/types/:name/preview',
  'GET /api/types/:name/uses',
  'DELETE /api/types/:name',
  'PUT /api/speed/:type',
  'PUT /api/speed/:type/:field',
  'PUT /api/connector-clients/:connector',
  'DELETE /api/connector-clients/:connector',
  'GET /api/connectors/:connector',
  'GET /api/installed-connectors/:connector/update',
  'DELETE /api/installed-connectors/:connector',
  'POST /api/installed-connectors/:connector/moves',
  'GET /hooks/:connector',
];

describe('a thing of another workspace', () => {
  let service: Service;
  let ours: Founded;
  let their: Things;
  let theirs: Founded;

  before(async () => {
    service = await startService();
    [ours, theirs] = [await service.found(), await service.found()];
    their = await fill(theirs);
  });
  after(() => service?.stop());

  const call = (method: string, path: string, as: Sender, json?: unknown): Promise<Answered> =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });

  async function fill(founded: Founded): Promise<Things> {
    const post = async (path: string, json: unknown) => {
      const made = await call('POST', path, founded.owner, json);
      assert.ok(made.status < 300, made.text);
      return made.body;
    };
    const { id: record, revision } = await post('/api/records?type=ticket', { fields: { title: secretName } });
    const stored = await send(service, 'POST', `/api/files?name=${secretName}`, {
      as: founded.owner,
      body: secretName,
    });
    const definition = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };
    const { id: report } = await post('/api/reports', { name: secretName, definition });
    const { id: dashboard } = await post('/api/dashboards', { name: secretName });
    const { id: view } = await post('/api/views', { name: secretName, definition: { type: 'ticket' } });
    const { tiles } = await post(`/api/dashboards/${dashboard}/tiles`, { report });
    const { id: key } = await post('/api/keys', { name: secretName, branch: 'main', access: 'read' });
    const { id: share } = await post('/api/shares', { kind: 'report', target: report });
    const steps = [{ id: 'count', kind: 'runReport', report }];
    const trigger = { kind: 'connector', connector: 'github', events: ['*'] };
    const workflow = await addWorkflow(founded, { name: secretName, trigger, steps });
    const { id: invitation } = await post('/api/invitations', { email: 'foreign@example.com', role: 'admin' });
    const { id: account } = await linkAccount(service.store, {
      ...{ workspaceId: founded.workspaceId, connector: 'github', label: secretName, externalId: secretName },
      ...{ ownerPersonId: founded.personId, fields: { token: secretName }, shared: true },
    });
    const [{ id: session }] = (await call('GET', '/api/sessions', founded.owner)).body;
    const run = await addRun(founded, workflow);
    const subscription = await subscribe(founded, { workflowId: workflow, accountId: account });
    const openedAt = new Date();
    const { id: ask } = await openWait(service.store, {
      key: { workspaceId: founded.workspaceId, runId: run, stepId: 'count', item: '' },
      run: (await getRun(service.store, run))!,
      asked: { message: secretName, inputs: [], to: null },
      ...{ openedAt, until: new Date(openedAt.getTime() + 60_000) },
    });
    await tellPeople(service.store, {
      key: { workspaceId: founded.workspaceId, runId: run, stepId: 'tell', item: '' },
      ...{ run: (await getRun(service.store, run))!, personIds: [founded.personId], text: secretName },
      ...{ report: { id: report, name: secretName }, link: null, at: openedAt },
    });
    const message = (await call('GET', '/api/messages', founded.owner)).body.messages[0].id as string;
    const { id: signIn } = await beginSignIn(
      service.store,
      {
        ...{ workspaceId: founded.workspaceId, connector: 'github', version: '1.0.0', wanted: { shared: false } },
        secrets: { verifier: 'v', state: newId(), account: {} },
      },
      { personId: founded.personId, sessionId: session, now: new Date() },
    );
    const begun = { from: 'nothing', id: 'their-crm', name: secretName, starter: 'webhook' };
    const { id: folder } = await post('/api/connector-folders', begun);
    const { id: listen } = await post(`/api/connector-folders/${folder}/listens`, { webhook: 'events' });
    const [kept] = await acceptDeliveries(service.store, {
      ...{ connector: 'github', contentType: 'application/json', raw: Buffer.from('{}') },
      account: { id: account, workspaceId: founded.workspaceId },
      events: [
        {
          ...{ connectorVersion: '1.0.0', event: secretName, externalId: null, deliveryId: newId() },
          payload: eventPayload(secretName, { secretName }),
        },
      ],
    });
    const { id: commit } = await post('/api/commits', { message: secretName });
    await post('/api/branches', { name: secretName });
    await call('DELETE', `/api/branches/${secretName}`, founded.owner);
    const deleted = await call('GET', '/api/deleted-branches', founded.owner);
    return {
      ...{ commit, deletedBranch: deleted.body[0].id as string },
      ...{ ask, message, folder, listen, subscription, delivery: kept!.id, signIn },
      ...{ invitation, account, session, person: founded.personId },
      ...{ record, revision, file: stored.body.id, report, dashboard, view, tile: tiles[0].id },
      ...{ key, share, workflow },
      ...{ run, workspace: founded.workspaceId },
    };
  }

  const snapshotOf = async ({ workspaceId }: Founded) => {
    const { system, client } = service.store;
    const own = client.db(`${system.databaseName}_${workspaceId}`);
    const names = (await own.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
    const contents = names.map(async (name) => [name, await own.collection(name).find().sort({ _id: 1 }).toArray()]);
    const shared = [
      'api_keys',
      'share_links',
      'members',
      'runs',
      'subscriptions',
      'waits',
      'messages',
      'workflow_drafts',
      'connector_folders',
      'connector_listens',
      'decisions',
      'workflow_settings',
      'linked_accounts',
      'invitations',
      'workspaces',
    ].map(async (name) => [name, await system.collection(name).find({ workspaceId }).sort({ _id: 1 }).toArray()]);
    return JSON.stringify(await Promise.all([...contents, ...shared]));
  };

  it('has an attempt here for every route with an id', () => {
    const named = routes
      .filter(({ path }) => path.includes(':'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .filter((name) => !byName.includes(name) && !/\/(hooks|start|listen|keyring)\//.test(name));
    assert.deepEqual(
      named.filter((name) => attempts[name] === undefined),
      [],
    );
  });

  it('answers its own workspace on each of them, so that the attempts below are real', async () => {
    for (const [name, attempt] of Object.entries(attempts)) {
      if (!name.startsWith('GET')) continue;
      const [path] = attempt(their);
      const answered = await call('GET', path, theirs.owner);
      assert.equal(answered.status, 200, `${name}: ${answered.text}`);
    }
  });

  for (const [name, attempt] of Object.entries(attempts)) {
    it(`is not found by ${name}, and stays as it was`, async () => {
      const before = await snapshotOf(theirs);
      const [method = ''] = name.split(' ');
      const [path, json] = attempt(their);
      for (const as of [ours.owner, ours.writeKey]) {
        const answered = await call(method, path, as, json);
        assert.ok([403, 404].includes(answered.status), `${answered.status} ${answered.text}`);
        assert.ok(as === ours.writeKey || answered.status === 404, `${answered.status} ${answered.text}`);
        assert.ok(!answered.text.includes(secretName), answered.text);
      }
      assert.equal(await snapshotOf(theirs), before);
    });
  }

  it('cannot be put into ours: its report on our dashboard', async () => {
    const { body: dashboard } = await call('POST', '/api/dashboards', ours.owner, { name: 'Ours' });
    const tile = await call('POST', `/api/dashboards/${dashboard.id}/tiles`, ours.owner, { report: their.report });
    assert.equal(tile.status, 404, tile.text);
  });

  it('is in no list of ours', async () => {
    const lists = [
      'records?type=ticket',
      'files',
      'reports',
      'dashboards',
      'views',
      'people',
      'record-export?type=ticket',
      'keys',
      'shares',
      'workflows',
      'runs',
      'messages',
      'deliveries',
      'connector-folders',
    ];
    for (const list of [
      ...lists,
      'changes?type=ticket',
      'members',
      'workspaces',
      'accounts',
      'speed',
      'branches',
      'commits',
      'deleted-branches',
    ]) {
      const [path = ''] = list.split('?');
      const listed = await call('GET', `/api/${list}`, ours.owner);
      assert.ok([200, 400].includes(listed.status), `${path}: ${listed.text}`);
      assert.ok(!listed.text.includes(secretName), listed.text);
    }
  });

  async function addWorkflow({ workspaceId }: Founded, definition: object): Promise<string> {
    const branch = await openBranch(service.store, workspaceId, 'main');
    return (await saveDefinition(service.store, branch, 'workflow', { name: secretName, definition }, 'test')).id;
  }

  async function subscribe(
    { workspaceId, owner }: Founded,
    { workflowId, accountId }: { workflowId: string; accountId: string },
  ): Promise<string> {
    const { id: branchId } = await openBranch(service.store, workspaceId, 'main');
    const trigger = { ...{ kind: 'connector' as const, connector: 'github' }, events: ['*'] as [string] };
    const definition = { name: secretName, trigger: { ...trigger, subscribe: { repository: secretName } }, steps: [] };
    const workflow = { workspaceId, branchId, branchName: 'main', workflowId, definition: definition as never };
    await publishTriggerRoutes(service.store, workflow, { on: true, accounts: { github: accountId } }, 'test');
    const [{ id }] = (await call('GET', '/api/subscriptions', owner)).body;
    return id;
  }

  async function addRun({ workspaceId }: Founded, workflowId: string): Promise<string> {
    const { id: branchId } = await openBranch(service.store, workspaceId, 'main');
    const trigger = { kind: 'connector', connector: 'github', events: ['*'] } as const;
    const step = { id: 'count', kind: 'runReport', report: newId() } as const;
    const run: NewRun = {
      ...{ workspaceId, branchId, branchName: 'main', workflowId, workflowName: secretName },
      definition: { name: secretName, trigger: { ...trigger, events: ['*'] }, steps: [step] },
      ...{ accounts: {}, connectors: {}, attempt: 1, temporalWorkflowId: `hook:${newId()}` },
      trigger: { kind: 'connector', connector: 'github', deliveryId: newId(), event: 'issues' },
    };
    return (await insertRun(service.store, run, new Date())).run.id;
  }
});
