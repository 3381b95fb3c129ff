import { listNames, nearest, Problem, toPointer, type Field, type ProblemDetail } from '@tallyhook/schemas';
import type { FieldPatch, RecordTypePatch } from '@tallyhook/schemas/api';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { changeTypes, workspaceApp } from './apps.ts';

/**
 * Changes the labels and number formats of fields of a type that was defined in the workspace. Stored values stay as
 * they are. Returns the branch with the changed type.
 * @throws Problem `not_found`, `revision_conflict` if the type is no longer at `revision`, `read_only` for a type of an app, `invalid_input` with every mistake.
 */
export async function changeFields(
  store: Store,
  branch: Branch,
  { type: name, fields: wanted, revision }: RecordTypePatch & { type: string },
  by: string,
): Promise<Branch> {
  const patches = new Map(Object.entries(wanted));
  return changeTypes(store, branch, {
    by,
    seen: revision === undefined ? undefined : { name, revision },
    change(types) {
      const { app, fields } = typeOf({ ...branch, types }, name);
      if (app !== workspaceApp) throw comesWithApp(name, app);
      const errors = [...patches].flatMap(([field, patch]) => checkPatch(name, fields, field, patch));
      if (errors.length > 0) throw new Problem('invalid_input', errors[0]!.detail, { errors });
      const changed = fields.map((field) => patched(field, patches.get(field.name)));
      return types.map((type) => (type.name === name ? { ...type, fields: changed } : type));
    },
  });
}

function checkPatch(type: string, fields: readonly Field[], name: string, { format }: FieldPatch): ProblemDetail[] {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) {
    const names = fields.map((one) => one.name);
    const near = nearest(name, names);
    const hint = near === undefined ? `its fields are ${listNames(names, name)}.` : `did you mean "${near}"?`;
    const detail = `The type "${type}" has no field "${name}": ${hint}`;
    const known = near === undefined ? { allowed: names } : { suggestion: near };
    return [{ pointer: toPointer(['fields', name]), code: 'unknown_field', detail, ...known }];
  }
  if (format === undefined || field.kind === 'number') return [];
  const detail = `"${name}" is a field of the kind ${field.kind}: only a number field has a format.`;
  return [{ pointer: toPointer(['fields', name, 'format']), code: 'not_allowed', detail }];
}

function patched(field: Field, { label = field.label, format = field.format }: FieldPatch = {}): Field {
  const changed: Field = { ...field, label };
  if (format) changed.format = format;
  else delete changed.format;
  return changed;
}

function comesWithApp(type: string, app: string): Problem {
  const detail = `The type "${type}" comes with the app "${app}" and is read-only here: define a type of your own.`;
  return new Problem('read_only', detail, { members: { app } });
}
