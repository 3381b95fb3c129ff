import { findLostElses } from '../templates/lost-else.ts';
import { hole } from '../templates/lost-forms.ts';
import type { Roots } from '../templates/shapes.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

interface Mistake {
  at: RegExp;
  message: (found: string) => string;
  hint: (name: string, isInHost: boolean) => string;
}

const noValue = (at: RegExp): Mistake => ({
  at,
  message: (found) => `"${found}" puts no value in`,
  // A host is listed as it stands, without a filter.
  hint: (name, isInHost) => `write {{${name}${isInHost ? '' : '|url'}}}`,
});

const mistakes: readonly Mistake[] = [
  {
    at: /(?<=\/)\.\.?(?=\/|$)/,
    message: (found) => `"${found}" is no part of a path: it would be taken away`,
    hint: () => 'write the path without it',
  },
  noValue(/(?<![{$])#?\{\s*([A-Za-z_][\w.-]*)(?:\|\w+)*\s*\}+/),
  // In a host it is told by the check of hosts.
  noValue(/(?<!^\w+:\/\/[^/]*)\$\{\s*([A-Za-z_][\w.-]*)\s*\}/),
  noValue(/<%[=-]?\s*([A-Za-z_][\w.-]*)\s*-?%>/),
  noValue(/%7B%7B\s*([A-Za-z_][\w.-]*)\s*%7D%7D/i),
  noValue(/(?<![\w.|-])([A-Za-z_][\w.-]*)(?:\s?\|\s?\w+)*\s?\}\}/),
  noValue(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/),
  // Last, so that one inside of the above is told with it.
  { at: /\s/, message: () => 'an address holds no blank', hint: () => 'leave it out, or write %20' },
];

/**
 * Checks what is written in an address, beside its slots: signs that are not sent so, and values in other words. The roots
 * are what a slot there may begin with.
 */
export function checkAddressText(context: CheckContext, path: JsonPath, text: string, roots: Roots): void {
  if (typeof text !== 'string') return;
  let plain = text.replaceAll(/\{\{.*?\}\}/gs, (slot) => hole.repeat(slot.length));
  // An else of an #if around it is no value, and told as what it is.
  for (const { offset, written } of findLostElses(text, plain))
    plain = plain.slice(0, offset) + hole.repeat(written.length) + plain.slice(offset + written.length);
  for (const { at, message, hint } of mistakes) {
    const found = at.exec(plain);
    if (found === null) continue;
    const isInHost = /^\w+:\/\/[^/]*$/.test(plain.slice(0, found.index));
    const said = { message: message(found[0]), hint: hint(asNamed(found[1] ?? '', roots), isInHost) };
    context.report(path, { code: 'wrong_url', ...said, offset: found.index });
    plain = plain.replaceAll(new RegExp(at, `${at.flags}g`), (told) => hole.repeat(told.length));
  }
}

/** A value of the account that stands by its name alone, as its slot has it; an input of that name goes first. */
function asNamed(name: string, roots: Roots): string {
  const { account } = roots;
  const isOfAccount = account?.kind === 'object' && Object.hasOwn(account.fields, name);
  return isOfAccount && !Object.hasOwn(roots, name) ? `account.${name}` : name;
}

/** Warns of a path that begins with more than one slash. */
export function checkEmptyPart(context: CheckContext, path: JsonPath, text: string): void {
  const plain = /^\/{2,}(?=.)/s.exec(text)?.[0];
  if (plain === undefined) return;
  const message = 'the path begins with an empty part, which stands behind the base address';
  const hint = `write "/${text.slice(plain.length)}"`;
  context.report(path, { code: 'wrong_url', message, hint, severity: 'warning' });
}
