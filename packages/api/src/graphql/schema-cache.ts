import { createHash } from 'node:crypto';
import type { RecordType } from '@tallyhook/schemas';
import { buildSchema, type BranchSchema } from './build-schema.ts';

const maxKept = 50;
const kept = new Map<string, BranchSchema>();

/**
 * Returns the schema for a branch's types. Branches with the same types share one; the most recently used are cached.
 */
export function schemaOf(types: readonly RecordType[]): BranchSchema {
  const key = createHash('sha256').update(JSON.stringify(types)).digest('base64url');
  const schema = kept.get(key) ?? buildSchema(types);
  kept.delete(key);
  kept.set(key, schema);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return schema;
}
