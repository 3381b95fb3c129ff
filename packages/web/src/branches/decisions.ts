import type { ProblemDetail } from '@tallyhook/schemas';
import type { ConflictDecision, MergeConflict } from '@tallyhook/schemas/api';

/** The side of a conflict that stays. */
export type Side = Exclude<ConflictDecision['take'], 'value'>;

/** What a part in conflict gets: the value of a side, or another one. */
export type Choice = Side | { value: unknown };

/** What a person has decided, by `<type>/<id>/<part>`. */
export type Decisions = Readonly<Record<string, ConflictDecision>>;

/** A part that both branches changed. */
export interface OpenPart {
  key: string;
  conflict: MergeConflict;
  part: MergeConflict['parts'][number];
}

/** All parts in conflict, in the order in which they are shown. */
export function partsOf(conflicts: readonly MergeConflict[]): OpenPart[] {
  return conflicts.flatMap((conflict) =>
    conflict.parts.map((part) => ({ key: `${conflict.type}/${conflict.id}/${part.part}`, conflict, part })),
  );
}

/** What was chosen for a part; undefined if it is open, also if its values have changed since. */
export function choiceOf(decisions: Decisions, { key, part }: OpenPart): Choice | undefined {
  const decision = decisions[key];
  if (decision?.seen !== part.seen) return undefined;
  return decision.take === 'value' ? { value: decision.value } : decision.take;
}

/** Decides some parts. */
export function decide(decisions: Decisions, parts: readonly OpenPart[], choice: Choice): Decisions {
  const chosen = typeof choice === 'object' ? { take: 'value' as const, ...choice } : { take: choice };
  const made = parts.map(({ key, conflict: { type, id }, part: { part, seen } }) => [
    key,
    { type, id, part, seen, ...chosen },
  ]);
  return { ...decisions, ...(Object.fromEntries(made) as Decisions) };
}

/** The parts that are still open, also those whose value was refused. */
export function openOf(
  decisions: Decisions,
  parts: readonly OpenPart[],
  problems: Readonly<Record<string, string>> = {},
): OpenPart[] {
  return parts.filter((part) => choiceOf(decisions, part) === undefined || problems[part.key] !== undefined);
}

/** Why values that somebody typed do not fit, by the keys of their parts: a refusal names the decisions by their place. */
export function problemsOf(decisions: Decisions, errors: readonly ProblemDetail[]): Record<string, string> {
  const keys = Object.keys(decisions);
  const problems = errors.flatMap(({ pointer = '', detail }) => {
    const [, index] = /^#\/decisions\/(\d+)\/value/.exec(pointer) ?? [];
    const key = index === undefined ? undefined : keys[Number(index)];
    return key === undefined ? [] : [[key, detail] as const];
  });
  return Object.fromEntries(problems);
}
