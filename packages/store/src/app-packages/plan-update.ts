import { isDeepStrictEqual } from 'node:util';
import type { App, RecordType } from '@tallyhook/schemas';
import { typeFrom, workspaceApp } from '../apps/apps.ts';
import type { Branch } from '../database/branches.ts';
import { planType, type TypePlan } from '../types/plan-type.ts';

/** How the types of a branch change with an app. */
export interface AppPlan {
  added: RecordType[];
  /** Types that both versions have, where something changes. */
  changed: TypePlan[];
  removed: RecordType[];
}

/** Whether the workspace has the type because the app was removed and left it. */
export const isLeftBy = (type: RecordType, app: string): boolean => type.app === workspaceApp && type.leftBy === app;

/** Compares the types of an app on a branch with those of a version. */
export function planApp(branch: Branch, app: App): AppPlan {
  const wanted = app.types.map((type) => typeFrom(type, app.id));
  const present = branch.types.filter((type) => type.app === app.id);
  const left = branch.types.filter((type) => isLeftBy(type, app.id));
  const byName = new Map([...left, ...present].map((type) => [type.name, type]));
  const names = new Set(wanted.map(({ name }) => name));
  return {
    added: wanted.filter(({ name }) => !byName.has(name)),
    changed: wanted.flatMap((after) => {
      const before = byName.get(after.name);
      if (before === undefined || isSame(before, after)) return [];
      return [planType(before, after, branch.timezone)];
    }),
    removed: present.filter(({ name }) => !names.has(name)),
  };
}

/** The types of a branch as a version of an app would leave them. */
export function typesWithApp(branch: Branch, app: App): RecordType[] {
  const { added, changed, removed } = planApp(branch, app);
  const after = new Map(changed.map((plan) => [plan.after.name, plan.after]));
  const kept = branch.types.filter(({ name }) => !removed.some((type) => type.name === name));
  return [...kept.map((type) => after.get(type.name) ?? type), ...added];
}

/** Absent settings are left out of what the database keeps. */
const isSame = (one: RecordType, other: RecordType) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
