import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Problem, type Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { listCommits } from '../src/commits/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, sweep, type Store } from '../src/index.ts';
import { mergeBranch } from '../src/merging/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { countTypeRecords, saveType } from '../src/types/index.ts';
import type { DyingWork } from './dying-process.ts';
import { dropTestStore, openTestStore, testUri } from './test-store.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const ways = { 'in one transaction': {}, 'beside and swapped': { maxInTransaction: 0 } };
const code: Field = { name: 'code', label: 'Code', kind: 'text' };
const text: Field = { name: 'size', label: 'Size', kind: 'text' };
const amount: Field = { ...text, kind: 'number' };
const typed = (...fields: Field[]) => ({
  ...{ name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' },
  fields: [code, ...fields],
});

describe('Merges under attack', () => {
  let store: Store;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  const start = async (): Promise<Branch> => {
    const empty = await createMainBranch(store, newId(), { by: 'ana', timezone: 'Europe/Berlin' });
    return defineType(store, empty, typed(text), 'ana');
  };
  const open = (branch: Branch) => openBranch(store, branch.workspaceId, branch.name);
  const fork = (main: Branch, name: string) => createBranch(store, main.workspaceId, { name, from: 'main', by: 'ben' });
  const add = async (branch: Branch, name: string, size?: string) =>
    (await createRecord(store, branch, 'parcel', { code: name, ...(size !== undefined && { size }) }, 'ana')).id;
  const edit = async (branch: Branch, id: string, fields: Record<string, unknown>) => {
    const { revision } = await getRecord(store, branch, 'parcel', id);
    return updateRecord(store, branch, 'parcel', id, { revision, fields }, 'ana');
  };
  const remove = async (branch: Branch, id: string) => {
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await deleteRecord(store, branch, 'parcel', id, { revision }, 'ana');
  };
  const bring = (branch: Branch, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `row ${index},${index}`);
    const file = () => Readable.from([Buffer.from(['Code,Size', ...rows].join('\n'))]);
    return importCsv(store, branch, { type: 'parcel', open: file, by: 'ana' });
  };
  const codes = async (branch: Branch) => {
    const { records } = await listRecords(store, branch, 'parcel', { limit: 1000 });
    return records.map(({ fields }) => String(fields.code)).sort();
  };
  /** All values of the records as they are stored, and the count that is kept of them. */
  const stored = async (branch: Branch) => {
    const db = store.workspaceDb(branch.workspaceId);
    const entry = await db
      .collection<{ _id: string; collection: string }>('collections')
      .findOne({ _id: `${branch.id}/parcel` });
    const records = entry ? await db.collection(entry.collection).find().toArray() : [];
    return { records, counted: await countTypeRecords(store, branch, 'parcel') };
  };

  for (const [way, how] of Object.entries(ways)) {
    describe(way, () => {
      it('leave records that fit, whatever comes first of two merges and a change of the type', async () => {
        for (let round = 0; round < 4; round += 1) {
          const main = await start();
          await add(main, 'main', '1');
          const [one, other] = [await fork(main, 'one'), await fork(main, 'other')];
          await add(one, 'one', '2');
          await add(other, 'other', '3');
          const merge = (from: Branch) => mergeBranch(store, { into: main, from, message: 'm', by: 'ben', ...how });
          const change = async () => saveType(store, await open(main), { type: typed(amount) }, 'ana');
          const outcomes = await Promise.allSettled([merge(one), merge(other), change()]);
          for (const outcome of outcomes) {
            if (outcome.status === 'fulfilled') continue;
            const { code: refused } = outcome.reason as Problem;
            assert.ok(['unavailable', 'revision_conflict'].includes(refused), String(outcome.reason));
          }
          // What was refused is done again, and then everything is there.
          await merge(one);
          await merge(other);
          await change();
          const { records, counted } = await stored(main);
          assert.deepEqual(records.map(({ size }) => size as unknown).sort(), [1, 2, 3], `round ${round}`);
          assert.equal(counted, 3);
        }
      });

      it('lose nothing when two branches merge into each other at once', async () => {
        const main = await start();
        const draft = await fork(main, 'draft');
        const expected: string[] = [];
        for (let round = 0; round < 4; round += 1) {
          await add(main, `main ${round}`);
          await add(draft, `draft ${round}`);
          expected.push(`main ${round}`, `draft ${round}`);
          const there = () => mergeBranch(store, { into: main, from: draft, message: 'm', by: 'ana', ...how });
          const back = () => mergeBranch(store, { into: draft, from: main, message: 'm', by: 'ben', ...how });
          await Promise.all([there(), back(), there(), back()]);
          assert.deepEqual(await codes(main), expected.toSorted());
          assert.deepEqual(await codes(draft), expected.toSorted());
          assert.deepEqual([await there(), await back()], [null, null]);
        }
        assert.equal((await listCommits(store, main, { limit: 100 })).length, 4);
      });

      it('keep and count every acknowledged write of twenty writers', async () => {
        const main = await start();
        await bring(main, 1_500);
        const draft = await fork(main, 'draft');
        await saveType(store, draft, { type: typed({ ...text, label: 'Big' }, { ...amount, name: 'weight' }) }, 'ben');
        await bring(await open(draft), 1_500);
        let isMerging = true;
        const there = new Map<string, string>();
        const retried = async (work: () => Promise<unknown>) => {
          try {
            await work();
          } catch (error) {
            assert.ok(error instanceof Problem && error.kind.retry, String(error));
          }
        };
        const writers = Array.from({ length: 20 }, async (_, writer) => {
          for (let number = 0; isMerging || number < 3; number += 1) {
            const name = `w${writer} ${number}`;
            await retried(async () => {
              const branch = await open(main);
              const id = await add(branch, name, '1');
              there.set(id, name);
              if (number % 3 === 1) {
                await edit(branch, id, { code: `${name} again` });
                there.set(id, `${name} again`);
              }
              if (number % 3 === 2) {
                await remove(branch, id);
                there.delete(id);
              }
            });
          }
        });
        await mergeBranch(store, { into: main, from: await open(draft), message: 'm', by: 'ben', ...how }).finally(
          () => (isMerging = false),
        );
        await Promise.all(writers);
        const { records, counted } = await stored(main);
        const written = new Map(records.map(({ _id, code: name }) => [String(_id), name as string]));
        for (const [id, name] of there) assert.equal(written.get(id), name);
        assert.equal(records.length, 3_000 + there.size);
        assert.equal(counted, records.length);
      });
    });
  }

  describe('by a kill -9 of the process', function () {
    this.timeout(isLong ? 1_800_000 : 400_000);

    const shares = isLong ? [0.2, 0.4, 0.6, 0.8, 0.9, 1] : [0.6];

    interface Scene {
      main: Branch;
      work: DyingWork;
      /** The records and the kind of the size before and after the work. */
      before: State;
    }
    type State = Record<string, unknown>;

    const stateOf = async (main: Branch): Promise<State> => {
      const branch = await open(main);
      const kind = branch.types.find(({ name }) => name === 'parcel')?.fields.find(({ name }) => name === 'size')?.kind;
      const { records, counted } = await stored(branch);
      const sizes = records.map(({ code: name, size }) => `${String(name)}: ${JSON.stringify(size)}`).sort();
      const digest = createHash('sha256').update(sizes.join('\n')).digest('hex');
      const commits = (await listCommits(store, branch, { limit: 100 })).map(({ kind: of }) => of);
      // Two processes made them within a second, so their order by id says nothing.
      const made = commits.filter((of) => of !== 'commit').toSorted();
      return { kind, sizes: sizes.slice(0, 20), digest, counted, commits: made };
    };
    const sceneOf = async (prepare: (main: Branch) => Promise<Omit<DyingWork, 'workspaceId'>>): Promise<Scene> => {
      const main = await start();
      for (const name of ['a', 'b', 'c']) await add(main, name, name === 'c' ? 'c' : '1');
      const work = { ...(await prepare(main)), workspaceId: main.workspaceId };
      return { main, work, before: await stateOf(main) };
    };
    const changedDraft = async (main: Branch) => {
      const draft = await fork(main, 'draft');
      await saveType(store, draft, { type: typed(amount), acceptLoss: true }, 'ben');
      await add(await open(draft), 'd');
      await add(main, 'e', '5');
      return draft;
    };
    const scenes: Record<string, (main: Branch) => Promise<Omit<DyingWork, 'workspaceId'>>> = {
      'a merge in one transaction': async (main) => {
        await changedDraft(main);
        return { merge: { into: 'main', from: 'draft' }, isLarge: false };
      },
      'a merge beside': async (main) => {
        await changedDraft(main);
        return { merge: { into: 'main', from: 'draft' }, isLarge: true };
      },
      'a revert beside': async (main) => {
        const from = await open(await changedDraft(main));
        const commit = await mergeBranch(store, { into: main, from, message: 'm', by: 'ben', acceptLoss: true });
        await add(await open(main), 'f');
        return { revert: commit!._id, isLarge: true };
      },
      'the conversion of a large type': async (main) => {
        await bring(main, 10_001);
        return { save: { type: typed(amount), acceptLoss: true }, isLarge: true };
      },
      'the removal of a large type': async (main) => {
        await bring(main, 10_001);
        return { remove: 'parcel', isLarge: true };
      },
    };
    const run = async (work: DyingWork, killedBefore?: number) => {
      const env = {
        ...process.env,
        ...{ MONGODB_URI: testUri(), DATABASE: store.system.databaseName, WORK: JSON.stringify(work) },
        ...(killedBefore !== undefined && { KILLED_BEFORE: String(killedBefore) }),
      };
      const script = fileURLToPath(new URL('dying-process.ts', import.meta.url));
      const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [printed, [, signal]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
      return { printed, isKilled: signal === 'SIGKILL' };
    };

    it('leave everything undone or done, and it can be done again', async () => {
      const killed: { title: string; scene: Scene; after: State }[] = [];
      for (const [title, prepare] of Object.entries(scenes)) {
        const whole = await sceneOf(prepare);
        const { printed } = await run(whole.work);
        const { commands } = JSON.parse(printed) as { commands: number };
        const after = await stateOf(whole.main);
        assert.notDeepEqual(after, whole.before);
        // In the last one, locks are held.
        for (const share of title === 'a merge beside' ? new Set([...shares, 1]) : shares) {
          const scene = await sceneOf(prepare);
          const point = Math.max(1, Math.round(commands * share));
          // The number of commands varies a little; the last point may come after the end.
          await run(scene.work, point);
          killed.push({ title: `${title}, killed before command ${point} of ${commands}`, scene, after });
        }
      }
      // At once, because the server holds the locks of a dead process for a minute.
      await Promise.all(
        killed.map(async ({ title, scene: { main, work, before: undone }, after }) => {
          const left = await stateOf(main);
          if (!isDeepStrictEqual(left, after)) {
            assert.deepEqual(left, undone, title);
            await run(work);
          }
          assert.deepEqual(await stateOf(main), after, `${title}, done again`);
        }),
      );
      await sweep(store, { unseenForMs: 0 });
      for (const { title, scene } of killed) assert.deepEqual(await leftovers(scene.main), [], title);
    });

    /** Rows that no entry of the log names, and collections that nothing names. */
    async function leftovers(main: Branch): Promise<string[]> {
      const db = store.workspaceDb(main.workspaceId);
      const entries = await db.collection('changes').distinct('number');
      const rows = [
        ...(await db.collection('merged_changes').distinct('number')),
        ...(await db.collection('earlier_values').distinct('number')),
      ];
      const named = await db.collection('collections').distinct('collection');
      const unfinished = (await db.collection<{ _id: string }>('unfinished').find().toArray()).map(({ _id }) => _id);
      const collections = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      const records = collections.filter((name) => name.startsWith('records_'));
      return [
        ...rows.filter((number) => !entries.includes(number)).map((number) => `rows of ${number}`),
        ...records.filter((name) => ![...named, ...unfinished].includes(name)),
      ];
    }
  });
});
