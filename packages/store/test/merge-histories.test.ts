import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { commitBranch } from '../src/commits/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, type Store } from '../src/index.ts';
import { mergeBranch, revertCommit } from '../src/merging/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { createRandom } from './random.ts';
import { MergeModel, type ModelCommit } from './merge-model.ts';
import { saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore } from './test-store.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const seed = Number(process.env.TALLYHOOK_SEED ?? (isLong ? Math.trunc(Math.random() * 2 ** 31) : 20_261_128));
const histories = isLong ? 2_000 : 24;
const stepsOfHistory = 25;
/** Few records on at least three branches that merge in all directions, with values that repeat. */
const stepsOfCrissCross = 60;

describe(`Random histories of branches (seed ${seed})`, () => {
  let store: Store;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  it(`merge and revert like whole copies of all records, ${histories} times`, async function () {
    this.timeout(isLong ? 3_600_000 : 480_000);
    for (let number = 0; number < histories; number += 1) await runHistory(number, number % 2 === 1);
  });

  async function runHistory(number: number, isCrissCross: boolean): Promise<void> {
    const random = createRandom(seed + number);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const empty = await createMainBranch(store, newId(), { by: 'ana' });
    const main = await defineType(store, empty, memo('text'), 'ana');
    const branches = new Map<string, Branch>([['main', main]]);
    const model = new MergeModel();
    const merged: { id: string; commit: ModelCommit }[] = [];
    const log: string[] = [];
    const side = () => (random() < 0.5 ? ('into' as const) : ('from' as const));
    // Zero makes even one change take the way of large merges.
    const way = () => (random() < 0.3 ? { maxInTransaction: 0 } : {});
    const value = () => String(Math.floor(random() * (isCrissCross ? 2 : 4)));

    const steps = {
      create: async () => {
        const name = pick([...branches.keys()]);
        const fields = { title: value(), body: value() };
        const branch = branches.get(name)!;
        const { id } = await createRecord(store, branch, 'memo', fitting(branch, fields), 'ana');
        model.write(name, id, fields);
        log.push(`create ${id} on ${name}: ${JSON.stringify(fields)}`);
      },
      update: async () => {
        const name = pick([...branches.keys()]);
        const [id, now] = pick([...model.fieldsOn(name)]) ?? [];
        if (id === undefined) return;
        const fields: Record<string, string | null> = { [pick(['title', 'body'])]: value() };
        if (random() < 0.2) fields.body = null;
        const { revision } = await getRecord(store, branches.get(name)!, 'memo', id);
        const branch = branches.get(name)!;
        await updateRecord(store, branch, 'memo', id, { revision, fields: fitting(branch, fields) }, 'ana');
        const after = { ...now, ...fields };
        const kept = Object.entries(after).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
        const result = Object.fromEntries(kept);
        if (JSON.stringify(Object.entries(result).sort()) !== JSON.stringify(Object.entries(now).sort()))
          model.write(name, id, result);
        log.push(`update ${id} on ${name}: ${JSON.stringify(fields)}`);
      },
      remove: async () => {
        const name = pick([...branches.keys()]);
        const [id] = pick([...model.fieldsOn(name)]) ?? [];
        if (id === undefined) return;
        const { revision } = await getRecord(store, branches.get(name)!, 'memo', id);
        await deleteRecord(store, branches.get(name)!, 'memo', id, { revision }, 'ana');
        model.write(name, id, null);
        log.push(`delete ${id} on ${name}`);
      },
      importRows: async () => {
        const name = pick([...branches.keys()]);
        const before = model.fieldsOn(name);
        const text = `title,body\n${value()},${value()}\n${value()},${1000 + log.length}\n`;
        const open = () => Readable.from([Buffer.from(text)]);
        await importCsv(store, branches.get(name)!, { type: 'memo', open, by: 'ana' });
        for (const [id, fields] of await fieldsOn(branches.get(name)!))
          if (!before.has(id)) model.write(name, id, fields);
        log.push(`import on ${name}`);
      },
      changeType: async () => {
        const name = pick([...branches.keys()]);
        // All values are digits, so that nothing is lost and the model need not know.
        const kind = pick(['text', 'number'] as const);
        await saveType(store, branches.get(name)!, { type: memo(kind) }, 'ana');
        log.push(`change the body on ${name} to ${kind}`);
      },
      copy: async () => {
        if (branches.size >= 4) return;
        const from = pick([...branches.keys()]);
        const name = `b${branches.size}`;
        await createBranch(store, main.workspaceId, { name, from, by: 'ben' });
        branches.set(name, await openBranch(store, main.workspaceId, name));
        model.copy(from, name);
        log.push(`copy ${from} as ${name}`);
      },
      merge: async () => {
        const [from, into] = [pick([...branches.keys()]), pick([...branches.keys()])];
        if (from === into) return;
        const [rest, how] = [side(), way()];
        log.push(`merge ${from} into ${into}, ${rest}, ${JSON.stringify(how)}`);
        const both = { into: branches.get(into)!, from: branches.get(from)! };
        const made = await mergeBranch(store, { ...both, message: 'm', by: 'ben', rest, ...how });
        const commit = model.merge(from, into, rest);
        if (made) merged.push({ id: made._id, commit });
        else assert.deepEqual(commit.changed, [], explain(log));
      },
      commit: async () => {
        const name = pick([...branches.keys()]);
        await commitBranch(store, branches.get(name)!, { message: 'c', by: 'ana' }).catch(() => undefined);
        log.push(`commit on ${name}`);
      },
      revert: async () => {
        const one = pick(merged);
        if (one === undefined) return;
        const [rest, how] = [side(), way()];
        log.push(`revert a merge into ${one.commit.branch}, ${rest}`);
        const branch = branches.get(one.commit.branch)!;
        const made = await revertCommit(store, branch, { id: one.id, message: 'r', by: 'ben', rest, ...how });
        const commit = model.revert(one.commit, rest);
        if (made) merged.push({ id: made._id, commit });
      },
    };
    const { create, update, remove, importRows, changeType, copy, merge, commit, revert } = steps;
    const mixed = [create, update, remove, importRows, changeType, copy, merge, merge, merge, commit, revert];
    const crossing = [...Array.from({ length: 5 }, () => [update, merge]).flat(), remove];
    const choices = isCrissCross ? crossing : mixed;
    const start = isCrissCross ? [create, create, create, copy, copy, copy] : [];
    const count = isCrissCross ? stepsOfCrissCross : stepsOfHistory;
    const explain = (lines: string[]) => `TALLYHOOK_SEED=${seed}, history ${number}:\n${lines.join('\n')}`;
    for (let step = 0; step < count; step += 1) {
      await (start[step] ?? pick(choices))();
      for (const name of branches.keys()) branches.set(name, await openBranch(store, main.workspaceId, name));
      for (const [name, branch] of branches) {
        assert.deepEqual(sorted(await fieldsOn(branch)), sorted(model.fieldsOn(name)), `${name}, ${explain(log)}`);
      }
    }
  }

  async function fieldsOn(branch: Branch): Promise<Map<string, Record<string, string>>> {
    const { records } = await listRecords(store, branch, 'memo', { limit: 1000 });
    return new Map(
      records.map(({ id, fields }) => {
        const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
        return [id, Object.fromEntries(texts) as Record<string, string>];
      }),
    );
  }

  /** The fields with the kind that the body has on the branch; it must have that kind in every record. */
  const fitting = ({ types }: Branch, { body, ...fields }: Record<string, string | null>) => {
    if (body === undefined) return fields;
    const isNumber = types[0]!.fields[1]!.kind === 'number';
    return { ...fields, body: isNumber && body !== null ? Number(body) : body };
  };

  const memo = (kind: 'text' | 'number') => ({
    ...{ name: 'memo', label: 'Memo', plural: 'Memos', labelField: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text' as const },
      { name: 'body', label: 'Body', kind },
    ],
  });

  const sorted = (records: Map<string, Record<string, string>>) =>
    [...records].map(([id, fields]) => [id, Object.entries(fields).sort()]).sort();
});
