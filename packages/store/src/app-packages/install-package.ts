import { Problem, type App, type RecordType } from '@tallyhook/schemas';
import { prepareForApp, putAppDefinitions } from '../apps/app-definitions.ts';
import { changeTypes, checkWholeApp, installApp, refuse } from '../apps/apps.ts';
import { checkTypes } from '../apps/check-types.ts';
import { listInstalledApps, noteInstalled } from '../apps/installed-apps.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { removeTypes } from '../types/remove-type.ts';
import { savePlan } from '../types/save-type.ts';
import { describeUpdate } from './describe-update.ts';
import { isLeftBy, planApp } from './plan-update.ts';

/**
 * Installs an app on a branch, or changes its version. Types that it left when it was removed belong to it again. Each of its types changes at once with its records, and last of
 * all its reports, dashboards and workflows; an update that breaks off goes on when it is asked for again.
 * @throws Problem `invalid_input` with every mistake, `would_lose` if values would be lost and that was not accepted.
 */
export async function installPackage(
  store: Store,
  branch: Branch,
  { app, acceptLoss = false }: { app: App; acceptLoss?: boolean | undefined },
  by: string,
): Promise<Branch> {
  const isThere = (await listInstalledApps(store, branch)).some((one) => one.app === app.id);
  const hasTypes = branch.types.some(
    (type) => type.app === app.id || (isLeftBy(type, app.id) && app.types.some(({ name }) => name === type.name)),
  );
  if (!isThere && !hasTypes) return installApp(store, branch, app, by);
  checkWholeApp(app);
  const { lost, refusals } = await describeUpdate(store, branch, app);
  refuse(`The app "${app.id}" does not fit the records`, refusals);
  if (lost > 0 && !acceptLoss) {
    const detail = `${lost} ${lost === 1 ? 'value' : 'values'} would be lost: look at what the update changes, then install with "acceptLoss": true.`;
    throw new Problem('would_lose', detail, { members: { lost } });
  }
  const plan = planApp(branch, app);
  const addTypes = (types: RecordType[]) => {
    const added = plan.added.filter(({ name }) => !types.some((type) => type.name === name));
    const others = types.filter((type) => type.app !== app.id);
    refuse(
      `The app "${app.id}" does not fit the branch`,
      checkTypes([...wantedTypes(types, plan.added, app.id)], others),
    );
    return [...types, ...added];
  };
  let changed = plan.added.length === 0 ? branch : await changeTypes(store, branch, { by, change: addTypes });
  for (const type of plan.changed) changed = await savePlan(store, changed, { plan: type, acceptLoss: true }, by);
  const removed = plan.removed.map(({ name }) => name);
  if (removed.length > 0) changed = await removeTypes(store, changed, { names: removed }, by);
  await prepareForApp(store, changed, app);
  return changeTypes(store, changed, {
    by,
    change: (types) => types,
    async alongside(session) {
      await putAppDefinitions(store, changed, { app, by }, session);
      await noteInstalled(store, changed, { app, by }, session);
    },
  });
}

const wantedTypes = (types: readonly RecordType[], added: readonly RecordType[], app: string) => [
  ...types.filter((type) => type.app === app && !added.some(({ name }) => name === type.name)),
  ...added,
];
