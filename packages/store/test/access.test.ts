import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from '../src/keys/api-keys.ts';
import { defineType } from '../src/apps/apps.ts';
import { momentOf, takeMoment } from '../src/collections/collection-facts.ts';
import { createRecord } from '../src/records/records.ts';
import { openApiKey } from '../src/keys/open-api-key.ts';
import { listAudit } from '../src/audit/audit.ts';
import { ensureIndexes } from '../src/indexes.ts';
import { listMemberships, roleOf, setRole } from '../src/people/members.ts';
import { removeMember } from '../src/workspaces/remove-member.ts';
import { changePassword, checkPassword, createPerson } from '../src/people/people.ts';
import { beginPlanTotal, readPlanTotal, returnPlanCall, takePlanCall } from '../src/keys/plan-totals.ts';
import { addPlanCalls, readPlanUsage } from '../src/keys/plan-usage.ts';
import { endSession, endSessionsOf, findSession, openSession } from '../src/people/sessions.ts';
import { newId, openStore, type Store } from '../src/database/store.ts';
import { workBranch } from './test-store.ts';

const now = new Date('2026-03-10T12:00:00Z');
const laterBy = (ms: number) => new Date(now.getTime() + ms);

const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('Access', () => {
  let store: Store;

  before(async () => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
  });

  after(async () => {
    await store.system.dropDatabase();
    await store.close();
  });

  const addPerson = (email = `${newId()}@example.com`) =>
    createPerson(store, { email, name: 'Ana', password: 'correct horse', by: 'system', now });

  describe('People', () => {
    it('need a valid email and a password of at least twelve characters that is not common', async () => {
      await assert.rejects(addPerson('nobody'), refusal('invalid_input'));
      const short = { email: 'short@example.com', name: 'Ana', password: '1234567', by: 'system', now };
      await assert.rejects(createPerson(store, short), refusal('invalid_input'));
    });

    it('cannot share an email, ignoring case and surrounding spaces', async () => {
      await addPerson('taken@example.com');
      await assert.rejects(addPerson('  Taken@Example.COM '), refusal('already_exists'));
    });

    it('cannot share an email even when created at the same time', async () => {
      const results = await Promise.allSettled([addPerson('race@example.com'), addPerson('race@example.com')]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    it('are found only by the right email and password', async () => {
      const person = await addPerson('ana@example.com');
      assert.deepEqual(await checkPassword(store, { email: 'Ana@example.com', password: 'correct horse' }), person);
      const wrong = { email: 'ana@example.com', password: 'Correct horse' };
      await assert.rejects(checkPassword(store, wrong), refusal('wrong_credentials'));
      const unknown = { email: 'nobody@example.com', password: 'correct horse' };
      await assert.rejects(checkPassword(store, unknown), refusal('wrong_credentials'));
    });

    it('store an argon2id hash with its parameters, never the password', async () => {
      const { id } = await addPerson();
      const kept = await store.system.collection<{ _id: string; password: object }>('people').findOne({ _id: id });
      assert.partialDeepStrictEqual(kept?.password, {
        algorithm: 'argon2id',
        memoryKib: 19_456,
        passes: 2,
        parallelism: 1,
      });
      assert.ok(!JSON.stringify(kept).includes('correct horse'));
    });

    it('sign in with only the new password after a change', async () => {
      const { id, email } = await addPerson();
      await changePassword(store, { personId: id, password: 'battery staple', now });
      assert.equal((await checkPassword(store, { email, password: 'battery staple' })).id, id);
      await assert.rejects(checkPassword(store, { email, password: 'correct horse' }), refusal('wrong_credentials'));
    });
  });

  describe('Sessions', () => {
    it('get a new token at each sign-in and open only with it', async () => {
      const [first, second] = [
        await openSession(store, { personId: 'p1', now }),
        await openSession(store, { personId: 'p1', now }),
      ];
      assert.notEqual(first.token, second.token);
      assert.equal((await findSession(store, first.token, now))?.personId, 'p1');
      assert.equal(await findSession(store, first.session.id, now), undefined);
      assert.equal(await findSession(store, `${first.token}x`, now), undefined);
    });

    it('end at sign-out, or after fourteen days', async () => {
      const { token, session } = await openSession(store, { personId: 'p2', now });
      assert.equal(await findSession(store, token, laterBy(14 * 86_400_000)), undefined);
      assert.ok(await findSession(store, token, laterBy(14 * 86_400_000 - 1)));
      await endSession(store, session, { now });
      assert.equal(await findSession(store, token, now), undefined);
    });

    it('of one person can be ended together', async () => {
      const [one, two] = [
        await openSession(store, { personId: 'p3', now }),
        await openSession(store, { personId: 'p3', now }),
      ];
      const other = await openSession(store, { personId: 'p4', now });
      await endSessionsOf(store, { personId: 'p3', by: 'p3', now });
      assert.equal(await findSession(store, one.token, now), undefined);
      assert.equal(await findSession(store, two.token, now), undefined);
      assert.ok(await findSession(store, other.token, now));
    });
  });

  describe('Members', () => {
    it('have one role in a workspace, and a change applies immediately', async () => {
      const workspaceId = newId();
      await setRole(store, { workspaceId, personId: 'owner', role: 'owner', by: 'system', now });
      await setRole(store, { workspaceId, personId: 'ana', role: 'owner', by: 'owner', now });
      await setRole(store, { workspaceId, personId: 'ana', role: 'viewer', by: 'owner', now });
      assert.equal(await roleOf(store, workspaceId, 'ana'), 'viewer');
      assert.equal(await roleOf(store, newId(), 'ana'), undefined);
      assert.deepEqual(await listMemberships(store, 'ana'), [{ workspaceId, personId: 'ana', role: 'viewer' }]);
    });

    it('always include an owner, who can neither leave nor step down as the last one', async () => {
      const workspaceId = newId();
      await setRole(store, { workspaceId, personId: 'a', role: 'owner', by: 'system', now });
      await assert.rejects(
        setRole(store, { workspaceId, personId: 'a', role: 'viewer', by: 'a', now }),
        refusal('invalid_input'),
      );
      await assert.rejects(removeMember(store, { workspaceId, personId: 'a', by: 'a', now }), refusal('invalid_input'));
      assert.equal(await roleOf(store, workspaceId, 'a'), 'owner');
    });

    it('include an owner even if both owners leave at the same time', async () => {
      const workspaceId = newId();
      for (const personId of ['a', 'b'])
        await setRole(store, { workspaceId, personId, role: 'owner', by: 'system', now });
      const leave = (personId: string) => removeMember(store, { workspaceId, personId, by: personId, now });
      const results = await Promise.allSettled([leave('a'), leave('b')]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });
  });

  describe('API keys', () => {
    const branch = { id: 'b1', name: 'main' };
    const addKey = (workspaceId = newId()) =>
      createApiKey(store, { workspaceId, branch, name: 'Nightly', access: 'read' }, { by: 'ana', now });

    it('open only with the whole key, which is not stored', async () => {
      const { key, row } = await addKey();
      assert.match(key, /^th_[a-z0-9]{10}_[\w-]{43}$/);
      assert.equal((await findApiKey(store, key, now))?.id, row.id);
      const wrongEnd = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
      for (const wrong of [row.prefix, `${row.prefix}_`, wrongEnd, `${key}A`, '', 'th_']) {
        assert.equal(await findApiKey(store, wrong, now), undefined);
      }
      const kept = await store.system.collection('api_keys').find().toArray();
      assert.ok(!JSON.stringify(kept).includes(key.slice(-43)));
    });

    it('are listed with the minute of their last use and without the secret', async () => {
      const { key, row } = await addKey();
      assert.equal(row.lastUsedAt, null);
      await findApiKey(store, key, now);
      await findApiKey(store, key, laterBy(30_000));
      assert.equal((await listApiKeys(store, row.workspaceId))[0]?.lastUsedAt, now.toISOString());
      await findApiKey(store, key, laterBy(90_000));
      const [listed] = await listApiKeys(store, row.workspaceId);
      assert.equal(listed?.lastUsedAt, laterBy(90_000).toISOString());
      assert.ok(!('sha256' in listed));
    });

    it('open the current state of the branch until they are revoked', async () => {
      const branch = await workBranch(store);
      const { workspaceId } = branch;
      const given = { workspaceId, branch, name: 'Nightly', access: 'read' as const };
      const { key, row } = await createApiKey(store, given, { by: 'ana', now });
      const open = async () => (await openApiKey(store, key, { now, readEarly: () => undefined }))?.openBranch();
      assert.deepEqual(await open(), branch);
      const type = { name: 'visit', label: 'Visit', plural: 'Visits', labelField: 'name', fields: [] };
      const fields = [{ name: 'name', label: 'Name', kind: 'text' as const }];
      await defineType(store, branch, { ...type, fields }, 'ana');
      assert.ok((await open())?.types.some(({ name }) => name === 'visit'));
      assert.equal(
        await openApiKey(store, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, {
          now,
          readEarly: () => assert.fail(),
        }),
        undefined,
      );
      await revokeApiKey(store, row, { by: 'ana', now });
      assert.equal(await open(), undefined);
    });

    it('can fix the moment of a question in advance', async () => {
      const branch = await workBranch(store);
      const { workspaceId } = branch;
      const given = { workspaceId, branch, name: 'Nightly', access: 'read' as const };
      const { key } = await createApiKey(store, given, { by: 'ana', now });
      const open = async () =>
        (await openApiKey(store, key, { now, readEarly: (seen) => takeMoment(store, seen, ['ticket']) }))?.early;
      assert.equal(await open(), undefined, 'the key has not been used yet');
      const taken = await open();
      await createRecord(store, branch, 'ticket', { title: 'Late' }, 'ana');
      const { facts, moment } = await momentOf(store, branch, ['ticket'], { taken });
      assert.equal(facts['ticket']?.collection, null, 'the first ticket was created after the moment');
      assert.deepEqual(moment.time, taken?.time);
      const other = { ...branch, id: 'another branch' };
      assert.notDeepEqual((await momentOf(store, other, ['ticket'], { taken })).moment.time, taken?.time);
    });

    it('stop working once revoked, and only their own workspace can revoke them', async () => {
      const { key, row } = await addKey();
      const elsewhere = { workspaceId: newId(), id: row.id };
      await assert.rejects(revokeApiKey(store, elsewhere, { by: 'eve', now }), refusal('not_found'));
      await revokeApiKey(store, row, { by: 'ana', now });
      assert.equal(await findApiKey(store, key, now), undefined);
    });
  });

  describe('Plan usage', () => {
    it('sums the calls per key and month, even from several processes at once', async () => {
      const workspaceId = newId();
      const call = { workspaceId, keyId: 'k1', month: '2026-03', calls: 2 };
      const others = [
        { ...call, month: '2026-04' },
        { ...call, keyId: 'k2', calls: 5 },
      ];
      await Promise.all(Array.from({ length: 10 }, () => addPlanCalls(store, [call])));
      await addPlanCalls(store, others);
      await addPlanCalls(store, []);
      assert.deepEqual(await readPlanUsage(store, workspaceId, '2026-03'), [
        { keyId: 'k1', month: '2026-03', calls: 20 },
        { keyId: 'k2', month: '2026-03', calls: 5 },
      ]);
    });

    it('adds up to the quota of a month in parallel, including the calls of keys before there was one', async () => {
      const plan = { workspaceId: newId(), month: '2026-03' };
      await addPlanCalls(store, [{ ...plan, keyId: newId(), calls: 4 }]);
      assert.equal(await readPlanTotal(store, plan), 0);
      await Promise.all(Array.from({ length: 4 }, () => beginPlanTotal(store, plan)));
      const taken = await Promise.all(Array.from({ length: 20 }, () => takePlanCall(store, plan, 10)));
      const numbers = taken.filter((total) => total !== undefined).sort((one, other) => one - other);
      assert.deepEqual([numbers, await readPlanTotal(store, plan)], [[5, 6, 7, 8, 9, 10], 10]);
      await returnPlanCall(store, plan);
      await beginPlanTotal(store, plan);
      assert.equal(await takePlanCall(store, plan, 10), 10);
      assert.equal(await takePlanCall(store, plan, 10), undefined);
    });
  });

  describe('Audit log', () => {
    it('records who set a role or made a key, without secrets', async () => {
      const workspaceId = newId();
      await setRole(store, { workspaceId, personId: 'ana', role: 'owner', by: 'system', now });
      const key = { workspaceId, branch: { id: 'b1', name: 'main' }, name: 'Nightly', access: 'write' } as const;
      const made = await createApiKey(store, key, { by: 'ana', now: laterBy(1) });
      const rows = await listAudit(store, workspaceId, { limit: 10 });
      assert.deepEqual(
        rows.map(({ action, by }) => `${action} by ${by}`),
        ['key.created by ana', 'member.set by system'],
      );
      assert.ok(!JSON.stringify(rows).includes(made.key));
    });

    it('cancels the change if its entry cannot be written', async () => {
      await store.system.command({ collMod: 'audit', validator: { action: 'nothing' } });
      try {
        const workspaceId = newId();
        await assert.rejects(setRole(store, { workspaceId, personId: 'ana', role: 'owner', by: 'system', now }));
        assert.equal(await roleOf(store, workspaceId, 'ana'), undefined);
      } finally {
        await store.system.command({ collMod: 'audit', validator: {} });
      }
    });
  });
});
