import type { Delivery } from '@tallyhook/sdk';
import { searchOf } from '../middleware/check-parameters.ts';

/** The headers as texts, by lower-case name. */
export function textsOf(headers: Delivery['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}

/** The query parameters of an address as texts; repeated ones as lists. */
export function queryOf(address: string): Record<string, string | string[]> {
  const search = searchOf(address);
  const names = [...new Set(search.keys())];
  return Object.fromEntries(names.map((name) => [name, oneOrAll(search.getAll(name))]));
}

const oneOrAll = (values: string[]) => (values.length === 1 ? values[0]! : values);
