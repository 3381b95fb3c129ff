import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { withChangeNumber } from '../changes/change-log.ts';
import { commitChange, joinChange } from '../changes/commit-change.ts';
import { definitionOf, getDefinition, textOf, type Definition } from './definitions.ts';
import { definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import type { RecordRow } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { insertRecord, patchIn } from '../records/write-record.ts';

/** A change of a definition: a new name, a new value, or both. */
export interface DefinitionChange {
  name?: string;
  definition?: unknown;
}

/**
 * Changes the current state of a definition in a transaction. With two concurrent changes, the second applies to the
 * result of the first. `change` may run more than once; an error it throws cancels the change.
 * @throws Problem `not_found`, and `read_only` for a definition of an app.
 */
export async function changeDefinition(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  { id, change }: { id: string; change: (now: Definition) => DefinitionChange },
  by: string,
): Promise<Definition> {
  const type = definitionTypes[kind];
  let row: RecordRow | undefined;
  await commitChange(store, branch, { type: type.name, by }, async (context) => {
    const made = await patchIn(context, { type, by }, { id, change: (before) => fieldsOf(kind, before, change) });
    row = made.row;
    return made.changed;
  });
  return definitionOf(kind, row!);
}

/**
 * Saves a new definition and changes another one, in one transaction. `change` gets the current state of the other and
 * the id of the new one.
 * @throws The Problems of `saveDefinition` and `changeDefinition`.
 */
export async function saveDefinitionWith(
  store: Store,
  branch: Branch,
  kind: DefinitionKind,
  {
    name,
    definition,
    other,
  }: {
    name: string;
    definition: unknown;
    other: { kind: DefinitionKind; id: string; change: (now: Definition, newId: string) => DefinitionChange };
  },
  by: string,
): Promise<Definition> {
  // Fail early if the other definition does not exist, so that the error names it.
  await getDefinition(store, branch, other.kind, other.id);
  const type = definitionTypes[other.kind];
  const alongside =
    (number: number) =>
    (session: ClientSession, { id: newId }: RecordRow) =>
      joinChange(
        store,
        branch,
        { type: type.name, by, number },
        {
          session,
          work: async (context) => {
            const change = (before: RecordRow) => fieldsOf(other.kind, before, (now) => other.change(now, newId));
            return (await patchIn(context, { type, by }, { id: other.id, change })).changed;
          },
        },
      );
  const fields = { name, definition: textOf(kind, definition) };
  const row = await withChangeNumber(store, branch.workspaceId, (number) =>
    insertRecord(store, branch, { type: definitionTypes[kind], by, alongside: alongside(number) }, { fields }),
  );
  return definitionOf(kind, row);
}

/** Refuses to change a definition of an app. */
export function refuseReadOnly({ kind, name, app }: Definition): void {
  if (app === undefined) return;
  const detail = `The ${kind} "${name}" comes with the app "${app}" and is read-only here: save a copy instead.`;
  throw new Problem('read_only', detail, { members: { app } });
}

function fieldsOf(kind: DefinitionKind, before: RecordRow, change: (now: Definition) => DefinitionChange) {
  const now = definitionOf(kind, before);
  refuseReadOnly(now);
  const { name = now.name, definition = now.definition } = change(now);
  return { values: { name, definition: textOf(kind, definition) }, emptied: [] };
}
