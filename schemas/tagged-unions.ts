interface Schema {
  [keyword: string]: unknown;
}

const dataKeywords = new Set(['examples', 'antiExamples', 'const', 'enum', 'default']);

/**
 * Copies a schema and adds to each `oneOf` the key that tells its branches apart (`discriminator`), so that a mistake
 * in one branch is not reported for all. That key is one that every branch requires with a constant; `tagValues` are
 * those constants.
 */
export function tagUnions(root: object): Schema {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, dataKeywords.has(key) ? value : visit(value)]),
    );
    const tag = Array.isArray(copy['oneOf']) ? findTag(copy['oneOf'] as Schema[], root as Schema) : undefined;
    if (tag === undefined || copy['discriminator'] !== undefined) return copy;
    const tagValues = (copy['oneOf'] as Schema[]).map((branch) => constantOf(resolve(branch, root as Schema), tag));
    return { type: 'object', ...copy, discriminator: { propertyName: tag }, tagValues };
  };
  return visit(root) as Schema;
}

function findTag(branches: Schema[], root: Schema): string | undefined {
  const tags = branches.map((branch) => constantsOf(resolve(branch, root)));
  return tags[0]?.find((name) => tags.every((names) => names.includes(name)));
}

function constantsOf(branch: Schema): string[] {
  const properties = (branch['properties'] ?? {}) as Record<string, Schema>;
  const required = (branch['required'] ?? []) as string[];
  return required.filter((name) => typeof properties[name]?.['const'] === 'string');
}

function constantOf(branch: Schema, name: string): unknown {
  return (branch['properties'] as Record<string, Schema>)[name]!['const'];
}

/** Follows a reference within the same schema; leaves others unchanged. */
function resolve(branch: Schema, root: Schema): Schema {
  const reference = branch['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return branch;
  let node: unknown = root;
  for (const part of reference.slice(2).split('/')) node = (node as Schema | undefined)?.[part];
  return (node ?? branch) as Schema;
}
