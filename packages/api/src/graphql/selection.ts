import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** Returns the fields selected below a resolved field, at the end of a path of field names, in document order. */
export function selectedFields(info: Info, path: readonly string[] = []): FieldNode[] {
  return path.reduce(
    (nodes, name) =>
      childrenOf(
        nodes.filter((node) => node.name.value === name),
        info,
      ),
    childrenOf(info.fieldNodes, info),
  );
}

/** Counts the fields selected below a resolved field, at all levels. */
export function countSelected(info: Info): number {
  const known = counts.get(info.fieldNodes) ?? count(info);
  counts.set(info.fieldNodes, known);
  return known;
}

/** Cache: a field in a list of records is resolved once per record, with the same nodes. */
const counts = new WeakMap<readonly FieldNode[], number>();

function count(info: Info): number {
  const countBelow = (nodes: readonly FieldNode[]): number => {
    const children = childrenOf(nodes, info);
    return children.length === 0 ? 0 : children.length + countBelow(children);
  };
  return countBelow(info.fieldNodes);
}

function childrenOf(nodes: readonly FieldNode[], info: Info): FieldNode[] {
  return nodes.flatMap(({ selectionSet }) => expand(selectionSet, info));
}

function expand(set: SelectionSetNode | undefined, info: Info): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection): FieldNode[] => {
    if (!isIncluded(selection, info)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return expand(selection.selectionSet, info);
    return expand(info.fragments[selection.name.value]?.selectionSet, info);
  });
}

function isIncluded(node: SelectionNode, { variableValues }: Info): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
}
