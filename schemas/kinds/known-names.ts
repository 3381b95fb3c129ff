import { listNames, nearest } from '../nearest.ts';
import type { WorkflowInput } from '../generated/workflow.ts';
import type { KindMistake, Lookup } from './kind.ts';

/** Returns a mistake with suggestions for a name that is not allowed; nothing for an allowed one. */
export function findUnknown(
  path: KindMistake['path'],
  { name, allowed, what }: { name: string; allowed: string[]; what: string },
): KindMistake[] {
  if (allowed.includes(name)) return [];
  const suggestion = nearest(name, allowed);
  const hint =
    suggestion === undefined ? `known ${what}s are ${listNames(allowed, name)}` : `did you mean "${suggestion}"?`;
  const detail = `there is no ${what} "${name}"; ${hint}`;
  return [{ path, code: `unknown_${what}`, detail, allowed, suggestion }];
}

/** The mistake for a connector that is not installed. */
export function notInstalled(connector: string): KindMistake {
  const detail = `the connector "${connector}" is not installed in this workspace; install it first`;
  return { path: ['connector'], code: 'not_installed', detail };
}

/** The mistake for a record type that the branch does not have. */
export function findUnknownType(path: KindMistake['path'], name: string, { recordTypes }: Lookup): KindMistake[] {
  return findUnknown(path, { name, allowed: recordTypes.map((type) => type.name), what: 'type' });
}

/** The mistakes of a step that writes fields: an unknown type, or fields that the type does not have. */
export function findFieldMistakes(
  { type: name, fields }: { type: string; fields: Record<string, unknown> },
  lookup: Lookup,
): KindMistake[] {
  const type = lookup.recordTypes.find((one) => one.name === name);
  if (type === undefined) return findUnknownType(['type'], name, lookup);
  const allowed = type.fields.map((field) => field.name);
  return Object.keys(fields).flatMap((field) =>
    findUnknown(['fields', field], { name: field, allowed, what: 'field' }),
  );
}

/** The mistakes of a step that asks a question; `within` is the key of the step that holds all of it. */
export function findQuestionMistakes(question: { type: string }, lookup: Lookup, within: string[] = []): KindMistake[] {
  const unknown = findUnknownType([...within, 'type'], question.type, lookup);
  if (unknown.length > 0) return unknown;
  return lookup.findQuestionMistakes(question).map(({ pointer = '#', ...mistake }) => ({
    ...mistake,
    path: [...within, ...pointer.split('/').slice(1)],
  }));
}

/** The mistakes of inputs that have the same name. */
export function findRepeatedInputs(inputs: readonly WorkflowInput[]): KindMistake[] {
  const names = inputs.map(({ name }) => name);
  return inputs.flatMap(({ name }, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: ['inputs', index, 'name'], code: 'duplicate', detail: `two inputs have the name "${name}"` }],
  );
}
