import {
  appSchema,
  createValidator,
  dashboardSchema,
  numberFormatSchema,
  Problem,
  questionSchema,
  reportSchema,
  type App,
  type ProblemDetail,
  type RecordType,
} from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import work from '../../apps/work.json' with { type: 'json' };
import { checkAppDefinitions, prepareForApp, putAppDefinitions } from './app-definitions.ts';
import { branches, branchOf, type Branch } from '../database/branches.ts';
import { checkSamples } from './check-samples.ts';
import { checkTypes } from './check-types.ts';
import { prepareTypeRecords, putTypeRecords, requireSeenType, type SeenType } from './type-records.ts';
import { noteInstalled } from './installed-apps.ts';
import { markTypes } from '../collections/mark-types.ts';
import type { Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';

/** The app in every new workspace: ticket, project, person, document, note, and reports about them. */
export const workApp = work as App;

/**
 * Checks an app on its own.
 * @throws Problem `invalid_input` with every mistake.
 */
export function checkWholeApp(app: App): void {
  refuse(`The app "${app.id}" is not valid`, checkApp(app));
  refuse(`The app "${app.id}" is not valid`, [...checkAppDefinitions(app), ...checkSamples(app)]);
}

/** A declared type; the branch adds the app it belongs to. */
export type NewType = Omit<RecordType, 'app' | 'offered'> & { app?: string; offered?: boolean };

/** The `app` of a type that was defined in the workspace itself. */
export const workspaceApp = 'workspace';

const named = [dashboardSchema, numberFormatSchema, questionSchema, reportSchema];
const checkApp = createValidator(appSchema, named);
const checkDeclaration = createValidator({ $ref: 'app.schema.json#/$defs/recordType' }, [appSchema, ...named]);

/**
 * Installs an app on a branch: its types, reports and dashboards. Installing again replaces the app's own. Does not
 * check whether the reports can be answered. Returns the branch with the new types.
 * @throws Problem `invalid_input` with every mistake, `not_found`.
 */
export async function installApp(store: Store, branch: Branch, app: App, by: string): Promise<Branch> {
  checkWholeApp(app);
  const added = app.types.map((type) => typeFrom(type, app.id));
  await prepareForApp(store, branch, app);
  const alongside = async (session: ClientSession) => {
    await putAppDefinitions(store, branch, { app, by }, session);
    await noteInstalled(store, branch, { app, by }, session);
  };
  const change = (types: RecordType[]) => {
    const others = types.filter((type) => type.app !== app.id);
    refuse(`The app "${app.id}" does not fit the branch`, checkTypes(added, others));
    return [...others, ...added];
  };
  return changeTypes(store, branch, { by, change, alongside });
}

/**
 * Adds a type of the workspace's own to a branch. Returns the branch with it.
 * @throws Problem `invalid_input` with every mistake, `already_exists`, `not_found`.
 */
export async function defineType(store: Store, branch: Branch, type: NewType, by: string): Promise<Branch> {
  const change = (types: RecordType[]) => [...types, checkNewType(types, type)];
  return changeTypes(store, branch, { by, change });
}

/**
 * Checks a new type of the workspace's own against the existing types.
 * @throws Problem `already_exists` or `invalid_input`.
 */
export function checkNewType(types: readonly RecordType[], declared: NewType): RecordType {
  const type = checkDeclared(declared);
  if (types.some(({ name }) => name === type.name)) {
    throw new Problem('already_exists', `The branch already has a type "${type.name}": choose another name.`);
  }
  refuse('The type is not valid', checkTypes([type], types));
  return type;
}

/**
 * Checks the form of a type of the workspace's own.
 * @throws Problem `invalid_input` with every mistake.
 */
export function checkDeclared(declared: NewType): RecordType {
  const declaration = Object.fromEntries(Object.entries(declared).filter(([key]) => key !== 'app'));
  refuse('The type is not valid', checkDeclaration(declaration));
  return typeFrom(declared, workspaceApp);
}

/**
 * Checks a type of a branch that is to change.
 * @throws Problem `invalid_input` with every mistake.
 */
export function checkChangedType(types: readonly RecordType[], changed: RecordType): void {
  const others = types.filter(({ name }) => name !== changed.name);
  refuse('The type is not valid', checkTypes([changed], others));
}

/**
 * Adds a checked type in a transaction. `prepareTypeRecords` must have been called before.
 * @throws Problem `already_exists` if another type took the name first, `not_found` if the branch was deleted.
 */
export async function addTypeIn(
  store: Store,
  branch: Branch,
  { type, by }: { type: RecordType; by: string },
  session: ClientSession,
): Promise<void> {
  const documents = branches(store, branch.workspaceId);
  const found = await documents.findOne({ _id: branch.id }, { session });
  if (!found) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  checkNewType(found.types, type);
  await documents.updateOne({ _id: branch.id }, { $push: { types: type } }, { session });
  await putTypeRecords(store, branch, { types: [...found.types, type], by }, session);
}

export function typeFrom(
  { name, label, plural, offered = true, labelField, fields }: NewType,
  app: string,
): RecordType {
  return { name, label, plural, app, offered, labelField, fields };
}

interface TypesChange {
  by: string;
  change: (types: RecordType[]) => RecordType[];
  /** The version of a type that must still be the current one. */
  seen?: SeenType | undefined;
}

/** Changes the types of a branch in a transaction. `change` may run more than once; an error it throws cancels the change. */
export async function changeTypes(
  store: Store,
  branch: Branch,
  {
    by,
    change,
    seen,
    alongside,
  }: TypesChange & {
    alongside?: (session: ClientSession) => Promise<void>;
  },
): Promise<Branch> {
  await prepareTypeRecords(store, branch);
  return inTransaction(store, async (session) => {
    const changed = await changeTypesIn(store, branch, { by, change, seen }, session);
    await alongside?.(session);
    return changed;
  });
}

/** The same in an open transaction. `prepareTypeRecords` must have been called before. */
export async function changeTypesIn(
  store: Store,
  branch: Branch,
  { by, change, seen }: TypesChange,
  session: ClientSession,
): Promise<Branch> {
  const documents = branches(store, branch.workspaceId);
  const document = await documents.findOne({ _id: branch.id }, { session });
  if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  if (seen !== undefined) await requireSeenType(store, branch, seen, session);
  const types = change(document.types);
  await documents.updateOne({ _id: branch.id }, { $set: { types, typesChangedBy: by } }, { session });
  await putTypeRecords(store, branch, { types, by }, session);
  await markTypes(store, branch, { before: document.types, after: types }, session);
  return branchOf(branch.workspaceId, { ...document, types });
}

export function refuse(what: string, mistakes: ProblemDetail[]): void {
  if (mistakes.length === 0) return;
  throw new Problem('invalid_input', `${what}: ${mistakes[0]!.detail}`, { errors: mistakes });
}
