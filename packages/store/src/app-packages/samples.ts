import { Problem, type App } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { sampleRecords, type SampleRecord } from '../apps/sample-fields.ts';
import { typeOf } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { getRecords } from '../records/records-by-id.ts';
import { insertRecord, removeRecord } from '../records/write-record.ts';

/** The sample records of an app that a branch has. */
export async function findSamples(store: Store, branch: Branch, app: App, now: Date): Promise<SampleRecord[]> {
  const found: SampleRecord[] = [];
  for (const [type, records] of Map.groupBy(sampleRecords(app, now), (record) => record.type)) {
    if (!branch.types.some(({ name }) => name === type)) continue;
    const present = await getRecords(
      store,
      branch,
      type,
      records.map(({ id }) => id),
    );
    found.push(...records.filter(({ id }) => present.has(id)));
  }
  return found;
}

/** Writes the sample records that the branch lacks; returns how many. */
export async function loadSamples(
  store: Store,
  branch: Branch,
  { app, now }: { app: App; now: Date },
  by: string,
): Promise<number> {
  const present = new Set((await findSamples(store, branch, app, now)).map(({ id }) => id));
  const missing = sampleRecords(app, now).filter(({ id }) => !present.has(id));
  for (const { type, id, fields } of missing) {
    await insertRecord(store, branch, { type: typeOf(branch, type), by }, { id: new ObjectId(id), fields });
  }
  return missing.length;
}

/** What became of the sample records: how many were removed, and how many stay because they were edited. */
export interface RemovedSamples {
  records: number;
  kept: number;
}

/** Removes the sample records that nobody edited. Those that were, and records that people added, stay. */
export async function removeSamples(
  store: Store,
  branch: Branch,
  { app, now }: { app: App; now: Date },
  by: string,
): Promise<RemovedSamples> {
  const present = await findSamples(store, branch, app, now);
  let kept = 0;
  for (const { type, id } of present.toReversed()) {
    try {
      await removeRecord(store, branch, { type: typeOf(branch, type), by }, { id, revision: loadedRevision });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'revision_conflict') throw error;
      kept += 1;
    }
  }
  return { records: present.length - kept, kept };
}

/** The revision of a sample record that nobody has changed. */
const loadedRevision = 1;
