import { createHash } from 'node:crypto';
import { toPointer, type App, type Dashboard, type ProblemDetail } from '@tallyhook/schemas';
import { ObjectId, type ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { nextChangeNumber } from '../changes/change-log.ts';
import { findCollection, makeCollection } from '../collections/collections.ts';
import { joinChange, type ChangeWork } from '../changes/commit-change.ts';
import { textOf } from '../definitions/definitions.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import { recordsIn } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { insertIn, patchIn, removeIn } from '../records/write-record.ts';

const kinds = ['report', 'dashboard', 'workflow'] as const satisfies DefinitionKind[];
type AppKind = (typeof kinds)[number];

/** A report, dashboard or workflow of an app, with its id on the branch. */
interface AppDefinition {
  id: string;
  name: string;
  definition: unknown;
}

/**
 * The id of an item of an app. It is the same on every branch and in every workspace, so that branches can be compared.
 * It sorts before time-based ids, so an app's items come first in lists.
 */
export function appItemId(appId: string, kind: AppKind | 'tile' | 'sample', itemId: string): string {
  const hash = createHash('sha256').update(`${appId}/${kind}/${itemId}`).digest('hex');
  return `00000000${hash.slice(0, 16)}`;
}

/** Creates the collections that `putAppDefinitions` writes to; its transaction cannot create them. */
export async function prepareForApp(store: Store, branch: Branch, app: App): Promise<void> {
  for (const kind of kinds) {
    if (definitionsOf(app, kind).length === 0 || (await findCollection(store, branch, kind))) continue;
    await makeCollection(store, branch, kind);
  }
}

/**
 * Writes the reports, dashboards and workflows of an app to a branch, in the transaction that installs it. Replaces those of an
 * earlier version of the app.
 */
export async function putAppDefinitions(
  store: Store,
  branch: Branch,
  { app, by }: { app: App; by: string },
  session: ClientSession,
): Promise<void> {
  for (const kind of kinds) {
    const present = await idsOf(store, branch, { app: app.id, kind }, session);
    const wanted = definitionsOf(app, kind);
    const change = async (work: ChangeWork) => {
      const number = await nextChangeNumber(store, branch.workspaceId);
      await joinChange(store, branch, { type: kind, by, number }, { session, work });
    };
    const writing = { type: definitionTypes[kind], by };
    for (const { id, name, definition } of wanted) {
      const values = { name, definition: textOf(kind, definition), app: app.id };
      await change(async (context) =>
        present.has(id)
          ? (await patchIn(context, writing, { id, change: () => ({ values, emptied: [] }) })).changed
          : insertIn(context, writing, { id: new ObjectId(id), values }),
      );
    }
    const kept = new Set(wanted.map(({ id }) => id));
    for (const id of present) if (!kept.has(id)) await change((context) => removeIn(context, writing, { id }));
  }
}

/** Checks what the schema cannot: duplicate ids, and tiles of unknown reports. */
export function checkAppDefinitions({ reports = [], dashboards = [], workflows = [] }: App): ProblemDetail[] {
  const known = reports.map(({ id }) => id);
  const unknown = dashboards.flatMap(({ id, tiles }, index) =>
    tiles.flatMap(({ report }, place): ProblemDetail[] => {
      if (known.includes(report)) return [];
      const pointer = toPointer(['dashboards', String(index), 'tiles', String(place), 'report']);
      const detail = `The dashboard "${id}" has a tile for the report "${report}", which the app does not include.`;
      return [{ pointer, code: 'not_allowed', detail, allowed: known }];
    }),
  );
  return [
    ...duplicateIds('reports', reports),
    ...duplicateIds('dashboards', dashboards),
    ...duplicateIds('workflows', workflows),
    ...unknown,
  ];
}

function duplicateIds(list: string, items: readonly { id: string }[]): ProblemDetail[] {
  return items.flatMap(({ id }, index): ProblemDetail[] => {
    if (items.findIndex((item) => item.id === id) === index) return [];
    const detail = `Duplicate id "${id}" in "${list}": give each item its own id.`;
    return [{ pointer: toPointer([list, String(index), 'id']), code: 'name_taken', detail }];
  });
}

/** The items of one kind that an app brings to a branch. */
export function definitionsOf(
  { id: appId, reports = [], dashboards = [], workflows = [] }: App,
  kind: AppKind,
): AppDefinition[] {
  if (kind === 'workflow') {
    const known = new Set(reports.map(({ id }) => id));
    const ownReport = (id: string) => (known.has(id) ? appItemId(appId, 'report', id) : id);
    return workflows.map(({ id, name, definition }) => ({
      ...{ id: appItemId(appId, 'workflow', id), name },
      definition: withReports({ ...definition, name }, ownReport),
    }));
  }
  if (kind === 'report') {
    return reports.map(({ id, name, definition }) => ({ id: appItemId(appId, 'report', id), name, definition }));
  }
  return dashboards.map(({ id, name, tiles }) => {
    const definition: Dashboard = {
      tiles: tiles.map(({ report, width = 1 }, place) => ({
        id: appItemId(appId, 'tile', `${id}/${place}`),
        report: appItemId(appId, 'report', report),
        width,
      })),
    };
    return { id: appItemId(appId, 'dashboard', id), name, definition };
  });
}

async function idsOf(
  store: Store,
  branch: Branch,
  { app, kind }: { app: string; kind: AppKind },
  session: ClientSession,
): Promise<Set<string>> {
  const entry = await findCollection(store, branch, kind, session);
  if (!entry) return new Set();
  const records = recordsIn(store, branch.workspaceId, entry.collection);
  const found = await records.find({ app }, { projection: { _id: 1 }, session }).toArray();
  return new Set(found.map(({ _id }) => _id.toHexString()));
}

/** A workflow with the ids of the app's reports as they are on the branch. */
function withReports(value: unknown, ownReport: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withReports(one, ownReport));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'report' && typeof child === 'string' ? ownReport(child) : withReports(child, ownReport),
    ]),
  );
}
