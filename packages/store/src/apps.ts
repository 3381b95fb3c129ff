import {
  appSchema,
  createValidator,
  Problem,
  type App,
  type ProblemDetail,
  type RecordType,
  type RecordTypeDeclaration,
} from '@tallyhook/schemas';
import work from '../apps/work.json' with { type: 'json' };
import { branches, branchOf, type Branch } from './branches.ts';
import { checkTypes } from './check-types.ts';
import type { Store } from './store.ts';
import { inTransaction } from './transaction.ts';

/** The app that every workspace begins with: ticket, project, person, document, note. */
export const workApp = work as App;

/** The `app` of a type that was made in the workspace itself. */
export const workspaceApp = 'workspace';

const checkApp = createValidator(appSchema);
const checkDeclaration = createValidator({ $ref: 'app.schema.json#/$defs/recordType' }, [appSchema]);

/**
 * Puts the types of an app on a branch; installed again, they take the place of the app's types there.
 * Gives the branch as it is then. Throws Problem `invalid_input` with every mistake, `not_found`.
 */
export async function installApp(store: Store, branch: Branch, app: App, by: string): Promise<Branch> {
  refuse(`The app "${app.id}" has mistakes`, checkApp(app));
  const added = app.types.map((type) => typeFrom(type, app.id));
  return changeTypes(store, branch, by, (types) => {
    const others = types.filter((type) => type.app !== app.id);
    refuse(`The app "${app.id}" does not fit the branch`, checkTypes(added, others));
    return [...others, ...added];
  });
}

/**
 * Adds a type of the workspace's own to a branch and gives the branch as it is then.
 * Throws Problem `invalid_input` with every mistake, `already_exists`, `not_found`.
 */
export async function defineType(
  store: Store,
  branch: Branch,
  type: RecordTypeDeclaration | RecordType,
  by: string,
): Promise<Branch> {
  const declaration = Object.fromEntries(Object.entries(type).filter(([key]) => key !== 'app'));
  refuse('The type has mistakes', checkDeclaration(declaration));
  return changeTypes(store, branch, by, (types) => withType(types, typeFrom(type, workspaceApp)));
}

/** The types with one more. Throws Problem `already_exists` or `invalid_input`. */
export function withType(types: readonly RecordType[], type: RecordType): RecordType[] {
  if (types.some(({ name }) => name === type.name)) {
    throw new Problem('already_exists', `The branch has a type "${type.name}" already: choose another name.`);
  }
  refuse('The type has mistakes', checkTypes([type], types));
  return [...types, type];
}

function typeFrom(
  { name, label, plural, offered = true, labelField, fields }: RecordTypeDeclaration | RecordType,
  app: string,
): RecordType {
  return { name, label, plural, app, offered, labelField, fields };
}

async function changeTypes(
  store: Store,
  branch: Branch,
  by: string,
  change: (types: RecordType[]) => RecordType[],
): Promise<Branch> {
  return inTransaction(store, async (session) => {
    const documents = branches(store, branch.workspaceId);
    const document = await documents.findOne({ _id: branch.id }, { session });
    if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
    const types = change(document.types);
    await documents.updateOne({ _id: branch.id }, { $set: { types, typesChangedBy: by } }, { session });
    return branchOf(branch.workspaceId, { ...document, types });
  });
}

function refuse(what: string, mistakes: ProblemDetail[]): void {
  if (mistakes.length === 0) return;
  throw new Problem('invalid_input', `${what}: ${mistakes[0]!.detail}`, { errors: mistakes });
}
