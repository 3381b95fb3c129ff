import { nearest, Problem, type RecordType } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';

/** Finds a record type of a branch. @throws Problem `not_found` that says which names there are. */
export const findType = (branch: Branch, name: string): RecordType =>
  findNamed(branch.types, name, `The branch "${branch.name}" has no record type`);

/** Finds an item by its name. @throws Problem `not_found` that begins with the sentence. */
export function findNamed<Item extends { name: string }>(items: readonly Item[], name: string, sentence: string): Item {
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  throw new Problem('not_found', `${sentence} ${hintFor(items, name)}`);
}

/** The name in quotes, and the names it could be. */
export function hintFor(items: readonly { name: string }[], name: string): string {
  const names = items.map((item) => item.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `it has ${names.slice(0, 20).join(', ')}.` : `did you mean "${near}"?`;
  return `"${name.slice(0, 100)}": ${hint}`;
}
