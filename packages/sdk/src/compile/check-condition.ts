import type { Condition } from '@tallyhook/schemas';
import { lookUp, type Roots, type Shape } from '../templates/shapes.ts';
import type { Path } from '../templates/slot.ts';
import { checkPath, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks conditions, each at its place in the list. `secretRoots` are the names of `isSecret`, where it is allowed. */
export function checkConditions(
  context: CheckContext,
  path: JsonPath,
  conditions: readonly Condition[] | undefined,
  roots: Roots,
  secretRoots?: Roots,
): void {
  for (const [index, condition] of (conditions ?? []).entries())
    checkCondition(context, [...path, index], condition, { roots, secretRoots });
}

/** Checks the path of a condition. Warns if the value can never have the type it is compared with. */
function checkCondition(
  context: CheckContext,
  path: JsonPath,
  condition: Condition,
  { roots, secretRoots }: { roots: Roots; secretRoots: Roots | undefined },
): void {
  const read = checkPath(context, [...path, 'path'], condition.path, roots)?.paths[0];
  if (condition.isSecret !== undefined) checkSecret(context, [...path, 'isSecret'], condition.isSecret, secretRoots);
  if (read === undefined) return;
  const { shape } = lookUp(read, roots);
  for (const { at, value } of comparedTexts(condition))
    checkType(context, [...path, ...at], { read, shape, given: value });
}

function checkSecret(context: CheckContext, path: JsonPath, secret: string, roots: Roots | undefined): void {
  if (roots !== undefined) return void checkPath(context, path, secret, roots);
  const message = 'only the conditions of a handshake can compare with a secret';
  context.report(path, {
    code: 'secret_not_here',
    message,
    hint: 'compare with a value that is not secret',
    atKey: true,
  });
}

/** The values that a condition compares with, each at its place. */
function comparedTexts({ is, isNot, isOneOf, startsWith }: Condition): { at: JsonPath; value: Condition['is'] }[] {
  return [
    { at: ['is'], value: is },
    { at: ['isNot'], value: isNot },
    { at: ['startsWith'], value: startsWith },
    ...(isOneOf ?? []).map((value, index) => ({ at: ['isOneOf', index], value })),
  ];
}

function checkType(
  context: CheckContext,
  path: JsonPath,
  { read, shape, given }: { read: Path; shape: Shape | undefined; given: Condition['is'] },
): void {
  if (given === undefined || given === null) return;
  const report = (message: string, right: string): void =>
    context.report(path, { code: 'wrong_type', message, hint: `write ${right}`, severity: 'warning' });
  if (shape?.kind === 'scalar' && shape.isLiteral === true && typeof given === 'string')
    report(`"${read.text}" is never text, and a condition compares types too`, given.trim() || 'a number');
  const isHeader = read.segments.at(-2)?.name === 'headers' && shape?.kind === 'scalar';
  // A number outside the safe range is already reported.
  const isKept = typeof given !== 'number' || Math.abs(given) <= Number.MAX_SAFE_INTEGER;
  if (isHeader && typeof given !== 'string' && isKept)
    report(`"${read.text}" is a header, and headers are always text`, `"${String(given)}"`);
}
