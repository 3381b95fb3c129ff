import type { AppDetail } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { findSamples, getReleasedApp } from '@tallyhook/store/app-packages';
import { listInstalledApps } from '@tallyhook/store/apps';
import type { Branch } from '@tallyhook/store/branches';
import { countTypeRecords, listTypeUses } from '@tallyhook/store/types';

/**
 * What the newest version of an app brings, and how a branch has it.
 * @throws Problem `not_found`.
 */
export async function describeApp(store: Store, branch: Branch, id: string, now: Date): Promise<AppDetail> {
  const [{ release, app }, installed] = await Promise.all([
    getReleasedApp(store, branch.workspaceId, { app: id }),
    listInstalledApps(store, branch),
  ]);
  const found = installed.find((one) => one.app === id) ?? null;
  const here = found === null ? [] : branch.types.filter((type) => type.app === id).map(({ name }) => name);
  const [loaded, uses, counts] = await Promise.all([
    found === null ? [] : findSamples(store, branch, app, now),
    here.length === 0 ? [] : listTypeUses(store, branch, here, id),
    Promise.all(here.map((name) => countTypeRecords(store, branch, name))),
  ]);
  const { types, reports = [], dashboards = [], workflows = [], samples = [], description = '' } = app;
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  return {
    ...{ ...release, description, installed: found, uses },
    types: types.map(({ name, label, fields }) => ({ name, label, fields: fields.length })),
    ...{ reports: names(reports), dashboards: names(dashboards), workflows: names(workflows) },
    samples: samples.reduce((sum, { records }) => sum + records.length, 0),
    loadedSamples: loaded.length,
    records: counts.reduce((sum, count) => sum + count, 0),
  };
}
