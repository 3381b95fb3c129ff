import type { ErrorRule } from '@tallyhook/schemas';
import { isDeepStrictEqual } from 'node:util';
import type { CheckContext } from './context.ts';

/**
 * Warns of a rule that no answer reaches: the first that fits counts, and those before it fit whatever this one does.
 * Those of which that is `told` for another cause are passed over.
 */
export function checkReached(context: CheckContext, rules: readonly ErrorRule[], told: readonly boolean[]): void {
  for (const [index, rule] of rules.entries()) {
    if (told[index] === true) continue;
    const covering = rules.slice(0, index).filter((earlier) => holdsWhere(earlier, rule));
    const left = rule.status?.filter(
      (status) => !covering.some((earlier) => earlier.status?.includes(status) !== false),
    );
    const isReached = left === undefined ? covering.every(({ status }) => status !== undefined) : left.length > 0;
    // One that says nothing of which answers it is about has been told.
    if (isReached || (rule.status === undefined && rule.when === undefined)) continue;
    const message = 'no answer reaches this rule: one before it fits first';
    const hint = 'put the narrower rule first, or remove this one';
    context.report(['errors', index], { code: 'unreachable_rule', message, hint, severity: 'warning' });
  }
}

/** Whether an answer that meets the conditions of a rule meets those of an earlier one, whatever its status. */
function holdsWhere(earlier: ErrorRule, rule: ErrorRule): boolean {
  const met = rule.when ?? [];
  return (earlier.when ?? []).every((condition) => met.some((other) => isDeepStrictEqual(other, condition)));
}
