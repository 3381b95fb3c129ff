import type { SavedRecord } from '@tallyhook/schemas/api';

/** A value on the screen that the service does not have yet. */
export interface PendingValue {
  value: unknown;
  /** The value that the person saw before the edit. */
  base: unknown;
  /** Why the service refused it. */
  problem?: string;
  /** What somebody else put there since; the person decides. */
  theirs?: { value: unknown };
}

/** A record in the grid, with the edits that are not saved yet. Replaced as a whole by every change. */
export interface Entry {
  record: SavedRecord;
  pending: Readonly<Record<string, PendingValue>>;
  /** Not created yet. */
  isNew?: boolean;
  /** Somebody else deleted it. */
  isGone?: boolean;
}

/** The value of a field as the grid shows it. */
export function valueOf({ record, pending }: Entry, name: string): unknown {
  if (Object.hasOwn(pending, name)) return pending[name]!.value;
  return savedValue(record, name);
}

/** The value of a field as the service has it; null for none. */
export function savedValue(record: SavedRecord, name: string): unknown {
  if (Object.hasOwn(record.fields, name)) return record.fields[name];
  return name === 'createdAt' || name === 'createdBy' || name === 'updatedAt' || name === 'updatedBy'
    ? record[name]
    : null;
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Puts values on the screen. */
export function withEdits(entry: Entry, fields: Readonly<Record<string, unknown>>): Entry {
  const pending = { ...entry.pending };
  for (const [name, value] of Object.entries(fields)) {
    const saved = savedValue(entry.record, name);
    const base = pending[name] === undefined || pending[name].theirs !== undefined ? saved : pending[name].base;
    if (isSameValue(value, saved) && pending[name] === undefined) continue;
    pending[name] = { value, base };
  }
  return { ...entry, pending };
}

/**
 * Takes what the service has. An edit of a field that nobody else changed stays; one that is saved ends; if somebody
 * else changed the same field to another value, both stay for the person to decide.
 */
export function withSaved(entry: Entry, record: SavedRecord): Entry {
  if (record.revision < entry.record.revision) return entry;
  const pending: Record<string, PendingValue> = {};
  for (const [name, edit] of Object.entries(entry.pending)) {
    const theirs = savedValue(record, name);
    if (isSameValue(theirs, edit.value)) continue;
    pending[name] = isSameValue(theirs, edit.base) ? edit : { ...edit, theirs: { value: theirs } };
  }
  return { record, pending };
}

/** The edits that can be sent: not refused, and without an open decision. */
export function sendableOf({ pending }: Entry): Record<string, unknown> {
  const open = Object.entries(pending).filter(([, { problem, theirs }]) => problem === undefined && !theirs);
  return Object.fromEntries(open.map(([name, { value }]) => [name, value]));
}

/** Notes why the service refused fields; all sendable ones if none is named. */
export function withProblem(entry: Entry, problem: string, name?: string): Entry {
  const names = name === undefined ? Object.keys(sendableOf(entry)) : [name];
  const pending = { ...entry.pending };
  for (const one of names)
    pending[one] = { ...(pending[one] ?? { value: null, base: savedValue(entry.record, one) }), problem };
  return { ...entry, pending };
}

/** Decides about a field that two people changed. */
export function withDecision(entry: Entry, name: string, keeps: 'mine' | 'theirs'): Entry {
  const { [name]: edit, ...others } = entry.pending;
  if (edit === undefined || keeps === 'theirs') return { ...entry, pending: others };
  return { ...entry, pending: { ...others, [name]: { value: edit.value, base: savedValue(entry.record, name) } } };
}
