import { nameAt, valuesAndKeysIn } from '../compile/texts-in.ts';
import { namesCredential } from './credential-names.ts';
import { mayBeCredential } from './credential-values.ts';
import { namesInText } from './names-in-text.ts';
import { type FoundSecret, findForms } from './secret-forms.ts';

/** A constant under a name that says it is a credential. */
export interface ConstantCredential {
  path: (string | number)[];
  name: string;
  value: string;
  /** Where it begins in its text. */
  offset: number;
}

/**
 * The constants of a request under names that say they are credentials: at any depth of a structure, in the query of an
 * address, and in a text that is JSON, a form, XML or YAML.
 */
export function constantCredentials(value: unknown, start: (string | number)[] = []): ConstantCredential[] {
  return valuesAndKeysIn(value, start).flatMap(({ path, value: leaf, isKey }): ConstantCredential[] => {
    if (isKey) return [];
    const name = nameAt(path);
    if (isConstantCredential(name, leaf)) return [{ path, name, value: String(leaf), offset: 0 }];
    return typeof leaf === 'string' ? inText(leaf).map((found) => ({ path, ...found })) : [];
  });
}

/** Whether a value that is always the same stands under a name that says it is a credential, and may be one. */
export function isConstantCredential(name: string, value: unknown): value is string | number {
  if (!namesCredential(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  // What stands between `{{#if …}}` and `{{/if}}` is as constant.
  const text = String(value).replaceAll(/\{\{\s*(?:[#/^][^}]*|else)\}\}/g, '');
  return !text.includes('{{') && mayBeCredential(name, text);
}

function inText(text: string): Omit<ConstantCredential, 'path'>[] {
  return namesInText(text).filter(({ name, value }) => isConstantCredential(name, value));
}

/** The credentials in a text that are known by how they look. A slot is no part of any. */
export function formsInTemplate(text: string): FoundSecret[] {
  const plain = text.includes('{{') ? text.replaceAll(/\{\{.*?\}\}/gs, (slot) => '{'.repeat(slot.length)) : text;
  return findForms(plain).filter(({ secret }) => !secret.includes('{'));
}

/** A text, such as a description that somebody else wrote, with `…` in the place of each such credential. */
export function leaveOutCredentials(text: string): string {
  let [left, from] = ['', 0];
  for (const { secret, offset } of formsInTemplate(text).sort((one, other) => one.offset - other.offset)) {
    // One may be known by more than one sign.
    if (offset >= from) left += `${text.slice(from, offset)}…`;
    from = Math.max(from, offset + secret.length);
  }
  return left + text.slice(from);
}
