import type { ReadDocument } from '@tallyhook/query';
import { ObjectId } from 'mongodb';

/** Converts a document of a read for the driver: each `{ $oid: hex }` becomes an ObjectId; nothing else changes. */
export function toDriver<Value>(value: Value): Value {
  return mapDeep(value, (object) => {
    const { $oid, ...rest } = object;
    return typeof $oid === 'string' && Object.keys(rest).length === 0 ? new ObjectId($oid) : undefined;
  });
}

/** Converts a value from the driver: each ObjectId becomes its 24 hex digits; dates stay. */
export function fromDriver<Value>(value: Value): Value {
  return mapDeep(value, (object) => (object instanceof ObjectId ? object.toHexString() : undefined));
}

/**
 * Converts values that are only counted and compared. Texts, numbers and booleans stay; each ObjectId becomes its 12
 * bytes as Latin-1 characters, which is faster than hex digits.
 */
export const toMarks = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (value instanceof ObjectId ? (value.id as Buffer).toString('latin1') : value));

function mapDeep<Value>(value: Value, replace: (object: ReadDocument) => unknown): Value {
  const map = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(map);
    if (typeof node !== 'object' || node === null) return node;
    const replaced = replace(node as ReadDocument);
    if (replaced !== undefined) return replaced;
    if (Object.getPrototypeOf(node) !== Object.prototype) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, map(child)]));
  };
  return map(value) as Value;
}
