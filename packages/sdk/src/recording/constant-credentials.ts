import { namesCredential } from './credential-names.ts';
import { type FoundSecret, findForms } from './secret-forms.ts';

/** What is written instead of a credential: that there is none, or of which kind one is. */
const words = /^(?:none|null|true|false|yes|no|off|on|required|optional|default|basic|bearer|undefined)$/i;

/** Shorter values are no credentials. */
const shortest = 4;

/** A constant under a name that says it is a credential. */
export interface ConstantCredential {
  path: (string | number)[];
  name: string;
  /** Where it begins in its text. */
  offset: number;
}

/**
 * The constants of a request under names that say they are credentials: at any depth of a structure, in the query of an
 * address, and in a text that is JSON or a form.
 */
export function constantCredentials(value: unknown, path: (string | number)[] = []): ConstantCredential[] {
  if (Array.isArray(value)) return value.flatMap((child, index) => constantCredentials(child, [...path, index]));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, child]) => constantCredentials(child, [...path, key]));
  // The entries of a list are called as the list is.
  const name = String(path.findLast((part) => typeof part === 'string') ?? '');
  if (isConstantCredential(name, value)) return [{ path, name, offset: 0 }];
  return typeof value === 'string' ? inText(value).map((found) => ({ path, ...found })) : [];
}

/** Whether a value that is always the same stands under a name that says it is a credential. */
export function isConstantCredential(name: string, value: unknown): boolean {
  if (!namesCredential(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  // What stands between `{{#if …}}` and `{{/if}}` is as constant.
  const text = String(value).replaceAll(/\{\{\s*(?:[#/^][^}]*|else)\}\}/g, '');
  return !text.includes('{{') && text.trim().length >= shortest && !words.test(text.trim());
}

/** `"name": "value"` of a text that is JSON, `name=value` of an address or a form, `<name>value<` of XML. */
const pairs = [
  /"(?<name>[^"\\{}]{1,100})"\s*:\s*"(?<value>(?:[^"\\]|\\.)*)"/dg,
  /(?<![^?&])(?<name>[\w.-]{1,100})=(?<value>[^&#\s]*)/dg,
  /<(?:[\w-]+:)?(?<name>[\w.-]{1,100})>(?<value>[^<>]*)(?=<)/dg,
];

function inText(text: string): { name: string; offset: number }[] {
  return pairs.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
      const { name = '', value = '' } = groups ?? {};
      return isConstantCredential(name, value) ? [{ name, offset: indices!.groups!['value']![0] }] : [];
    }),
  );
}

/**
 * The credentials in a text that are known by how they look, without what only tells how one looks: `xoxb-your-token`,
 * `Authorization: Bearer TOKEN`. A slot is no part of any.
 */
export function formsInTemplate(text: string): FoundSecret[] {
  const plain = text.includes('{{') ? text.replaceAll(/\{\{.*?\}\}/gs, (slot) => '{'.repeat(slot.length)) : text;
  return findForms(plain).filter(({ secret }) => !secret.includes('{') && !tellsOnly(secret));
}

/** What is drawn by lot has digits or a long row of letters in it, and not one sign many times. */
function tellsOnly(secret: string): boolean {
  const isDrawn = /\d/.test(secret) || /[A-Za-z]{10}/.test(secret);
  return !isDrawn || /(.)\1{5}/.test(secret);
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
