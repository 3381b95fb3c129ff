import type { ErrorRule, ExpiredToken } from '@tallyhook/schemas';
import { isDeepStrictEqual } from 'node:util';
import { tokenEnds } from '../runtime/answer-policy.ts';
import type { CheckContext } from './context.ts';

/**
 * Warns of a rule that no answer reaches: the first that fits counts, and those before it fit whatever this one does. An
 * answer that says that the token has ended is asked for nothing else. Those of which that is `told` for another cause
 * are passed over.
 */
export function checkReached(context: CheckContext, rules: readonly ErrorRule[], told: readonly boolean[]): void {
  const ends = context.connector === undefined ? [] : (tokenEnds(context.connector.signIn) ?? []);
  for (const [index, rule] of rules.entries()) {
    // One that says nothing of which answers it is about has been told.
    if (told[index] === true || (rule.status === undefined && rule.when === undefined)) continue;
    const means = isCovered(rule, ends) ? 'ended' : isCovered(rule, [...ends, ...rules.slice(0, index)]) ? 'other' : '';
    if (means === '') continue;
    const message =
      means === 'ended'
        ? 'no answer reaches this rule: each of them means that the token of OAuth 2 has ended'
        : 'no answer reaches this rule: one before it fits first';
    const hint =
      means === 'ended'
        ? 'say under signIn.expiredWhen which answers alone mean that, such as { "status": [401], "when": [{ "path": "response.body.error", "is": "token_expired" }] }, or remove this rule'
        : 'put the narrower rule first, or remove this one';
    context.report(['errors', index], { code: 'unreachable_rule', message, hint, severity: 'warning' });
  }
}

type Fitting = Pick<ErrorRule | ExpiredToken, 'status' | 'when'>;

/** Whether others fit each answer that a rule is about. */
function isCovered(rule: ErrorRule, others: readonly Fitting[]): boolean {
  const covering = others.filter((other) => holdsWhere(other, rule));
  if (rule.status === undefined) return covering.some(({ status }) => status === undefined);
  return rule.status.every((status) => covering.some((other) => other.status?.includes(status) !== false));
}

/** Whether an answer that meets the conditions of a rule meets those of an earlier one, whatever its status. */
function holdsWhere(earlier: Fitting, rule: ErrorRule): boolean {
  const met = rule.when ?? [];
  return (earlier.when ?? []).every((condition) => met.some((other) => isDeepStrictEqual(other, condition)));
}
