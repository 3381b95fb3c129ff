import type { Condition } from '@tallyhook/schemas';
import { lookUp, type Roots } from '../templates/shapes.ts';
import { checkPath, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks conditions, each at its place in the list. */
export function checkConditions(
  context: CheckContext,
  path: JsonPath,
  conditions: readonly Condition[] | undefined,
  roots: Roots,
): void {
  for (const [index, condition] of (conditions ?? []).entries())
    checkCondition(context, [...path, index], condition, roots);
}

/** Checks the path of a condition. Warns if the value can never have the type it is compared with. */
function checkCondition(context: CheckContext, path: JsonPath, condition: Condition, roots: Roots): void {
  const read = checkPath(context, [...path, 'path'], condition.path, roots)?.paths[0];
  const key = 'is' in condition ? 'is' : 'isNot';
  const given = 'is' in condition ? condition.is : condition.isNot;
  if (read === undefined || given === undefined || given === null) return;
  const { shape } = lookUp(read, roots);
  const report = (message: string, right: string): void =>
    context.report([...path, key], { code: 'wrong_type', message, hint: `write ${right}`, severity: 'warning' });
  if (shape?.kind === 'scalar' && shape.isLiteral === true && typeof given === 'string')
    report(`"${read.text}" is never text, and a condition compares types too`, given.trim() || 'a number');
  const isHeader = read.segments.at(-2)?.name === 'headers' && shape?.kind === 'scalar';
  // A number outside the safe range is already reported.
  const isKept = typeof given !== 'number' || Math.abs(given) <= Number.MAX_SAFE_INTEGER;
  if (isHeader && typeof given !== 'string' && isKept)
    report(`"${read.text}" is a header, and headers are always text`, `"${String(given)}"`);
}
