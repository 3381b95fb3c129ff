import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

describe('/api/branches', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
    await addTicket('Oven', '');
  });

  after(() => service?.stop());

  const addTicket = (title: string, search: string, as: Sender = founded.owner) =>
    send(service, 'POST', `/api/records?type=ticket${search}`, { as, json: { fields: { title } } });
  const copy = (json: unknown, as: Sender = founded.owner) => send(service, 'POST', '/api/branches', { as, json });
  const titles = async (branch: string) => {
    const page = await send(service, 'GET', `/api/records?type=ticket&branch=${branch}`, { as: founded.owner });
    return page.body.records.map(({ fields }: { fields: { title: string } }) => fields.title) as string[];
  };

  it('refuses a used, empty or long name, and an unknown branch to copy', async () => {
    assertProblem(await copy({ name: 'main' }), 409, 'already_exists');
    assertProblem(await copy({ name: '' }), 422, 'invalid_input');
    assertProblem(await copy({ name: 'x'.repeat(201) }), 422, 'invalid_input');
    assertProblem(await copy({ name: 'copy', from: 'nothing' }), 404, 'not_found');
    assertProblem(await copy({ name: 'copy', of: 'main' }), 422, 'invalid_input');
  });

  it('copies a branch as it is; later changes stay on their own branch', async () => {
    const made = await copy({ name: 'idea', from: 'main' });
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.body, { name: 'idea', from: 'main' });
    await addTicket('Only here', '&branch=idea');
    await addTicket('Only there', '');
    assert.deepEqual(await titles('idea'), ['Oven', 'Only here']);
    assert.deepEqual(await titles('main'), ['Oven', 'Only there']);
    const list = await send(service, 'GET', '/api/branches', { as: founded.owner });
    assert.partialDeepStrictEqual(list.body, [{ name: 'main' }, { name: 'idea', from: 'main' }]);
    const { workspaces } = (await send(service, 'GET', '/api/session', { as: founded.owner })).body;
    assert.deepEqual(workspaces[0].branches, ['main', 'idea']);
  });

  it('gives a key no access to another branch, or to a later one with the same name', async () => {
    await copy({ name: 'draft' });
    const key = async () => {
      const json = { name: 'Draft', branch: 'draft', access: 'read' };
      const made = await send(service, 'POST', '/api/keys', { as: founded.owner, json });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.headers.get('cache-control'), 'no-store');
      return { key: made.body.key as string };
    };
    const draftKey = await key();
    const read = (search = '') => send(service, 'GET', `/api/records?type=ticket${search}`, { as: draftKey });
    assert.equal((await read()).status, 200);
    assertProblem(await read('&branch=main'), 403, 'forbidden');
    assert.equal((await send(service, 'DELETE', '/api/branches/draft', { as: founded.owner })).status, 204);
    assertProblem(await read(), 404, 'not_found');
    assert.equal((await copy({ name: 'draft' })).status, 201);
    assertProblem(await read(), 404, 'not_found');
    assertProblem(
      await send(service, 'POST', '/api/keys', {
        as: founded.owner,
        json: { name: 'X', branch: 'gone', access: 'read' },
      }),
      404,
      'not_found',
    );
  });

  it('refuses to delete the main branch', async () => {
    const refused = await send(service, 'DELETE', '/api/branches/main', { as: founded.owner });
    assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
    assertProblem(await send(service, 'DELETE', '/api/branches/nothing', { as: founded.owner }), 404, 'not_found');
    assert.ok((await titles('main')).length > 0);
  });
});

describe('/api/keys', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
  });

  after(() => service?.stop());

  it('shows a key once, lists it by its first characters, and revokes it immediately', async () => {
    const json = { name: 'Nightly', branch: 'main', access: 'write' };
    const made = await send(service, 'POST', '/api/keys', { as: founded.owner, json });
    assert.equal(made.status, 201, made.text);
    const { id, key, prefix } = made.body as { id: string; key: string; prefix: string };
    assert.ok(key.startsWith(`${prefix}_`));
    const list = await send(service, 'GET', '/api/keys', { as: founded.owner });
    assert.ok(!list.text.includes(key.slice(prefix.length + 1)));
    assert.partialDeepStrictEqual(list.body[0], {
      id,
      prefix,
      name: 'Nightly',
      access: 'write',
      branch: 'main',
      lastUsedAt: null,
    });
    const write = () =>
      send(service, 'POST', '/api/records?type=note', { as: { key }, json: { fields: { title: 'x' } } });
    assert.equal((await write()).status, 201);
    const other = await service.found();
    assertProblem(await send(service, 'DELETE', `/api/keys/${id}`, { as: other.owner }), 404, 'not_found');
    assert.equal((await send(service, 'DELETE', `/api/keys/${id}`, { as: founded.owner })).status, 204);
    assertProblem(await write(), 401, 'sign_in_required');
    assertProblem(await send(service, 'DELETE', `/api/keys/${id}`, { as: founded.owner }), 404, 'not_found');
  });

  it('refuses an unknown access and a key without a name', async () => {
    const make = (json: unknown) => send(service, 'POST', '/api/keys', { as: founded.owner, json });
    assertProblem(await make({ name: 'X', branch: 'main', access: 'manage' }), 422, 'invalid_input');
    assertProblem(await make({ name: '', branch: 'main', access: 'read' }), 422, 'invalid_input');
    assertProblem(await make({ branch: 'main', access: 'read' }), 422, 'invalid_input');
  });
});

describe('/api/workspaces', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });

  after(() => service?.stop());

  it('creates a workspace with a main branch and the Work app, owned by its creator', async () => {
    const { owner } = await service.found();
    const make = (json: unknown) => send(service, 'POST', '/api/workspaces', { as: owner, json });
    assertProblem(await make({ name: '' }), 422, 'invalid_input');
    const made = await make({ name: 'Second' });
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.body, { name: 'Second', role: 'owner', branches: ['main'] });
    const types = await send(service, 'GET', `/api/types?workspace=${made.body.id}`, { as: owner });
    const names = types.body.map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(names, ['document', 'note', 'person', 'project', 'ticket']);
    const list = await send(service, 'GET', '/api/workspaces', { as: owner });
    assert.deepEqual(
      list.body.map(({ name }: { name: string }) => name),
      ['Bakery', 'Second'],
    );
  });
});

describe('/api/types', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
  });

  after(() => service?.stop());

  const define = (json: unknown) => send(service, 'POST', '/api/types', { as: founded.writeKey, json });
  const bread = {
    name: 'bread',
    label: 'Bread',
    plural: 'Breads',
    labelField: 'name',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', required: true },
      { name: 'baker', label: 'Baker', kind: 'relation', target: 'person' },
    ],
  };

  it('refuses a type with all its mistakes, and a name that is already used', async () => {
    const wrong = {
      ...bread,
      fields: [
        { name: '$set', label: 'X', kind: 'text' },
        { name: 'x', label: 'X', kind: 'money' },
      ],
      colour: 'red',
    };
    const answered = await define(wrong);
    assertProblem(answered, 422, 'invalid_input');
    assert.ok(answered.body.errors.length >= 3, answered.text);
    for (const name of ['__proto__', 'report', 'a.b', ''])
      assertProblem(await define({ ...bread, name }), 422, 'invalid_input');
    assertProblem(await define({ ...bread, name: 'ticket' }), 409, 'already_exists');
  });

  it('defines a type whose records can be created and queried immediately', async () => {
    const made = await define(bread);
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.body, { ...bread, app: 'workspace' });
    const record = await send(service, 'POST', '/api/records?type=bread', {
      as: founded.writeKey,
      json: { fields: { name: 'Rye' } },
    });
    assert.equal(record.status, 201, record.text);
    const asked = await send(service, 'POST', '/api/query', { as: founded.readKey, json: { type: 'bread' } });
    assert.equal(asked.body.overall.count, 1);
  });

  describe('PATCH /api/types/:name', () => {
    const change = (json: unknown, name = 'loaf') =>
      send(service, 'PATCH', `/api/types/${name}`, { as: founded.writeKey, json });

    before(async () => {
      const price = { name: 'price', label: 'Price', kind: 'number' };
      const made = await define({ ...bread, name: 'loaf', fields: [...bread.fields, price] });
      assert.equal(made.status, 201, made.text);
    });

    it('changes how people see numbers, at once in every answer', async () => {
      const changed = await change({ fields: { price: { format: { unit: 'EUR', decimals: 2 }, label: 'Retail' } } });
      assert.equal(changed.status, 200, changed.text);
      const json = { type: 'loaf', measures: [{ fn: 'sum', field: 'price' }] };
      const asked = await send(service, 'POST', '/api/query', { as: founded.readKey, json });
      assert.partialDeepStrictEqual(asked.body.meta.columns, [
        { label: 'Sum of Retail', format: { unit: 'EUR', decimals: 2 } },
      ]);
    });

    it('refuses anything else, a type of an app, and a type that the branch does not have', async () => {
      for (const patch of [{ kind: 'text' }, { format: { unit: 'euro' } }, { label: '' }, {}])
        assertProblem(await change({ fields: { price: patch } }), 422, 'invalid_input');
      assertProblem(await change({ fields: {} }), 422, 'invalid_input');
      assertProblem(await change({ fields: { title: { label: 'Name' } } }, 'ticket'), 409, 'read_only');
      assertProblem(await change({ fields: { price: { label: 'Cost' } } }, 'loafs'), 404, 'not_found');
    });
  });
});
