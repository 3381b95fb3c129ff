import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

const mistakes: readonly { at: RegExp; message: (found: string) => string; hint: string }[] = [
  {
    at: /(?<=\/)\.\.?(?=\/|$)/g,
    message: (found) => `"${found}" cannot be a segment of a path: it would be removed`,
    hint: 'write the path without it',
  },
  {
    at: /[{}<>]/g,
    message: (found) => `an address cannot contain "${found}"`,
    hint: 'write a value as {{NAME}}',
  },
  { at: /\s/g, message: () => 'an address cannot contain white space', hint: 'leave it out, or write %20' },
];

/** Checks the literal text of an address around its slots for characters and segments that are not sent as written. */
export function checkAddressText(context: CheckContext, path: JsonPath, text: string): void {
  if (typeof text !== 'string') return;
  const plain = text.replaceAll(/\{\{.*?\}\}/gs, (slot) => '_'.repeat(slot.length));
  for (const { at, message, hint } of mistakes) {
    const offset = plain.search(at);
    if (offset === -1) continue;
    context.report(path, { code: 'wrong_url', message: message(plain.match(at)![0]), hint, offset });
  }
}

/** Warns of a path that starts with more than one slash. */
export function checkEmptyPart(context: CheckContext, path: JsonPath, text: string): void {
  const plain = /^\/{2,}(?=.)/s.exec(text)?.[0];
  if (plain === undefined) return;
  const message = 'the path adds an empty segment after the base address';
  const hint = `write "/${text.slice(plain.length)}"`;
  context.report(path, { code: 'wrong_url', message, hint, severity: 'warning' });
}
