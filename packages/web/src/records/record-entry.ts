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
 * Puts back the value from before or after an edit. If somebody else changed the field since, both values stay for the
 * person to decide.
 */
export function withValueBack(entry: Entry, name: string, { value, seen }: { value: unknown; seen: unknown }): Entry {
  // An edit that waits for a decision is not saved: going back means to give it up.
  if (entry.pending[name]?.theirs !== undefined) return withDecision(entry, name, 'theirs');
  if (isSameValue(valueOf(entry, name), seen)) return withEdits(entry, { [name]: value });
  const theirs = savedValue(entry.record, name);
  if (isSameValue(theirs, value)) return entry;
  return { ...entry, pending: { ...entry.pending, [name]: { value, base: seen, theirs: { value: theirs } } } };
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

/** The values that the person saw before the edits. */
export function basesOf(pending: Entry['pending']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pending).map(([name, { base }]) => [name, base]));
}

/** Whether a record is not in the service's list. */
export const isOnlyHere = (entry: Entry | undefined): boolean => entry?.isNew === true || entry?.isGone === true;

/** Whether only this page shows what somebody typed into a record. */
export function isUnsavedHere(entry: Entry): boolean {
  return entry.isNew === true || (entry.isGone === true && Object.keys(entry.pending).length > 0);
}

/** The required fields that a record needs before it can be created. */
export function missingFields(entry: Entry, required: readonly string[]): string[] {
  if (!entry.isNew) return [];
  return required.filter((name) => {
    const value = valueOf(entry, name) ?? '';
    // White space alone is no value, as the service says.
    return typeof value === 'string' && value.trim() === '';
  });
}

/** Why the edits of a record are not saved: on their way, or waiting for the person. */
export type UnsavedState = 'saving' | 'refused' | 'undecided' | 'incomplete' | 'gone';

/** Undefined if all is saved. */
export function unsavedState(entry: Entry, required: readonly string[]): UnsavedState | undefined {
  const edits = Object.values(entry.pending);
  if (edits.length === 0) return undefined;
  if (entry.isGone) return 'gone';
  if (edits.some(({ theirs }) => theirs !== undefined)) return 'undecided';
  if (edits.some(({ problem }) => problem !== undefined)) return 'refused';
  return missingFields(entry, required).length > 0 ? 'incomplete' : 'saving';
}
