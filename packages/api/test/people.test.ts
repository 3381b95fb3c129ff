import assert from 'node:assert/strict';
import { linkAccount } from '@tallyhook/store/accounts';
import { listMails, type Role } from '@tallyhook/store/people';
import { ensureOperators } from '@tallyhook/store/workspaces';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const password = 'copper violet marmalade';

/** People, their invitations and what their leaving stops, as each would use it. */
describe('people', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
  });
  after(() => service?.stop());

  const post = (path: string, json: object, as?: Sender) => send(service, 'POST', path, { as, json });
  const invite = (email: string, role: Role, as: Sender = founded.owner) =>
    post('/api/invitations', { email, role }, as);
  /** The token in the newest mail to an email, which only its owner reads. */
  const mailed = async (email: string) => {
    const mail = (await listMails(service.store)).find(({ to }) => to === email);
    return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail(`no mail to ${email}`);
  };
  const accept = (token: string, more: object = {}, as?: Sender) =>
    post('/api/invitations/accept', { token, ...more }, as);
  const signIn = async (email: string, given = password) => {
    const answered = await post('/api/session', { email, password: given });
    return { answered, as: { cookie: answered.headers.get('set-cookie')?.split(';')[0] ?? '' } };
  };
  const join = async (email: string, role: Role) => {
    await invite(email, role);
    assert.equal((await accept(await mailed(email), { name: email, password })).status, 200);
    return signIn(email);
  };
  const read = (as: Sender, workspaceId = founded.workspaceId) =>
    send(service, 'GET', `/api/records?type=ticket&workspace=${workspaceId}`, { as });

  describe('an invitation', () => {
    it('lets a new person choose their own name and password, signs them in, and works once', async () => {
      assert.equal((await invite('bo@example.com', 'viewer')).status, 201);
      const token = await mailed('bo@example.com');
      const preview = await post('/api/invitations/preview', { token });
      assert.partialDeepStrictEqual(preview.body, { workspace: 'Bakery', role: 'viewer', isKnown: false });
      assertProblem(await accept(token, { name: 'Bo' }), 422, 'invalid_input');
      assertProblem(await accept(token, { name: 'Bo', password: 'short' }), 422, 'invalid_input');
      const accepted = await accept(token, { name: 'Bo', password });
      assert.equal(accepted.status, 200, accepted.text);
      const as = { cookie: accepted.headers.get('set-cookie')!.split(';')[0]! };
      assert.equal((await read(as)).status, 200);
      assertProblem(await accept(token, { name: 'Bo', password }), 404, 'not_found');
    });

    it('takes over nobody: the maker of a person needs the mail of each further invitation', async () => {
      const guest = await join('guest@example.com', 'guest');
      assertProblem(await post('/api/workspaces', { name: 'Trap' }, guest.as), 403, 'forbidden');
      // A workspace of the attacker, in which they invite the victim. They cannot read the mail.
      const attacker = await service.found();
      await invite('ceo@example.com', 'viewer', attacker.owner);
      assertProblem(await send(service, 'GET', '/api/outbox', { as: attacker.owner }), 403, 'forbidden');
      // Even if they had been able to, the next invitation cannot be accepted by being signed in.
      await accept(await mailed('ceo@example.com'), { name: 'CEO', password });
      const { as } = await signIn('ceo@example.com');
      await invite('ceo@example.com', 'admin');
      assertProblem(await read(as), 404, 'not_found');
      assertProblem(await accept('A'.repeat(43), {}, as), 404, 'not_found');
      assert.equal((await send(service, 'GET', '/api/session', { as })).body.workspaces.length, 1);
    });

    it('never changes the name or password of somebody who exists, who must be signed in to accept', async () => {
      await join('cleo@example.com', 'viewer');
      const other = await service.found();
      await invite('cleo@example.com', 'member', other.owner);
      const token = await mailed('cleo@example.com');
      assertProblem(
        await accept(token, { name: 'Other', password: 'another longer password' }),
        401,
        'sign_in_required',
      );
      const stranger = await join('stranger@example.com', 'viewer');
      assertProblem(await accept(token, {}, stranger.as), 403, 'forbidden');
      const { as } = await signIn('cleo@example.com');
      const accepted = await accept(token, { name: 'Other', password: 'another longer password' }, as);
      assert.equal(accepted.status, 200, accepted.text);
      const again = await signIn('cleo@example.com');
      assert.equal(again.answered.body.person.name, 'cleo@example.com');
      assert.equal((await read(again.as, other.workspaceId)).status, 200);
    });

    it('answers the same whether the address is known or not', async () => {
      await join('known@example.com', 'viewer');
      const other = await service.found();
      const [known, unknown] = [
        await invite('known@example.com', 'viewer', other.owner),
        await invite('unknown@example.com', 'viewer', other.owner),
      ];
      const shapes = [known, unknown].map(({ status, body }) => [status, Object.keys(body).sort()]);
      assert.deepEqual(shapes[0], shapes[1]);
    });

    it('puts nobody into a workspace who did not accept, and can be declined, revoked and replaced', async () => {
      const { as } = await join('dana@example.com', 'viewer');
      const other = await service.found();
      await invite('dana@example.com', 'viewer', other.owner);
      assertProblem(await read(as, other.workspaceId), 404, 'not_found');
      const declined = await mailed('dana@example.com');
      assert.equal((await post('/api/invitations/decline', { token: declined })).status, 204);
      assertProblem(await accept(declined, {}, as), 404, 'not_found');
      const revoked = await invite('dana@example.com', 'viewer', other.owner);
      const token = await mailed('dana@example.com');
      const path = `/api/invitations/${revoked.body.id}`;
      assertProblem(await send(service, 'DELETE', path, { as: founded.owner }), 404, 'not_found');
      assert.equal((await send(service, 'DELETE', path, { as: other.owner })).status, 204);
      assertProblem(await accept(token, {}, as), 404, 'not_found');
      await invite('dana@example.com', 'viewer', other.owner);
      const replaced = await mailed('dana@example.com');
      await invite('dana@example.com', 'member', other.owner);
      assertProblem(await accept(replaced, {}, as), 404, 'not_found');
      const open = await send(service, 'GET', '/api/invitations', { as: other.owner });
      assert.deepEqual(
        open.body.map(({ role }: { role: string }) => role),
        ['member'],
      );
    });

    it('makes an owner only if an owner invites', async () => {
      const admin = await service.join(founded.workspaceId, 'admin');
      assertProblem(await invite('eve@example.com', 'owner', admin), 403, 'forbidden');
      assert.equal((await invite('eve@example.com', 'admin', admin)).status, 201);
      const expected = [401, 403, 403];
      const member = await service.join(founded.workspaceId, 'member');
      const guest = { email: 'x@example.com', role: 'guest' };
      const senders = [undefined, member, founded.writeKey];
      const statuses = senders.map(async (as) => (await post('/api/invitations', guest, as)).status);
      assert.deepEqual(await Promise.all(statuses), expected);
    });

    it('is not in the log, nor stored in a form that opens it', async () => {
      await invite('fay@example.com', 'viewer');
      const token = await mailed('fay@example.com');
      assert.ok(!service.log.join('\n').includes(token));
      for (const name of ['invitations', 'outbox', 'audit']) {
        const rows = await service.store.system.collection(name).find().toArray();
        assert.ok(!JSON.stringify(rows).includes(token), name);
      }
    });
  });

  describe('a member', () => {
    const change = (id: string, role: string, as: Sender = founded.owner) =>
      send(service, 'PATCH', `/api/members/${id}`, { as, json: { role } });
    const remove = (id: string, as: Sender = founded.owner) => send(service, 'DELETE', `/api/members/${id}`, { as });

    it('has another role from the next request on', async () => {
      const { personId, ...as } = await service.join(founded.workspaceId, 'viewer');
      assert.equal((await change(personId, 'admin')).status, 204);
      assert.equal((await send(service, 'GET', '/api/keys', { as })).status, 200);
      assertProblem(await change(personId, 'boss'), 422, 'invalid_input');
      assertProblem(await change(founded.personId, 'viewer', as), 403, 'forbidden');
      assertProblem(await change(personId, 'owner', as), 403, 'forbidden');
      const other = await service.found();
      assertProblem(await change(personId, 'viewer', other.owner), 404, 'not_found');
    });

    it('loses access at once when removed; their keys, invitations and own accounts end', async () => {
      const { personId, ...as } = await service.join(founded.workspaceId, 'admin');
      const made = await post('/api/keys', { name: 'Theirs', branch: 'main', access: 'read' }, as);
      const key = { key: made.body.key as string };
      await invite('late@example.com', 'viewer', as);
      const token = await mailed('late@example.com');
      const account = (shared: boolean) =>
        linkAccount(service.store, {
          ...{ workspaceId: founded.workspaceId, connector: 'practice', label: 'Theirs', externalId: null },
          ...{ ownerPersonId: personId, fields: { token: 'x' }, shared },
        });
      const [own, shared] = [await account(false), await account(true)];
      const listed = await send(service, 'GET', '/api/members', { as: founded.owner });
      const row = listed.body.find((one: { personId: string }) => one.personId === personId);
      assert.partialDeepStrictEqual(row, { keys: 1, ownAccounts: 1, sessions: 1 });
      assert.equal((await read(key)).status, 200);
      assert.equal((await remove(personId)).status, 204);
      assertProblem(await read(as), 404, 'not_found');
      assertProblem(await read(key), 401, 'sign_in_required');
      assertProblem(await accept(token, { name: 'Late', password }), 404, 'not_found');
      const accounts = await send(service, 'GET', '/api/accounts', { as: founded.owner });
      const stopped = new Map(accounts.body.map((one: { id: string; stopped: unknown }) => [one.id, one.stopped]));
      assert.ok(stopped.get(own.id));
      assert.equal(stopped.get(shared.id), null);
    });

    it('may leave, but not remove others, and the last owner stays', async () => {
      const viewer = await service.join(founded.workspaceId, 'viewer');
      const { personId } = await service.join(founded.workspaceId, 'viewer');
      assertProblem(await remove(personId, viewer), 403, 'forbidden');
      assert.equal((await remove('me', viewer)).status, 204);
      assertProblem(await read(viewer), 404, 'not_found');
      assertProblem(await remove('me'), 422, 'invalid_input');
      const admin = await service.join(founded.workspaceId, 'admin');
      assertProblem(await remove(founded.personId, admin), 403, 'forbidden');
    });
  });

  describe('a password', () => {
    const changeIt = (as: Sender, current: string, wanted: string) =>
      send(service, 'PUT', '/api/person/password', { as, json: { current, password: wanted } });

    it('has at least 12 characters and is not among the most common', async () => {
      const { as } = await join('pat@example.com', 'viewer');
      for (const weak of ['eleven char', 'password1234', '123456789012', 'passwordpassword', 'pat@example.com'])
        assertProblem(await changeIt(as, password, weak), 422, 'invalid_input');
      assertProblem(await changeIt(as, 'not the password', 'a fine new password'), 401, 'wrong_credentials');
      assert.equal((await changeIt(as, password, 'a fine new password')).status, 204);
    });

    it('ends the other sessions when it changes, and can sign in afterwards', async () => {
      const first = await join('quin@example.com', 'viewer');
      const second = await signIn('quin@example.com');
      assert.equal((await changeIt(second.as, password, 'another fine password')).status, 204);
      assertProblem(await read(first.as), 401, 'sign_in_required');
      assert.equal((await read(second.as)).status, 200);
      assert.equal((await signIn('quin@example.com', 'another fine password')).answered.status, 200);
    });

    it('is reset with a mailed link, once; asking answers the same for an unknown address', async () => {
      const { as } = await join('rae@example.com', 'viewer');
      const ask = (email: string) => post('/api/password/requests', { email });
      const [known, unknown] = [await ask('rae@example.com'), await ask('nobody@example.com')];
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      assert.equal(known.status, 204);
      await service.deps.mailer.stop();
      const token = await mailed('rae@example.com');
      const reset = (wanted: string) => post('/api/password/resets', { token, password: wanted });
      assertProblem(await reset('password1234'), 422, 'invalid_input');
      assert.equal((await reset('velvet harbor onion')).status, 204);
      assertProblem(await read(as), 401, 'sign_in_required');
      assertProblem(await reset('velvet harbor onions'), 404, 'not_found');
      assert.equal((await signIn('rae@example.com', 'velvet harbor onion')).answered.status, 200);
    });
  });

  it('sees their own sessions only, and ends one or all others', async () => {
    const first = await join('sam@example.com', 'viewer');
    const second = await signIn('sam@example.com');
    const list = async (as: Sender) => (await send(service, 'GET', '/api/sessions', { as })).body;
    const sessions = await list(first.as);
    assert.deepEqual(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort(), [false, false, true]);
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    assertProblem(await send(service, 'DELETE', `/api/sessions/${id}`, { as: founded.owner }), 404, 'not_found');
    assert.equal((await send(service, 'DELETE', `/api/sessions/${id}`, { as: second.as })).status, 204);
    assertProblem(await read(first.as), 401, 'sign_in_required');
    assert.equal((await send(service, 'DELETE', '/api/sessions', { as: second.as })).status, 204);
    assert.equal((await list(second.as)).length, 1);
  });

  it('is named in the audit with what they did, for owners and admins of the workspace only', async () => {
    const { personId, ...admin } = await service.join(founded.workspaceId, 'admin');
    await post('/api/keys', { name: 'Audited', branch: 'main', access: 'read' }, admin);
    const answered = await send(service, 'GET', `/api/audit?by=${personId}&action=key.created`, { as: founded.owner });
    assert.equal(answered.status, 200, answered.text);
    const [row] = answered.body.rows;
    assert.equal(answered.body.rows.length, 1);
    assert.match(row.who, /^Person \d+$/);
    assert.partialDeepStrictEqual(row, { by: personId, action: 'key.created', targetName: 'Audited' });
    const other = await service.found();
    const foreign = await send(service, 'GET', `/api/audit?by=${personId}`, { as: other.owner });
    assert.deepEqual(foreign.body.rows, []);
    await join('tess@example.com', 'viewer');
    assert.equal((await send(service, 'DELETE', `/api/members/${personId}`, { as: founded.owner })).status, 204);
    const all = await send(service, 'GET', '/api/audit', { as: founded.owner });
    const actions = new Set(all.body.rows.map(({ action }: { action: string }) => action));
    for (const action of ['invitation.created', 'invitation.accepted', 'member.set', 'member.removed'])
      assert.ok(actions.has(action), action);
    assert.ok(!all.text.includes(password));
  });

  it('reads the outbox only as an operator', async () => {
    const { body } = await send(service, 'GET', '/api/session', { as: founded.owner });
    assert.equal(body.isOperator, false);
    await ensureOperators(service.store, [body.person.email], new Date());
    const outbox = await send(service, 'GET', '/api/outbox', { as: founded.owner });
    assert.equal(outbox.status, 200);
    await ensureOperators(service.store, [], new Date());
    assertProblem(await send(service, 'GET', '/api/outbox', { as: founded.owner }), 403, 'forbidden');
  });
});
