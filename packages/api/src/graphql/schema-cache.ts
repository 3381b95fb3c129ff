import { createHash } from 'node:crypto';
import type { RecordType } from '@tallyhook/schemas';
import { buildSchema, type BranchSchema } from './build-schema.ts';

const mostKept = 50;
const kept = new Map<string, BranchSchema>();

/** The schema of the types of a branch. Branches with the same types share one; those that were used last are kept. */
export function schemaOf(types: readonly RecordType[]): BranchSchema {
  const key = createHash('sha256').update(JSON.stringify(types)).digest('base64url');
  const schema = kept.get(key) ?? buildSchema(types);
  kept.delete(key);
  kept.set(key, schema);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return schema;
}
