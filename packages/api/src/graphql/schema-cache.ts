import { createHash } from 'node:crypto';
import type { RecordType } from '@tallyhook/schemas';
import { buildSchema, type BranchSchema } from './build-schema.ts';
import { createRouteFields, type RouteFields, type RouteTable } from './route-fields.ts';

const maxKept = 50;

/** Returns the schema for a branch's types. */
export type SchemaOf = (types: readonly RecordType[]) => BranchSchema;

/**
 * Creates the schemas of branches with the given routes. Branches with the same types share one; the most recently used
 * are cached.
 */
export function createSchemas(table: RouteTable): SchemaOf {
  const kept = new Map<string, BranchSchema>();
  let fields: RouteFields | undefined;
  return (types) => {
    fields ??= createRouteFields(table);
    const key = createHash('sha256').update(JSON.stringify(types)).digest('base64url');
    const schema = kept.get(key) ?? buildSchema(types, fields);
    kept.delete(key);
    kept.set(key, schema);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return schema;
  };
}
