import { Kind, type DocumentNode, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { Problem } from '@tallyhook/schemas';
import type { BranchSchema } from './build-schema.ts';

/** Size limits of one operation; fragments count at each use. */
export const operationLimits = {
  tokens: 4_000,
  levels: 10,
  fields: 500,
  rootFields: 20,
  /** Each alias counts, because it is a separate question. */
  aggregates: 10,
  /** Fields that compare or copy whole branches or types. */
  costly: 3,
} as const;

interface Size {
  levels: number;
  fields: number;
}

/**
 * Refuses an operation that asks for too much. The document must be validated first, so that fragments have no cycles.
 * Returns its root fields.
 * @throws Problem `invalid_request`.
 */
export function checkOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { aggregates, costly }: Pick<BranchSchema, 'aggregates' | 'costly'>,
): FieldNode[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const sizeOf = createSizer(fragments);
  const { fields, levels } = sizeOf(operation.selectionSet);
  refuseOver('fields', fields, operationLimits.fields);
  refuseOver('levels', levels, operationLimits.levels);
  const found = rootFields(operation.selectionSet, fragments);
  const roots = found.map(({ name }) => name.value);
  refuseOver('root fields', roots.length, operationLimits.rootFields);
  refuseOver('aggregates', roots.filter((name) => aggregates.has(name)).length, operationLimits.aggregates);
  const compared = roots.filter((name) => costly.has(name));
  refuseOver(`fields such as "${compared[0]}"`, compared.length, operationLimits.costly);
  return found;
}

/** Measures selections; each fragment is measured once, however often it is used. */
function createSizer(fragments: ReadonlyMap<string, SelectionSetNode>): (set: SelectionSetNode) => Size {
  const known = new Map<string, Size>();

  const sizeOfFragment = (name: string): Size => {
    const size = known.get(name) ?? sizeOf(fragments.get(name));
    known.set(name, size);
    return size;
  };

  const sizeOf = (set: SelectionSetNode | undefined): Size => {
    const size = { levels: 0, fields: 0 };
    for (const selection of set?.selections ?? []) {
      const isField = selection.kind === Kind.FIELD;
      const inside =
        selection.kind === Kind.FRAGMENT_SPREAD ? sizeOfFragment(selection.name.value) : sizeOf(selection.selectionSet);
      // Introspection is as deep as the schema's types, and GraphQL limits it itself.
      const levels = isField && selection.name.value.startsWith('__') ? 0 : inside.levels;
      size.levels = Math.max(size.levels, levels + (isField ? 1 : 0));
      size.fields += inside.fields + (isField ? 1 : 0);
    }
    return size;
  };
  return sizeOf;
}

function rootFields(set: SelectionSetNode, fragments: ReadonlyMap<string, SelectionSetNode>): FieldNode[] {
  return set.selections.flatMap((selection): FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection];
    const inside =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet;
    return inside ? rootFields(inside, fragments) : [];
  });
}

function refuseOver(what: string, given: number, most: number): void {
  if (given <= most) return;
  throw new Problem(
    'invalid_request',
    `The operation has ${given} ${what}, more than the limit of ${most}. Ask for less at once.`,
  );
}
