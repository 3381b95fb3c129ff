import { Problem, nearest, type Field, type RecordType } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';

const text = (name: string, label: string): Field => ({ name, label, kind: 'text', required: true });

/** The kinds of user-defined items on a branch that are versioned like records. */
export const definitionKinds = ['report', 'workflow', 'dashboard', 'view'] as const;

export type DefinitionKind = (typeof definitionKinds)[number];

/** Reports, workflows and dashboards are stored as records whose `definition` is JSON text. */
export const definitionTypes: Record<DefinitionKind, RecordType> = {
  report: definitionType('report', 'Report', 'Reports'),
  workflow: definitionType('workflow', 'Workflow', 'Workflows'),
  dashboard: definitionType('dashboard', 'Dashboard', 'Dashboards'),
  view: definitionType('view', 'View', 'Views'),
};

/** A file of a branch is stored as a record; its bytes are stored separately under the id in `content`. */
export const fileType: RecordType = {
  name: 'file',
  label: 'File',
  plural: 'Files',
  app: 'tallyhook',
  offered: false,
  labelField: 'name',
  fields: [
    text('name', 'Name'),
    text('contentType', 'Content type'),
    { name: 'sizeBytes', label: 'Size in bytes', kind: 'number', required: true },
    text('sha256', 'SHA-256'),
    text('content', 'Content'),
  ],
};

/**
 * The definition of each type of a branch is also a record, so that types are versioned and merged like everything else.
 * `BranchDocument.types` has the same definitions for quick reading. The name cannot be that of a type.
 */
export const typeDefinitions: RecordType = {
  name: '(type)',
  label: 'Type',
  plural: 'Types',
  app: 'tallyhook',
  offered: false,
  labelField: 'name',
  fields: [text('name', 'Name'), text('definition', 'Definition')],
};

export const hiddenTypes: readonly RecordType[] = [...Object.values(definitionTypes), fileType, typeDefinitions];

/** Reserved names: no other type may use them. */
export const hiddenTypeNames: readonly string[] = hiddenTypes.map(({ name }) => name);

/**
 * Finds a type of the branch, excluding hidden ones.
 * @throws Problem `not_found` with the nearest name.
 */
export function typeOf(branch: Branch, name: string): RecordType {
  const type = branch.types.find((candidate) => candidate.name === name);
  if (type) return type;
  const near = nearest(
    name,
    branch.types.map((candidate) => candidate.name),
  );
  const hint = near === undefined ? 'GET /api/types lists the available types.' : `did you mean "${near}"?`;
  throw new Problem('not_found', `The branch "${branch.name}" has no record type "${name}": ${hint}`);
}

function definitionType(name: DefinitionKind, label: string, plural: string): RecordType {
  // `app` is the id of the app that installed it; absent for items that users made.
  const app: Field = { name: 'app', label: 'App', kind: 'text' };
  const fields = [text('name', 'Name'), text('definition', 'Definition'), app];
  return { name, label, plural, app: 'tallyhook', offered: false, labelField: 'name', fields };
}
