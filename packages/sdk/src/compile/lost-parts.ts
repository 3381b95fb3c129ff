import { isJsonObject } from '../json-object.ts';
import { partAt } from './json-part.ts';

/** Which part of a file brings names that templates begin with. */
const bringers: Readonly<Record<string, readonly string[]>> = {
  '#/account': ['account'],
  '#/pagination': ['page', 'items'],
  '#/upload': ['file', 'upload', 'piece', 'start', 'transfer'],
  '#/upload/send': ['piece', 'transfer', 'upload'],
  '#/subscribe': ['subscription'],
};

/** The parts of a file that may bring what is missing in a path; `missing` are its names as far as the one not there. */
export function partsBringing(missing: readonly string[] = []): string[] {
  const [root = '', next] = missing;
  // Nothing else decides what is further below.
  if (missing.length === 0 || missing.length > 2) return [];
  return [
    ...Object.keys(bringers).filter((part) => bringers[part]!.includes(root)),
    ...(root === 'event' && next === 'item' ? ['#/split'] : []),
    // No input can be called like the account.
    ...(next === undefined && root !== 'account' ? ['#/input'] : []),
  ];
}

/** Whether mistakes in a file hide a part: what the part would bring may be meant to be there. */
export function isLost(part: string, value: unknown, mistaken: readonly string[]): boolean {
  switch (part) {
    case '#/account':
      return mistaken.some(hidesAccount);
    // Which values it sends is not clear.
    case '#/signIn':
      return mistaken.some((pointer) => pointer === part || pointer.startsWith(`${part}/`));
    case '#/input':
      return mistaken.some(hidesInputs);
    case '#/upload/send':
      return !['body', 'pieces', 'form'].includes(String(partAt(value, ['upload', 'send'])));
    case '#/upload/to':
      return mistaken.some((pointer) => pointer.startsWith('#/upload/'));
    default: // A key of the file itself may be another one that is misspelt.
      return (
        isJsonObject(value) &&
        value[part.slice('#/'.length)] === undefined &&
        mistaken.some((pointer) => /^#\/[^/]+$/.test(pointer))
      );
  }
}

function hidesInputs(pointer: string): boolean {
  return /^#(\/subscribe)?\/input(\/properties)?$/.test(pointer);
}

// Where it is not clear what accounts have, of their fields or of a sign-in, no name of a value is wrong.
function hidesAccount(pointer: string): boolean {
  return /^#\/((account|signIn)\/.*|[^/]+)$/.test(pointer);
}
