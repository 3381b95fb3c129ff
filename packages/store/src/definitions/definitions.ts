import { Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import type { RecordRow } from '../collections/record-document.ts';
import { listOfType, readRecord } from '../records/records.ts';
import type { Store } from '../database/store.ts';
import { insertRecord, objectIdOf, patchRecord, removeRecord } from '../records/write-record.ts';

/** A report, workflow or dashboard of a branch, versioned like a record. */
export interface Definition {
  id: string;
  kind: DefinitionKind;
  name: string;
  /** The JSON value as saved; the caller has checked it against its schema. */
  definition: unknown;
  /** The app that installed it and that alone changes it; absent for definitions made by users. */
  app?: string;
  revision: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

export interface NewDefinition {
  /** The definition to change; absent for a new one. */
  id?: string;
  /** The id of a new one; a new id by default. */
  newId?: string;
  name: string;
  definition: unknown;
  /** The revision the caller saw; without it, the change applies to the current revision. */
  revision?: number;
}

const listedAtOnce = 1000;

/**
 * Saves a new definition, or changes the one with `id`; only at `revision` if given.
 * @throws Problem `not_found`, `revision_conflict`, `invalid_input` for a value that JSON cannot express, and
 * `invalid_record` without a name or above 1 MiB.
 */
export async function saveDefinition(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  { id, newId, name, definition, revision }: NewDefinition,
  by: string,
): Promise<Definition> {
  const type = definitionTypes[kind];
  const fields = { name, definition: textOf(kind, definition) };
  if (id === undefined) {
    const given = { fields, ...(newId !== undefined && { id: objectIdOf(type, newId) }) };
    return definitionOf(kind, await insertRecord(store, branch, { type, by }, given));
  }
  return definitionOf(kind, await patchRecord(store, branch, { type, by }, { id, revision, fields }));
}

/**
 * Reads one definition.
 * @throws Problem `not_found`.
 */
export async function getDefinition(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  id: string,
): Promise<Definition> {
  return definitionOf(kind, await readRecord(store, branch, definitionTypes[kind], id));
}

/** Lists all definitions of a kind in creation order. */
export async function listDefinitions(store: Store, branch: Branch, kind: DefinitionKind): Promise<Definition[]> {
  const definitions: Definition[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOfType(store, branch, definitionTypes[kind], { limit: listedAtOnce, cursor });
    definitions.push(...page.records.map((row) => definitionOf(kind, row)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return definitions;
}

/**
 * Deletes one definition; only at `revision` if given.
 * @throws Problem `not_found` or `revision_conflict`.
 */
export async function deleteDefinition(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  { id, revision }: { id: string; revision?: number },
  by: string,
): Promise<void> {
  await removeRecord(store, branch, { type: definitionTypes[kind], by }, { id, revision });
}

/**
 * Definitions are stored as JSON text, because some keys have a special meaning in the database or in JavaScript.
 * @throws Problem `invalid_input` for a value that JSON cannot express.
 */
export function textOf(kind: DefinitionKind, definition: unknown): string {
  const text = JSON.stringify(definition) as string | undefined;
  if (text !== undefined) return text;
  throw new Problem('invalid_input', `The definition of a ${kind} must be a JSON object.`);
}

/** Converts a stored record to the definition it holds. */
export function definitionOf(kind: DefinitionKind, row: RecordRow): Definition {
  const { id, revision, createdAt, createdBy, updatedAt, updatedBy, fields } = row;
  const name = String(fields.name);
  const definition: unknown = JSON.parse(String(fields.definition));
  const app = typeof fields.app === 'string' ? { app: fields.app } : {};
  return { id, kind, name, definition, ...app, revision, createdAt, createdBy, updatedAt, updatedBy };
}
