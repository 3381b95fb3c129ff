import { nameAt, valuesAndKeysIn } from '../compile/texts-in.ts';
import { namesCredential } from './credential-names.ts';
import { bareCredentials, isCredential } from './credential-values.ts';
import { ofAddress } from './named-values.ts';

/** A constant whose name says that it is a credential. */
export interface ConstantCredential {
  path: (string | number)[];
  name: string;
  value: string;
  /** Where it starts in its text. */
  offset: number;
}

/** Finds constants with credential names in a request: at any depth of a structure, and in the query of an address. */
export function constantCredentials(value: unknown, start: (string | number)[] = []): ConstantCredential[] {
  return valuesAndKeysIn(value, start).flatMap(({ path, value: leaf, isKey }): ConstantCredential[] => {
    if (isKey) return [];
    const name = nameAt(path);
    if (isConstantCredential(name, leaf)) return [{ path, name, value: String(leaf), offset: 0 }];
    if (typeof leaf !== 'string') return [];
    return ofAddress(leaf)
      .filter(([parameter, text]) => isConstantCredential(parameter, text))
      .map(([parameter, text]) => ({ path, name: parameter, value: text, offset: Math.max(0, leaf.indexOf(text)) }));
  });
}

/** Whether a value with a credential name is a constant. */
export function isConstantCredential(name: string, value: unknown): value is string | number {
  if (!namesCredential(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  // Text between `{{#if …}}` and `{{/if}}` is constant too.
  const text = String(value).replaceAll(/\{\{\s*(?:[#/^][^}]*|else)\}\}/g, '');
  return !text.includes('{{') && bareCredentials(name, text).some(isCredential);
}
