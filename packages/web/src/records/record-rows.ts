import type { QuestionFilter } from '@tallyhook/schemas';
import type { RecordEdit, RecordNews, RecordPage, SavedRecord } from '@tallyhook/schemas/api';
import { Refusal } from '../api/send.ts';
import { namesOf } from './names-of.ts';
import {
  isSameValue,
  sendableOf,
  valueOf,
  withDecision,
  withEdits,
  withProblem,
  withSaved,
  type Entry,
} from './record-entry.ts';
import { countLines, lineAt, lineOfRecord, missingPages, type Line, type Segment } from './record-lines.ts';

/** What the rows need of the service. */
export interface RecordService {
  search(asked: {
    filter: QuestionFilter | undefined;
    offset: number;
    limit: number;
    signal: AbortSignal;
  }): Promise<RecordPage>;
  change(changes: RecordEdit[]): Promise<(SavedRecord | null)[]>;
  /** Undefined for a record that does not exist any more. */
  read(id: string): Promise<SavedRecord | undefined>;
}

/** An edit of one record. */
export interface RowEdit {
  id: string;
  fields: Record<string, unknown>;
}

interface Step {
  undo: () => void;
  redo: () => void;
}

export const pageSize = 200;
const maxEdits = 1_000;
const loadPauseMs = 60;
const firstRetryMs = 1_000;
const longestRetryMs = 10_000;
/** So that changes that are refused again and again do not flood the service. */
const refusalPauseMs = 100;

/**
 * The records of a type as a grid shows them: pages that are read as the person scrolls, and edits that are on the
 * screen at once and saved one batch after the other. Edits that the service cannot take stay until they can be saved.
 */
export class RecordRows {
  #service: RecordService;
  #segments: readonly Segment[] = [];
  #entries = new Map<string, Entry>();
  #listeners = new Set<() => void>();
  #dirty = new Set<string>();
  #isFlushing = false;
  #wanted = { from: 0, to: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading = new Map<string, AbortController>();
  #done: Step[] = [];
  #undone: Step[] = [];
  #required: readonly string[] = [];
  #storageKey: string;

  /** Changes with everything that is shown. */
  version = 0;
  names: Readonly<Record<string, string>> = {};
  /** Records that others created since the list was read. */
  added = 0;
  /** Whether the list must be read again to show what others changed. */
  isStale = false;
  /** Whether changes wait for the connection. */
  isWaiting = false;
  /** Why a page could not be read. */
  loadError: unknown;

  constructor(service: RecordService, { required, storageKey }: { required: readonly string[]; storageKey: string }) {
    this.#service = service;
    this.#required = required;
    this.#storageKey = storageKey;
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #changed(): void {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Shows other records, or the same ones again; edits that are not saved stay. */
  show(service: RecordService, segments: readonly Segment[]): void {
    this.#service = service;
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
    this.#segments = segments;
    this.added = 0;
    this.isStale = false;
    this.loadError = undefined;
    for (const [id, { isNew }] of this.#entries) if (isNew) this.#insert(0, 0, id);
    this.#changed();
    this.want(this.#wanted);
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get lineCount(): number {
    return countLines(this.#segments);
  }

  get recordCount(): number {
    return this.#segments.reduce((sum, { count }) => sum + count, 0);
  }

  lineAt(number: number): Line | undefined {
    return lineAt(this.#segments, number);
  }

  lineOf(id: string): number | undefined {
    return lineOfRecord(this.#segments, id);
  }

  /** The record in a line; undefined for a heading and for what is not read yet. */
  entryAt(number: number): Entry | undefined {
    const line = this.lineAt(number);
    const id = line?.kind === 'record' ? line.segment.ids[line.index] : undefined;
    return id === undefined ? undefined : this.#entries.get(id);
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** How many records have edits that are not saved. */
  get unsaved(): { saving: number; refused: number; undecided: number } {
    const counts = { saving: 0, refused: 0, undecided: 0 };
    for (const { pending } of this.#entries.values()) {
      const edits = Object.values(pending);
      if (edits.some(({ theirs }) => theirs)) counts.undecided += 1;
      else if (edits.some(({ problem }) => problem !== undefined)) counts.refused += 1;
      else if (edits.length > 0) counts.saving += 1;
    }
    return counts;
  }

  toggle(key: string): void {
    this.#segments = this.#segments.map((one) => (one.key === key ? { ...one, isOpen: !one.isOpen } : one));
    this.#changed();
    this.want(this.#wanted);
  }

  /** Reads the records between two lines soon; those on the way of a fast scroll are left out. */
  want(range: { from: number; to: number }): void {
    this.#wanted = range;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), loadPauseMs);
  }

  #load(): void {
    for (const { segment, page } of missingPages(this.#segments, this.#wanted, pageSize))
      void this.#loadPage(segment, page);
  }

  async #loadPage(segment: Segment, page: number): Promise<void> {
    const key = `${segment.key} ${page}`;
    const controller = new AbortController();
    segment.pages.add(page);
    this.#loading.set(key, controller);
    const { signal } = controller;
    const offset = page * pageSize;
    try {
      const found = await this.#service.search({ filter: segment.filter, offset, limit: pageSize, signal });
      this.names = { ...this.names, ...namesOf([found]) };
      found.records.forEach((record, at) => {
        segment.ids[offset + at] = record.id;
        this.take(record);
      });
      this.loadError = undefined;
    } catch (error) {
      segment.pages.delete(page);
      if (!signal.aborted) this.loadError = error;
    }
    if (this.#loading.get(key) === controller) this.#loading.delete(key);
    if (!signal.aborted) this.#changed();
  }

  /** Reads again what could not be read. */
  retry(): void {
    this.loadError = undefined;
    this.#changed();
    this.#load();
  }

  /** Takes a record as the service has it. */
  take(record: SavedRecord): void {
    const entry = this.#entries.get(record.id);
    this.#entries.set(record.id, entry === undefined ? { record, pending: {} } : withSaved(entry, record));
  }

  /** Reads a record that is not in the list, such as the one in the panel. */
  async fetch(id: string): Promise<Entry | undefined> {
    const record = await this.#service.read(id);
    if (record === undefined) return undefined;
    this.take(record);
    this.#changed();
    return this.#entries.get(id);
  }

  addNames(names: Record<string, string>): void {
    this.names = { ...this.names, ...names };
    this.#changed();
  }

  /** Shows what others did. Rows stay where they are: new ones wait, deleted ones are marked. */
  hear({ changes, labels, isComplete }: RecordNews): void {
    if (!isComplete) this.isStale = true;
    if (labels !== undefined) this.names = { ...this.names, ...namesOf([{ records: [], labels }]) };
    for (const { kind, id, record } of changes) {
      const entry = this.#entries.get(id);
      if (record !== null && entry !== undefined) this.take(record);
      else if (kind === 'create') this.added += 1;
      else if (kind === 'delete' && entry !== undefined) this.#entries.set(id, { ...entry, isGone: true });
    }
    if (changes.length > 0 || !isComplete) this.#changed();
  }

  /** Changes values of records; one step to undo. */
  edit(edits: readonly RowEdit[]): void {
    const real = edits.filter(({ id }) => this.#entries.has(id));
    const before = real.map(({ id, fields }) => ({ id, fields: this.#valuesOf(id, Object.keys(fields)) }));
    const isChange = real.some(({ fields }, at) => !isSameValue(fields, before[at]!.fields));
    if (!isChange) return;
    this.#put(real);
    this.#did({ undo: () => this.#put(before), redo: () => this.#put(real) });
  }

  #valuesOf(id: string, names: readonly string[]): Record<string, unknown> {
    const entry = this.#entries.get(id)!;
    return Object.fromEntries(names.map((name) => [name, valueOf(entry, name) ?? null]));
  }

  #put(edits: readonly RowEdit[]): void {
    for (const { id, fields } of edits) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      this.#entries.set(id, withEdits(entry, fields));
      this.#dirty.add(id);
    }
    this.#changed();
    this.#flushSoon();
  }

  /** Decides about a field that somebody else changed, too. */
  decide(id: string, name: string, keeps: 'mine' | 'theirs'): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.set(id, withDecision(entry, name, keeps));
    this.#dirty.add(id);
    this.#changed();
    this.#flushSoon();
  }

  /** Adds an empty record in the first place; it is created as soon as it has its required fields. */
  add(fields: Record<string, unknown> = {}): string {
    const id = newRecordId();
    const now = new Date().toISOString();
    const stamp = { createdAt: now, createdBy: '', updatedAt: now, updatedBy: '' };
    this.#entries.set(id, { record: { id, type: '', revision: 0, ...stamp, fields: {} }, pending: {}, isNew: true });
    this.#insert(0, 0, id);
    this.#put([{ id, fields }]);
    this.#did({ undo: () => void this.#remove([id]), redo: () => undefined });
    return id;
  }

  #insert(segment: number, index: number, id: string): void {
    const into = this.#segments[segment];
    if (into === undefined || into.ids.includes(id)) return;
    into.ids.splice(index, 0, id);
    into.count += 1;
  }

  /** Deletes records; one step to undo. The undo can be offered elsewhere, too: a second one has no effect. */
  async remove(ids: readonly string[]): Promise<() => Promise<void>> {
    const undo = await this.#remove(ids);
    const step = { undo: () => void undo(), redo: () => void this.#remove(ids) };
    this.#did(step);
    return async () => {
      this.#done = this.#done.filter((one) => one !== step);
      await undo();
    };
  }

  async #remove(ids: readonly string[]): Promise<() => Promise<void>> {
    const places = ids.flatMap((id) => this.#placeOf(id) ?? []);
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
    for (const { segment, id } of places) {
      const into = this.#segments[segment]!;
      into.ids.splice(into.ids.indexOf(id), 1);
      into.count -= 1;
    }
    for (const { record } of entries) this.#entries.delete(record.id);
    this.#changed();
    const saved = entries.filter(({ isNew, isGone }) => !isNew && !isGone).map(({ record }) => record.id);
    const putBack = () => {
      for (const entry of entries) this.#entries.set(entry.record.id, entry);
      const inOrder = places.toSorted((one, other) => one.index - other.index);
      for (const { segment, index, id } of inOrder) this.#insert(segment, index, id);
      this.#changed();
    };
    try {
      for (const some of chunks(saved)) await this.#service.change(some.map((id) => ({ do: 'delete', id })));
    } catch (error) {
      putBack();
      throw error;
    }
    let isUndone = false;
    return async () => {
      if (isUndone) return;
      isUndone = true;
      for (const some of chunks(saved)) {
        const records = await this.#service.change(some.map((id) => ({ do: 'restore', id })));
        for (const record of records) if (record) this.#restored(entries, record);
      }
      putBack();
    };
  }

  #restored(entries: Entry[], record: SavedRecord): void {
    const at = entries.findIndex((one) => one.record.id === record.id);
    entries[at] = withSaved(entries[at]!, record);
  }

  #placeOf(id: string): { segment: number; index: number; id: string } | undefined {
    const segment = this.#segments.findIndex(({ ids }) => ids.includes(id));
    return segment < 0 ? undefined : { segment, index: this.#segments[segment]!.ids.indexOf(id), id };
  }

  #did(step: Step): void {
    this.#done.push(step);
    this.#undone = [];
  }

  undo(): boolean {
    const step = this.#done.pop();
    if (step === undefined) return false;
    step.undo();
    this.#undone.push(step);
    return true;
  }

  redo(): boolean {
    const step = this.#undone.pop();
    if (step === undefined) return false;
    step.redo();
    this.#done.push(step);
    return true;
  }

  #flushSoon(): void {
    this.#keep();
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    queueMicrotask(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    let retryMs = firstRetryMs;
    while (this.#dirty.size > 0) {
      const ids = [...this.#dirty].slice(0, maxEdits);
      const changes = ids.flatMap((id) => this.#changeOf(id) ?? []);
      for (const id of ids) this.#dirty.delete(id);
      if (changes.length === 0) continue;
      try {
        const records = await this.#service.change(changes);
        this.isWaiting = false;
        retryMs = firstRetryMs;
        records.forEach((record, at) => record && this.#saved(record, changes[at]!));
      } catch (error) {
        for (const { id } of changes) this.#dirty.add(id!);
        if (isPassing(error)) {
          this.isWaiting = true;
          this.#changed();
          await new Promise((resolve) => setTimeout(resolve, retryMs));
          retryMs = Math.min(retryMs * 2, longestRetryMs);
        } else {
          await this.#refused(error, changes);
          await new Promise((resolve) => setTimeout(resolve, refusalPauseMs));
        }
      }
      this.#keep();
      this.#changed();
    }
    this.#isFlushing = false;
    this.isWaiting = false;
    this.#changed();
  }

  #changeOf(id: string): RecordEdit | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.isGone) return undefined;
    const fields = sendableOf(entry);
    if (Object.keys(fields).length === 0) return undefined;
    if (!entry.isNew) return { do: 'update', id, revision: entry.record.revision, fields };
    const isWhole = this.#required.every((name) => !isSameValue(fields[name], null) && fields[name] !== '');
    return isWhole ? { do: 'create', id, fields } : undefined;
  }

  /** Ends the edits that were sent; what was typed meanwhile stays. */
  #saved(record: SavedRecord, { fields = {} }: RecordEdit): void {
    const entry = this.#entries.get(record.id);
    if (entry === undefined) return;
    const left = Object.entries(entry.pending).filter(
      ([name, edit]) => !Object.hasOwn(fields, name) || !isSameValue(edit.value, fields[name]),
    );
    const pending = Object.fromEntries(
      left.map(([name, edit]) => [name, { ...edit, base: record.fields[name] ?? null }]),
    );
    this.#entries.set(record.id, withSaved({ record, pending }, record));
    if (left.length > 0) this.#dirty.add(record.id);
  }

  /** Puts reasons into the cells, or reads what somebody else changed; the rest of the batch is sent again. */
  async #refused(error: unknown, changes: readonly RecordEdit[]): Promise<void> {
    const errors = error instanceof Refusal ? error.errors : [];
    const places = errors.map(({ pointer = '', code, detail }) => {
      const [, , at, key, name] = pointer.split('/');
      return { id: changes[Number(at)]?.id, key, name, code, detail };
    });
    const known = places.filter(({ id }) => id !== undefined);
    if (known.length === 0) {
      const reason = error instanceof Error ? error.message : 'It could not be saved.';
      for (const { id } of changes) this.#refuse(id!, reason);
    }
    for (const { id, key, name, code, detail } of known) {
      if (key === 'fields') this.#refuse(id!, detail, name);
      else if (['revision_conflict', 'not_found', 'already_exists'].includes(code)) await this.#readAgain(id!);
      else this.#refuse(id!, detail);
    }
  }

  #refuse(id: string, problem: string, name?: string): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#entries.set(id, withProblem(entry, problem, name));
  }

  async #readAgain(id: string): Promise<void> {
    const record = await this.#service.read(id).catch(() => null);
    const entry = this.#entries.get(id);
    if (entry === undefined || record === null) return;
    if (record !== undefined) this.#entries.set(id, withSaved({ ...entry, isNew: false }, record));
    else this.#entries.set(id, { ...entry, isGone: true });
  }

  /** Keeps unsaved edits in the tab, so that a reload does not lose them. */
  #keep(): void {
    const open = [...this.#entries.values()].filter(({ pending }) => Object.keys(pending).length > 0);
    const kept = open.map(({ record: { id }, pending, isNew }) => ({ id, pending, isNew }));
    if (kept.length === 0) sessionStorage.removeItem(this.#storageKey);
    else sessionStorage.setItem(this.#storageKey, JSON.stringify(kept));
  }

  /** Continues to save the edits that an earlier page of the tab could not. */
  async restore(): Promise<void> {
    const text = sessionStorage.getItem(this.#storageKey);
    if (text === null) return;
    const kept = JSON.parse(text) as { id: string; pending: Entry['pending']; isNew?: boolean }[];
    for (const { id, pending, isNew } of kept) {
      const record = await this.#service.read(id).catch(() => undefined);
      if (record === undefined && !isNew) continue;
      const now = new Date().toISOString();
      const stamp = { createdAt: now, createdBy: '', updatedAt: now, updatedBy: '' };
      const empty = { id, type: '', revision: 0, ...stamp, fields: {} };
      const entry: Entry = { record: record ?? empty, pending, ...(record === undefined && { isNew: true }) };
      this.#entries.set(id, record === undefined ? entry : withSaved(entry, record));
      if (record === undefined) this.#insert(0, 0, id);
      this.#dirty.add(id);
    }
    this.#changed();
    this.#flushSoon();
  }
}

function isPassing(error: unknown): boolean {
  const codes = ['unreachable', 'unavailable', 'internal', 'too_many_requests', 'unreadable', 'sign_in_required'];
  return error instanceof Refusal && codes.includes(error.code);
}

function* chunks<One>(all: readonly One[]): Generator<One[]> {
  for (let at = 0; at < all.length; at += maxEdits) yield all.slice(at, at + maxEdits);
}

/** An id as the service makes them: seconds, then random digits. */
function newRecordId(): string {
  const seconds = Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, '0');
  const random = crypto.getRandomValues(new Uint8Array(8));
  return seconds + [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
