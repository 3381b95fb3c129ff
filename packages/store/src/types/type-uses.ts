import type { Report } from '@tallyhook/schemas';
import type { TypeUse, TypeUses } from '@tallyhook/schemas/api';
import { typeOf } from '../collections/hidden-types.ts';
import { countRecords } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { listDefinitions } from '../definitions/definitions.ts';

/**
 * Lists what uses types of a branch and would stop without them: reports, workflows, and relations of other types.
 * Definitions of `exceptApp` are left out, as they go with it.
 */
export async function listTypeUses(
  store: Store,
  branch: Branch,
  names: readonly string[],
  exceptApp?: string,
): Promise<TypeUse[]> {
  const gone = new Set(names);
  const [reports, workflows] = await Promise.all([
    listDefinitions(store, branch, 'report'),
    listDefinitions(store, branch, 'workflow'),
  ]);
  const others = <One extends { app?: string }>(list: readonly One[]) =>
    list.filter(({ app }) => app === undefined || app !== exceptApp);
  const fields = branch.types
    .filter(({ name }) => !gone.has(name))
    .flatMap(({ name: type, label: typeLabel, fields: all }) =>
      all
        .filter(({ kind, target }) => kind === 'relation' && gone.has(target!))
        .map(({ name, label }): TypeUse => ({
          kind: 'field',
          id: `${type}.${name}`,
          name: `${label} of ${typeLabel}`,
        })),
    );
  return [
    ...others(reports)
      .filter(({ definition }) => gone.has((definition as Report).type))
      .map(({ id, name }): TypeUse => ({ kind: 'report', id, name })),
    ...others(workflows)
      .filter(({ definition }) => mentions(definition, gone))
      .map(({ id, name }): TypeUse => ({ kind: 'workflow', id, name })),
    ...fields,
  ];
}

/**
 * Says what would stop without a type, and how many records would be removed with it.
 * @throws Problem `not_found`.
 */
export async function readTypeUses(store: Store, branch: Branch, name: string): Promise<TypeUses> {
  typeOf(branch, name);
  const [records, uses] = await Promise.all([countRecords(store, branch, name), listTypeUses(store, branch, [name])]);
  return { records, uses };
}

/** Whether a step, a trigger or a question in a workflow names one of the types. */
function mentions(definition: unknown, types: ReadonlySet<string>): boolean {
  if (typeof definition !== 'object' || definition === null) return false;
  if ('type' in definition && typeof definition.type === 'string' && types.has(definition.type)) return true;
  return Object.values(definition).some((value) => mentions(value, types));
}
