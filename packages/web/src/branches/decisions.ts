import type { ConflictDecision, MergeConflict } from '@tallyhook/schemas/api';

/** The side of a conflict that stays. */
export type Side = Exclude<ConflictDecision['take'], 'value'>;

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

/** The side that was chosen for a part; undefined if it is open, also if its values have changed since. */
export function sideOf(decisions: Decisions, { key, part }: OpenPart): ConflictDecision['take'] | undefined {
  const decision = decisions[key];
  return decision?.seen === part.seen ? decision.take : undefined;
}

/** Decides some parts. */
export function decide(decisions: Decisions, parts: readonly OpenPart[], take: Side): Decisions {
  const made = parts.map(({ key, conflict: { type, id }, part: { part, seen } }) => [
    key,
    { type, id, part, take, seen },
  ]);
  return { ...decisions, ...(Object.fromEntries(made) as Decisions) };
}

/** The parts that are still open. */
export function openOf(decisions: Decisions, parts: readonly OpenPart[]): OpenPart[] {
  return parts.filter((part) => sideOf(decisions, part) === undefined);
}
