import assert from 'node:assert/strict';
import { createClient, signIn as signInAs, signOut, type PersonClient } from '@tallyhook/client';
import { routeAddress, type RouteAnswer, type RouteCall, type RouteName } from '@tallyhook/schemas/routes';
import { send, signIn } from './doors.ts';
import { shareProduct } from './shared-product.ts';

/** Some work on the branches of a workspace, through one interface. What it returns is compared. */
interface Work {
  createBranch(branch: { name: string; from: string }): Promise<unknown>;
  branches(): Promise<unknown[]>;
  rename(name: string, to: string): Promise<unknown>;
  protect(name: string, protection: { write: 'member'; merge: 'admin' }): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  deleted(): Promise<{ id: string; name: string }[]>;
  restore(id: string): Promise<unknown>;
  createType(branch: string, type: object): Promise<unknown>;
  previewType(branch: string, type: object): Promise<unknown>;
  changeType(branch: string, type: object): Promise<unknown>;
  typeUses(branch: string, name: string): Promise<unknown>;
  change(branch: string, changes: readonly Change[]): Promise<({ id: string; revision: number } | null)[]>;
  history(branch: string, id: string): Promise<unknown>;
  commit(branch: string, message: string): Promise<{ id: string }>;
  commits(branch: string): Promise<unknown>;
  differences(branch: string, commit: string): Promise<unknown>;
  revert(branch: string, id: string): Promise<unknown>;
  preview(from: string, into: string): Promise<{ conflicts: Conflict[] }>;
  mergeDifferences(from: string, into: string): Promise<unknown>;
  merge(merge: { from: string; into: string; decisions?: Decision[] }): Promise<unknown>;
  createView(branch: string, view: object): Promise<{ id: string; revision: number }>;
  updateView(branch: string, id: string, patch: { revision: number; name: string }): Promise<unknown>;
  removeView(branch: string, id: string): Promise<unknown>;
  restoreView(branch: string, id: string): Promise<unknown>;
  views(branch: string): Promise<unknown>;
  apps(branch: string): Promise<unknown>;
  app(branch: string, id: string): Promise<unknown>;
  planUpdate(branch: string, id: string): Promise<unknown>;
  loadSamples(branch: string, id: string): Promise<unknown>;
}

type Change = { do: 'create' | 'update' | 'delete'; id?: string; revision?: number; fields?: Record<string, unknown> };
type Conflict = { type: string; id: string; parts: { part: string; seen: string }[] };
type Decision = { type: string; id: string; part: string; take: 'from' | 'into'; seen: string };

interface Access {
  url: string;
  cookie: string;
  workspace: string;
}

function overHttp({ url, cookie, workspace }: Access): Work {
  const on =
    (branch: string) =>
    async <Name extends RouteName>(name: Name, call: RouteCall<Name>): Promise<RouteAnswer<Name>> => {
      const { method, address } = routeAddress(name, call, { workspace, branch });
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      const { status, body } = await send(url + address, { method, headers, body: JSON.stringify(call.body) });
      if (status >= 400) throw refusalOf(body as { code: string; detail: string });
      return body as RouteAnswer<Name>;
    };
  const main = on('main');
  return {
    createBranch: (body) => main('POST /api/branches', { body }),
    branches: () => main('GET /api/branches', {}),
    rename: (name, to) => main('PATCH /api/branches/:name', { path: { name }, body: { name: to } }),
    protect: (name, protection) => main('PATCH /api/branches/:name', { path: { name }, body: { protection } }),
    remove: (name) => main('DELETE /api/branches/:name', { path: { name } }),
    deleted: () => main('GET /api/deleted-branches', {}),
    restore: (id) => main('POST /api/deleted-branches/:id/restore', { path: { id }, body: {} }),
    createType: (branch, type) => on(branch)('POST /api/types', { body: type as never }),
    previewType: (branch, type) =>
      on(branch)('POST /api/types/:name/preview', { path: { name: 'part' }, body: { type: type as never } }),
    changeType: (branch, type) =>
      on(branch)('PUT /api/types/:name', { path: { name: 'part' }, body: { type: type as never } }),
    typeUses: (branch, name) => on(branch)('GET /api/types/:name/uses', { path: { name } }),
    change: async (branch, changes) =>
      (await on(branch)('POST /api/records/batch', { query: { type: 'note' }, body: { changes: changes as never } }))
        .records,
    history: (branch, id) => on(branch)('GET /api/records/:id/history', { path: { id }, query: { type: 'note' } }),
    commit: (branch, message) => on(branch)('POST /api/commits', { body: { message } }),
    commits: (branch) => on(branch)('GET /api/commits', {}),
    differences: (branch, commit) => on(branch)('GET /api/differences', { query: { type: 'note', commit } }),
    revert: (branch, id) => on(branch)('POST /api/commits/:id/revert', { path: { id }, body: {} }),
    preview: (from, into) => main('GET /api/merges/preview', { query: { from, into } }),
    mergeDifferences: (from, into) => main('GET /api/merges/differences', { query: { from, into, type: 'note' } }),
    merge: (body) => main('POST /api/merges', { body }),
    createView: (branch, view) => on(branch)('POST /api/views', { body: view as never }),
    updateView: (branch, id, patch) => on(branch)('PATCH /api/views/:id', { path: { id }, body: patch }),
    removeView: (branch, id) => on(branch)('DELETE /api/views/:id', { path: { id } }),
    restoreView: (branch, id) => on(branch)('POST /api/views/:id/restore', { path: { id } }),
    views: (branch) => on(branch)('GET /api/views', {}),
    apps: (branch) => on(branch)('GET /api/apps', {}),
    app: (branch, app) => on(branch)('GET /api/apps/:app', { path: { app } }),
    planUpdate: (branch, app) => on(branch)('GET /api/installed-apps/:app/update', { path: { app } }),
    loadSamples: (branch, app) => on(branch)('POST /api/installed-apps/:app/samples', { path: { app } }),
  };
}

function withClient({ url, workspace }: Access, token: string): Work {
  const on = (branch: string): PersonClient => createClient({ url, token, workspace, branch });
  const { branches, merges } = on('main');
  // With it, the answer comes line by line.
  const onProgress = () => undefined;
  return {
    createBranch: (branch) => branches.create(branch, { onProgress }),
    branches: () => branches.list(),
    rename: (name, to) => branches.rename(name, to),
    protect: (name, protection) => branches.protect(name, protection),
    remove: (name) => branches.remove(name),
    deleted: () => branches.deleted(),
    restore: (id) => branches.restore(id),
    createType: (branch, type) => on(branch).types.create(type as never),
    previewType: (branch, type) => on(branch).types.preview('part', { type: type as never }),
    changeType: (branch, type) => on(branch).types.change('part', { type: type as never }),
    typeUses: (branch, name) => on(branch).types.uses(name),
    change: (branch, changes) => on(branch).records.batch('note', changes),
    history: (branch, id) => on(branch).records.history('note', id),
    commit: (branch, message) => on(branch).commits.create(message),
    commits: (branch) => on(branch).commits.list(),
    differences: (branch, commit) => on(branch).commits.differences({ type: 'note', commit }),
    revert: (branch, id) => on(branch).commits.revert(id),
    preview: (from, into) => merges.preview({ from, into }),
    mergeDifferences: (from, into) => merges.differences({ from, into, type: 'note' }),
    merge: (merge) => merges.merge(merge, { onProgress }),
    createView: (branch, view) => on(branch).views.create(view as never),
    updateView: (branch, id, patch) => on(branch).views.update(id, patch),
    removeView: (branch, id) => on(branch).views.remove(id),
    restoreView: (branch, id) => on(branch).views.restore(id),
    views: (branch) => on(branch).views.list(),
    apps: (branch) => on(branch).apps.list(),
    app: (branch, app) => on(branch).apps.get(app),
    planUpdate: (branch, app) => on(branch).apps.planUpdate(app),
    loadSamples: (branch, app) => on(branch).apps.loadSamples(app),
  };
}

const author = '{ by at name }';
const branchFields = `{ id name createdAt createdBy from protection { write merge } lastChange ${author} authors ${author} uncommitted createdByName }`;
const commitFields = '{ id kind message by at counts from reverts byName }';
const differenceFields = '{ differences { type id kind label parts { part before after } } nextCursor labels }';
const typeFields =
  '{ name label plural app offered labelField fields { name label kind required unique default help many options { value label color } format { unit decimals thousands } target } }';
const refusalFields = '{ pointer line column code detail allowed suggestion }';
const recordFields = '{ id type revision createdAt createdBy updatedAt updatedBy fields }';
const viewFields =
  '{ id name revision updatedAt updatedBy definition { type filter sort { field dir } group { field unit as fill top other } fields } }';

function inGraphql({ url, cookie, workspace }: Access): Work {
  const on =
    (branch: string) =>
    async (operation: string, variables: object = {}): Promise<never> => {
      const place = new URLSearchParams({ workspace, branch });
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: operation, variables });
      const answered = await send(`${url}/graphql?${place}`, { method: 'POST', headers, body });
      const { data, errors } = answered.body as { data?: object; errors?: GraphqlError[] };
      if (errors) throw refusalOf({ code: errors[0]!.extensions.code, detail: errors[0]!.message });
      return Object.values(data!)[0] as never;
    };
  const main = on('main');
  const branch = (name: string, input: object) =>
    main(
      `mutation ($name: ID!, $input: BranchPatchInput) { updateBranch(name: $name, input: $input) ${branchFields} }`,
      {
        ...{ name, input },
      },
    );
  return {
    createBranch: (input) =>
      main('mutation ($input: NewBranchInput!) { createBranch(input: $input) { id name from } }', { input }),
    branches: () => main(`{ branches ${branchFields} }`),
    rename: (name, to) => branch(name, { name: to }),
    protect: (name, protection) => branch(name, { protection }),
    async remove(name) {
      assert.equal(await main('mutation ($name: ID!) { deleteBranch(name: $name) }', { name }), name);
    },
    deleted: () => main('{ deletedBranches { id name deletedAt deletedBy keptUntil records } }'),
    restore: (id) => main(`mutation ($id: ID!) { restoreBranch(id: $id) ${branchFields} }`, { id }),
    createType: (to, input) =>
      on(to)(`mutation ($input: JSON!) { createRecordType(input: $input) ${typeFields} }`, { input }),
    previewType: (to, type) =>
      on(to)(
        `query ($input: TypeChangeInput!) { recordTypePreview(name: "part", input: $input) { records changed lost fields { field label change values lost filled examples { id label value } } refusals ${refusalFields} stops { kind id name } } }`,
        { input: { type } },
      ),
    changeType: (to, type) =>
      on(to)(`mutation ($input: TypeChangeInput!) { updateRecordType(name: "part", input: $input) ${typeFields} }`, {
        input: { type },
      }),
    typeUses: (to, name) =>
      on(to)('query ($name: ID!) { recordTypeUses(name: $name) { records uses { kind id name } } }', { name }),
    change: async (to, changes) =>
      (
        (await on(to)(
          `mutation ($input: RecordBatchInput!) { changeRecords(type: "note", input: $input) { records ${recordFields} } }`,
          { input: { changes } },
        )) as { records: { id: string; revision: number }[] }
      ).records,
    history: (to, id) =>
      on(to)(
        `query ($id: ID!) { recordHistory(id: $id, type: "note") { changes { number type by at slot tick kind id before ${recordFields} after ${recordFields} imported } nextBefore labels } }`,
        { id },
      ),
    commit: (to, message) =>
      on(to)(`mutation ($input: NewCommitInput!) { createCommit(input: $input) ${commitFields} }`, {
        input: { message },
      }),
    commits: (to) => on(to)(`{ commits { uncommitted commits ${commitFields} nextCursor } }`),
    differences: (to, commit) =>
      on(to)(`query ($commit: String) { differences(type: "note", commit: $commit) ${differenceFields} }`, { commit }),
    revert: (to, id) => on(to)(`mutation ($id: ID!) { revertCommit(id: $id) { commit ${commitFields} } }`, { id }),
    preview: (from, into) =>
      main(
        'query ($from: String!, $into: String!) { mergePreview(from: $from, into: $into) { from into counts conflictCount conflicts { type id label parts { part base into from seen intoBy { by byName at } fromBy { by byName at } } } labels types { type removed } refusals { detail } stops { kind id name branch } } }',
        { from, into },
      ),
    mergeDifferences: (from, into) =>
      main(
        `query ($from: String!, $into: String!) { mergeDifferences(from: $from, into: $into, type: "note") ${differenceFields} }`,
        { from, into },
      ),
    merge: (input) =>
      main(`mutation ($input: NewMergeInput!) { mergeBranches(input: $input) { commit ${commitFields} } }`, { input }),
    createView: (to, input) =>
      on(to)(`mutation ($input: NewViewInput!) { createView(input: $input) ${viewFields} }`, { input }),
    updateView: (to, id, input) =>
      on(to)(`mutation ($id: ID!, $input: ViewPatchInput!) { updateView(id: $id, input: $input) ${viewFields} }`, {
        ...{ id, input },
      }),
    async removeView(to, id) {
      assert.equal(await on(to)('mutation ($id: ID!) { deleteView(id: $id) }', { id }), id);
    },
    restoreView: (to, id) => on(to)(`mutation ($id: ID!) { restoreView(id: $id) ${viewFields} }`, { id }),
    views: (to) => on(to)(`{ views ${viewFields} }`),
    apps: (to) =>
      on(to)(
        '{ apps { marketplace { app name version description isPublic } installed { app version installedAt installedBy } } }',
      ),
    app: (to, app) =>
      on(to)(
        'query ($app: ID!) { app(app: $app) { app name version description sha256 isPublic releasedAt types { name label fields } reports dashboards workflows samples loadedSamples records uses { kind id name } installed { app version installedAt installedBy } } }',
        { app },
      ),
    planUpdate: (to, app) =>
      on(to)(
        `query ($app: ID!) { appUpdate(app: $app) { from to changes { weight text } types { type lost } lost refusals ${refusalFields} stops { kind id name } } }`,
        { app },
      ),
    loadSamples: (to, app) => on(to)('mutation ($app: ID!) { loadAppSamples(app: $app) { records } }', { app }),
  };
}

interface GraphqlError {
  message: string;
  extensions: { code: string };
}

/** Refusals are compared by code and sentence. */
const refusalOf = ({ code, detail }: { code: string; detail: string }) => Object.assign(new Error(detail), { code });

const part = (fields: object[]) => ({ name: 'part', label: 'Part', plural: 'Parts', labelField: 'title', fields });
const title = { name: 'title', label: 'Title', kind: 'text' };

/** Does the work on branches of its own, and returns what each step gave. */
async function workThrough(work: Work, name: string): Promise<[string, unknown][]> {
  const [base, draft] = [`${name} base`, `${name} draft`];
  const steps: [string, unknown][] = [];
  const step = async <Value>(what: string, value: Promise<Value>): Promise<Value> => {
    const given = await value.catch((error: Error & { code?: string }) => {
      assert.ok(error.code, String(error.stack));
      return { refused: error.code, message: error.message } as Value;
    });
    steps.push([what, given]);
    return given;
  };
  await step('create the base', work.createBranch({ name: base, from: 'main' }));
  await step('create it again', work.createBranch({ name: base, from: 'main' }));
  await step('create a type', work.createType(base, part([title])));
  await step('create a bad type', work.createType(base, { name: 'bad' }));
  const more = part([
    { ...title, label: 'Name' },
    { name: 'size', label: 'Size', kind: 'number', default: 3 },
  ]);
  await step('preview a change of the type', work.previewType(base, more));
  await step('change the type', work.changeType(base, more));
  await step('see what uses it', work.typeUses(base, 'part'));
  const [one, two] = await step(
    'create records',
    work.change(base, [
      { do: 'create', fields: { title: 'one' } },
      { do: 'create', fields: { title: 'two' } },
    ]),
  );
  await step('create records with a mistake', work.change(base, [{ do: 'create', fields: { titel: 'one' } }]));
  await step('commit', work.commit(base, 'Two notes'));
  await step('commit nothing', work.commit(base, 'Nothing'));
  await step('create the draft', work.createBranch({ name: draft, from: base }));
  const edit = (id: string, text: string) => ({ do: 'update', id, revision: 1, fields: { title: text } }) as const;
  await step(
    'change the draft',
    work.change(draft, [edit(one!.id, 'one on the draft'), { do: 'delete', id: two!.id }]),
  );
  await step('change the base', work.change(base, [edit(one!.id, 'one on the base')]));
  await step('change an old revision', work.change(base, [edit(one!.id, 'again')]));
  await step('read the history', work.history(draft, one!.id));
  const commit = await step('commit the draft', work.commit(draft, 'Changes'));
  await step('list the differences', work.differences(draft, commit.id));
  const preview = await step('preview the merge', work.preview(draft, base));
  await step('list what it changes', work.mergeDifferences(draft, base));
  await step('merge in spite of the conflict', work.merge({ from: draft, into: base }));
  const [conflict] = preview.conflicts;
  const decision = { type: conflict!.type, id: conflict!.id, take: 'from', ...conflict!.parts[0]! } as const;
  const { type, id, part: of, take, seen } = decision;
  const decisions = [{ type, id, part: of, take, seen }];
  await step('merge with a decision', work.merge({ from: draft, into: base, decisions }));
  await step('merge what is merged', work.merge({ from: draft, into: base }));
  await step('list the commits', work.commits(base));
  await step('revert', work.revert(draft, commit.id));
  const definition = {
    ...{ type: 'note', filter: { field: 'title', op: 'contains', value: 'o' } },
    ...{ sort: [{ field: 'title', dir: 'desc' }], fields: ['title'] },
  };
  const view = await step('create a view', work.createView(base, { name: 'Os', definition }));
  await step('create a bad view', work.createView(base, { name: 'x', definition: { type: 'nothing' } }));
  await step('rename the view', work.updateView(base, view.id, { revision: view.revision, name: 'Ohs' }));
  await step('rename it at an old revision', work.updateView(base, view.id, { revision: view.revision, name: 'O' }));
  await step('delete the view', work.removeView(base, view.id));
  await step('restore the view', work.restoreView(base, view.id));
  await step('list the views', work.views(base));
  await step('list the apps', work.apps(base));
  await step('read an app', work.app(base, 'work'));
  await step('plan its update', work.planUpdate(base, 'work'));
  await step('load its samples', work.loadSamples(base, 'work'));
  await step('read an unknown app', work.app(base, 'nothing'));
  await step('protect a branch', work.protect(draft, { write: 'member', merge: 'admin' }));
  await step('rename a branch', work.rename(draft, `${draft} 2`));
  await step('delete a branch', work.remove(`${draft} 2`));
  const deleted = await step('list the deleted branches', work.deleted());
  await step('restore it', work.restore(deleted.find((found) => found.name === `${draft} 2`)!.id));
  await step('delete an unknown branch', work.remove('nothing'));
  await step('list the branches', work.branches());
  return steps;
}

/** Makes the work of one interface comparable: ids by their order, no moments and positions, no null for absent. */
function comparable(steps: [string, unknown][], name: string): [string, unknown][] {
  const ids = new Map<string, string>();
  const plain = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a moment';
      if (key === 'seen') return 'values';
      return value.replaceAll(name, 'my').replace(/^[0-9a-f]{24}$/, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`);
        return ids.get(id)!;
      });
    }
    if (typeof value === 'number') return ['number', 'slot', 'tick'].includes(key) ? 'a position' : value;
    if (Array.isArray(value)) return value.map((one) => plain(one, key));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
    return Object.fromEntries(entries.map(([at, one]) => [plain(at), plain(one, at)]));
  };
  return steps.map(([what, value]) => {
    const isOthers = (one: unknown) =>
      typeof one === 'object' && !String((one as { name?: string }).name).startsWith(name);
    const own = /^list the (deleted )?branches$/.test(what)
      ? (value as unknown[]).filter((one) => !isOthers(one))
      : value;
    return [what, plain(own)];
  });
}

describe('work on branches', function () {
  this.timeout(300_000);
  let access: Access;
  let token: string;

  before(async () => {
    const { url, owner } = await shareProduct();
    const { cookie } = await signIn(url, owner);
    const made = await send(`${url}/api/workspaces`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Same work' }),
    });
    access = { url, cookie, workspace: (made.body as { id: string }).id };
    token = (await signInAs({ url, ...owner })).token;
  });

  it('has the same results and refusals over HTTP, in GraphQL and with the client', async () => {
    const http = comparable(await workThrough(overHttp(access), 'http'), 'http');
    const client = comparable(await workThrough(withClient(access, token), 'client'), 'client');
    const graphql = comparable(await workThrough(inGraphql(access), 'graphql'), 'graphql');
    const refused = http.filter(([, value]) => Object.hasOwn(Object(value), 'refused'));
    assert.deepEqual(
      refused.map(([what]) => what),
      [
        'create it again',
        'create a bad type',
        'create records with a mistake',
        'commit nothing',
        'change an old revision',
        'merge in spite of the conflict',
        'create a bad view',
        'rename it at an old revision',
        'read an unknown app',
        'delete an unknown branch',
      ],
      JSON.stringify(refused),
    );
    for (const [at, [what, value]] of http.entries()) {
      assert.deepEqual(client[at], [what, value]);
      assert.deepEqual(graphql[at], [what, value]);
    }
  });

  it('ends for a client that signs out', async () => {
    const { url, workspace } = access;
    await signOut({ url, token });
    await assert.rejects(createClient({ url, token, workspace }).branches.list(), { code: 'sign_in_required' });
  });
});
