import { isDeepStrictEqual } from 'node:util';
import type { App, Field, ProblemDetail } from '@tallyhook/schemas';
import type { AppChange, ChangedType, FieldChangePreview } from '@tallyhook/schemas/api';
import { definitionsOf } from '../apps/app-definitions.ts';
import { countRecords } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { listDefinitions } from '../definitions/definitions.ts';
import type { TypePlan } from '../types/plan-type.ts';
import { describeLostOptions, surveyRecords } from '../types/survey-records.ts';
import { isLeftBy, planApp } from './plan-update.ts';

/** What installing a version of an app would change on a branch. */
export interface AppUpdateFound {
  changes: AppChange[];
  /** The types whose records change. */
  types: ChangedType[];
  lost: number;
  refusals: ProblemDetail[];
}

const kindNames = { report: 'report', dashboard: 'dashboard', workflow: 'workflow' } as const;

/** Compares an app on a branch with a version of it, and counts what its records would lose. Nothing is written. */
export async function describeUpdate(store: Store, branch: Branch, app: App): Promise<AppUpdateFound> {
  const plan = planApp(branch, app);
  const changes: AppChange[] = plan.added.map(({ label }) => ({ weight: 'addition', text: `New type ${label}` }));
  const refusals: ProblemDetail[] = [];
  const types: ChangedType[] = [];
  let lost = 0;
  for (const type of plan.changed) {
    if (isLeftBy(type.before, app.id))
      changes.push({ weight: 'change', text: `Type ${type.after.label} belongs to the app again, with its records` });
    const survey = await surveyRecords(store, branch, type);
    lost += survey.lost;
    refusals.push(...survey.refusals);
    changes.push(...describeType(type, survey.fields));
    const { name, label } = type.after;
    if (survey.changed > 0) types.push({ type: name, label, lost: survey.lost, fields: survey.fields });
  }
  for (const { name, label } of plan.removed) {
    const records = await countRecords(store, branch, name);
    lost += records;
    changes.push({ weight: 'loss', text: `Type ${label} goes, with its ${countOf(records, 'record')}` });
  }
  for (const kind of ['report', 'dashboard', 'workflow'] as const) {
    changes.push(...(await describeDefinitions(store, branch, { app, kind })));
  }
  return { changes, types, lost, refusals };
}

function describeType({ before, after }: TypePlan, fields: readonly FieldChangePreview[]): AppChange[] {
  const known = new Map(before.fields.map((field) => [field.name, field]));
  const touched = new Set(fields.map(({ field }) => field));
  const ofFields = fields.map(({ label, change, values, lost, filled, options }): AppChange => {
    const name = `${label} of ${after.label}`;
    if (change === 'added') return { weight: 'addition', text: `New field ${name}` };
    if (change === 'filled')
      return { weight: 'change', text: `${name} is required: ${countOf(filled, 'record')} filled` };
    if (change === 'removed') return { weight: 'loss', text: `Field ${name} goes, with ${countOf(values, 'value')}` };
    if (options !== undefined) {
      const held = describeLostOptions(name, options);
      return held === undefined
        ? { weight: 'change', text: `${name} has fewer choices; no record has the others` }
        : { weight: 'loss', text: held };
    }
    const text = `${name} is of another kind: ${lost} of ${countOf(values, 'value')} would be lost`;
    return { weight: lost > 0 ? 'loss' : 'change', text };
  });
  const settings = after.fields
    .filter(({ name }) => !touched.has(name))
    .filter((field) => !isSameField(known.get(field.name), field))
    .map(({ label }): AppChange => ({ weight: 'change', text: `${label} of ${after.label} has other settings` }));
  return [...ofFields, ...settings];
}

const isSameField = (one: Field | undefined, other: Field) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other)));

async function describeDefinitions(
  store: Store,
  branch: Branch,
  { app, kind }: { app: App; kind: keyof typeof kindNames },
): Promise<AppChange[]> {
  const present = (await listDefinitions(store, branch, kind)).filter((one) => one.app === app.id);
  const wanted = definitionsOf(app, kind);
  const kept = new Set(wanted.map(({ id }) => id));
  const noun = kindNames[kind];
  const now = wanted.flatMap(({ id, name, definition }): AppChange[] => {
    const before = present.find((one) => one.id === id);
    if (before === undefined) return [{ weight: 'addition', text: `New ${noun} ${name}` }];
    const same = before.name === name && isDeepStrictEqual(before.definition, JSON.parse(JSON.stringify(definition)));
    return same ? [] : [{ weight: 'change', text: `The ${noun} ${name} changes` }];
  });
  const gone = present.filter(({ id }) => !kept.has(id));
  return [...now, ...gone.map(({ name }): AppChange => ({ weight: 'loss', text: `The ${noun} ${name} goes` }))];
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
