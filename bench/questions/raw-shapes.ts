import { ObjectId, type Collection, type Db, type Document } from 'mongodb';

/** Result of a raw way: a number by key, with the parts of a key joined by ` · `. */
export type Numbers = Record<string, number>;

/** One way to query MongoDB through its driver. */
export type Shape = (collection: Collection) => Promise<Numbers>;

const nothing = 'null';

/** Formats a key, the same for both sides. */
export function keyText(value: unknown): string {
  if (value === null || value === undefined) return nothing;
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const joinKeys = (parts: readonly unknown[]): string => parts.map(keyText).join(' · ');

/** An aggregation whose rows are `{_id: key, n: number}`; a key of several parts is an object. */
export function pipeline(stages: Document[], hint?: Document): Shape {
  return async (collection) => {
    const rows = await collection.aggregate<Document>(stages, hint ? { hint } : {}).toArray();
    return Object.fromEntries(rows.map(({ _id, n }) => [rowKey(_id), Number(n)]));
  };
}

function rowKey(id: unknown): string {
  if (typeof id !== 'object' || id === null || id instanceof ObjectId || id instanceof Date) return keyText(id);
  return joinKeys(Object.values(id));
}

/** `$group` with a key and a sum, over all or only matching records. */
export const group = (key: unknown, sum: unknown = 1, match?: Document): Document[] => [
  ...(match ? [{ $match: match }] : []),
  { $group: { _id: key, n: { $sum: sum } } },
];

/** The key of the overall number of distinct values, which the groups do not add up to. */
export const everything = 'everything';

/** Distinct values by group and overall, from the distinct pairs, united here, which is fastest. */
export function pairs(key: string, value: string, hint?: Document): Shape {
  const stages = [{ $group: { _id: { key, value } } }];
  return async (collection) => {
    const rows = await collection.aggregate<{ _id: Pair }>(stages, hint ? { hint } : {}).toArray();
    return countDifferent(rows.map(({ _id }) => [keyText(_id.key), [_id.value]]));
  };
}

interface Pair {
  key?: unknown;
  value?: unknown;
}

/** The same from sets of values by group. */
export function sets(key: string, value: string): Shape {
  const stages = [{ $group: { _id: key, values: { $addToSet: value } } }];
  return async (collection) => {
    const rows = await collection.aggregate<Document>(stages).toArray();
    return countDifferent(rows.map(({ _id, values }) => [keyText(_id), values]));
  };
}

/** Counts distinct values, if no key has a value twice. */
function countDifferent(found: readonly (readonly [string, readonly unknown[]])[]): Numbers {
  const numbers: Numbers = {};
  const united = new Set<unknown>();
  for (const [key, values] of found) {
    numbers[key] ??= 0;
    for (const value of values) {
      if (value === null || value === undefined) continue;
      numbers[key] += 1;
      united.add(value instanceof ObjectId ? (value.id as Buffer).toString('latin1') : value);
    }
  }
  return { ...numbers, [everything]: united.size };
}

/** One `count` command per key, all concurrent. */
export function counts(conditions: Record<string, Document>): Shape {
  return async (collection) => {
    const found = Object.entries(conditions).map(
      async ([key, query]) => [key, await countOf(collection, query)] as const,
    );
    return Object.fromEntries((await Promise.all(found)).filter(([, n]) => n > 0));
  };
}

/** The same without the most common key, whose number is the rest of the count in the metadata. */
export function countsOfOthers(conditions: Record<string, Document>, commonest: string): Shape {
  const others = Object.entries(conditions).filter(([key]) => key !== commonest);
  const count = counts(Object.fromEntries(others));
  return async (collection) => {
    const [all, found] = await Promise.all([collection.estimatedDocumentCount(), count(collection)]);
    return { ...found, [commonest]: all - Object.values(found).reduce((sum, n) => sum + n, 0) };
  };
}

async function countOf(collection: Collection, query: Document): Promise<number> {
  const { n } = await databaseOf(collection).command({ count: collection.collectionName, query });
  return Number(n);
}

/** One `distinct` command per key, all concurrent. */
export function distincts(field: string, conditions: Record<string, Document>): Shape {
  return async (collection) => {
    const found = Object.entries(conditions).map(async ([key, query]) => {
      const { values } = await databaseOf(collection).command({
        distinct: collection.collectionName,
        key: field,
        query,
      });
      return [key, values as unknown[]] as const;
    });
    return countDifferent(await Promise.all(found));
  };
}

const databaseOf = (collection: Collection): Db => collection.db;
