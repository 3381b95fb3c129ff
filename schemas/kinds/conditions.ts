import type {
  WorkflowComparison,
  WorkflowCondition,
  WorkflowTest,
  WorkflowTestComparison,
} from '../generated/workflow.ts';
import { compareValues } from './compare-values.ts';

/** Whether the payload meets all conditions. */
export function meetsConditions(conditions: readonly WorkflowCondition[], payload: unknown): boolean {
  return conditions.every((condition) =>
    meets<WorkflowComparison>(condition, ({ path, op, value }) => compareValues(readPath(payload, path), op, value)),
  );
}

/** Whether a test of a step holds, once its templates are filled in. */
export function meetsTest(test: WorkflowTest): boolean {
  return meets<WorkflowTestComparison>(test, ({ left, op, right }) => compareValues(left, op, right));
}

type Combined<Comparison> =
  { and: Combined<Comparison>[] } | { or: Combined<Comparison>[] } | { not: Combined<Comparison> } | Comparison;

function meets<Comparison extends Pick<WorkflowComparison, 'op'>>(
  condition: Combined<Comparison>,
  holds: (comparison: Comparison) => boolean,
): boolean {
  if ('and' in condition) return condition.and.every((one) => meets(one, holds));
  if ('or' in condition) return condition.or.some((one) => meets(one, holds));
  if ('not' in condition) return !meets(condition.not, holds);
  return holds(condition);
}

/** Follows own properties only, so that a payload's author reaches nothing outside the payload. */
function readPath(payload: unknown, path: string): unknown {
  let at = payload;
  for (const name of pathNames(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** A bracketed name may contain paired brackets, like the field names of a form: `[data[id]]`. */
function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\[((?:[^[\]]|\[[^[\]]*\])*)\]|[^.[\]]+/g), (match) => match[1] ?? match[0]);
}
