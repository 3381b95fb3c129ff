import type { QuestionFilter } from '@tallyhook/schemas';
import type { RecordEdit, RecordNews, RecordPage, SavedRecord } from '@tallyhook/schemas/api';
import { Refusal } from '../api/send.ts';
import { namesOf } from './names-of.ts';
import {
  basesOf,
  isOnlyHere,
  isSameValue,
  isUnsavedHere,
  missingFields,
  savedValue,
  sendableOf,
  unsavedState,
  valueOf,
  withDecision,
  withEdits,
  withProblem,
  withSaved,
  withValueBack,
  type Entry,
  type UnsavedState,
} from './record-entry.ts';
import {
  countLines,
  forgetHoles,
  lineAt,
  lineOfRecord,
  missingPages,
  putInto,
  recordLines,
  takeOut,
  type Line,
  type Segment,
} from './record-lines.ts';

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
  /** Whether the person who made the edits is still the one who is signed in. */
  isSamePerson(): Promise<boolean>;
}

/** An edit of one record. */
export interface RowEdit {
  id: string;
  fields: Record<string, unknown>;
}

interface RecordPlace {
  segment: number;
  index: number;
  id: string;
}

interface Step {
  undo: () => unknown;
  redo: () => unknown;
}

export const pageSize = 200;
/** How many records one action can change. */
export const maxRange = 20_000;
const readsAtOnce = 4;
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
  /** The records in the batch that is on its way. */
  #sending = new Set<string>();
  /** Values that the service writes in another way than they were sent, by record and field. */
  #written = new Map<string, { sent: unknown; saved: unknown }>();
  #batch: Promise<unknown> = Promise.resolve();
  #wanted = { from: 0, to: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading = new Map<string, { controller: AbortController; done: Promise<void> }>();
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
  /** What the person should know about the last action. */
  notice: string | undefined;
  /** Whether unsaved edits outlive a reload. */
  isKept = true;
  /** How far an action on many records is. */
  progress: { doing: 'Reading' | 'Deleting' | 'Restoring'; done: number; of: number } | undefined;

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
    for (const { controller } of this.#loading.values()) controller.abort();
    this.#loading.clear();
    this.#segments = segments;
    this.added = 0;
    this.isStale = false;
    this.loadError = undefined;
    for (const [id, entry] of this.#entries) if (isUnsavedHere(entry)) this.#insert(0, 0, id);
    this.#changed();
    this.want(this.#wanted);
    if (this.#dirty.size > 0) this.#flushSoon();
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
  get unsaved(): Record<UnsavedState, number> {
    const counts = { saving: 0, refused: 0, undecided: 0, incomplete: 0, gone: 0 };
    for (const entry of this.#entries.values()) {
      const state = unsavedState(entry, this.#required);
      if (state !== undefined) counts[state] += 1;
    }
    return counts;
  }

  /** The required fields without which new records cannot be saved. */
  get needed(): readonly string[] {
    const open = [...this.#entries.values()].filter((entry) => unsavedState(entry, this.#required) === 'incomplete');
    return this.#required.filter((name) => open.some((entry) => missingFields(entry, [name]).length > 0));
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

  #loadPage(segment: Segment, page: number): Promise<void> {
    const key = `${segment.key} ${page}`;
    const controller = new AbortController();
    segment.pages.add(page);
    const done = this.#readPage(segment, page, controller.signal).finally(() => {
      if (this.#loading.get(key)?.controller === controller) this.#loading.delete(key);
    });
    this.#loading.set(key, { controller, done });
    return done;
  }

  async #readPage(segment: Segment, page: number, signal: AbortSignal): Promise<void> {
    const offset = Math.max(0, page * pageSize - this.#countAhead(segment));
    try {
      const found = await this.#service.search({ filter: segment.filter, offset, limit: pageSize, signal });
      this.names = { ...this.names, ...namesOf([found]) };
      const first = offset + this.#countAhead(segment);
      found.records.forEach((record, at) => {
        segment.ids[first + at] = record.id;
        this.take(record);
      });
      this.loadError = undefined;
    } catch (error) {
      segment.pages.delete(page);
      if (!signal.aborted) this.loadError = error;
    }
    if (!signal.aborted) this.#changed();
  }

  /** How many records in the first places are not in the service's list. */
  #countAhead({ ids }: Segment): number {
    const isAhead = (id: string | undefined) => id !== undefined && isOnlyHere(this.#entries.get(id));
    const end = ids.findIndex((id) => !isAhead(id));
    return end < 0 ? ids.length : end;
  }

  /** The numbers of the first lines with a record from a line on. */
  recordLines(from: number, count: number): number[] {
    return recordLines(this.#segments, from, count);
  }

  /** The numbers of the lines with a record from one line to another. */
  recordLinesBetween({ from, to }: { from: number; to: number }): number[] {
    return recordLines(this.#segments, from, Math.max(0, to - from + 1)).filter((line) => line <= to);
  }

  isRead(lines: readonly number[]): boolean {
    return lines.every((line) => this.entryAt(line) !== undefined);
  }

  /** Reads the records in lines that were not scrolled to. Throws what went wrong; then some are still unread. */
  async readLines(lines: readonly number[]): Promise<void> {
    if (lines.length === 0 || this.isRead(lines)) return;
    const [segments, lineCount] = [this.#segments, this.lineCount];
    await Promise.all([...this.#loading.values()].map(({ done }) => done));
    for (const segment of segments) forgetHoles(segment, pageSize);
    this.loadError = undefined;
    const missing = missingPages(segments, { from: lines[0]!, to: lines.at(-1)! }, pageSize);
    const of = missing.length * pageSize;
    const isSame = () => this.#segments === segments && this.lineCount === lineCount && this.loadError === undefined;
    for (let at = 0; at < missing.length && isSame(); at += readsAtOnce) {
      this.progress = { doing: 'Reading', done: at * pageSize, of };
      await Promise.all(missing.slice(at, at + readsAtOnce).map(({ segment, page }) => this.#loadPage(segment, page)));
    }
    this.progress = undefined;
    this.#changed();
    if (this.loadError instanceof Error) throw this.loadError;
    if (!isSame() || !this.isRead(lines)) throw new Error('The list changed while it was read. Please try again.');
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

  /** Shows a sentence about the last action; undefined to take it away. */
  tell(text: string | undefined): void {
    this.notice = text;
    this.#changed();
  }

  #tellOf(error: unknown): void {
    this.tell(error instanceof Error ? error.message : String(error));
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
    this.#did({ undo: () => this.#goBack(real, before), redo: () => this.#goBack(before, real) });
  }

  /** Changes values of records and adds others in the last places; one step to undo. */
  paste(edits: readonly RowEdit[], added: readonly Record<string, unknown>[]): void {
    if (added.length === 0) return this.edit(edits);
    const before = edits.map(({ id, fields }) => ({ id, fields: this.#valuesOf(id, Object.keys(fields)) }));
    const into = this.#segments.findLast(({ isOpen }) => isOpen) ?? this.#segments.at(-1);
    const news = added.map((fields) => ({ id: this.#addEntry(), fields }));
    if (into !== undefined) {
      for (const [at, { id }] of news.entries()) into.ids[into.count + at] = id;
      into.count += news.length;
    }
    const ids = news.map(({ id }) => id);
    this.#put([...edits, ...news]);
    let removal: Promise<() => Promise<void>> | undefined;
    this.#did({
      undo: () => {
        this.#goBack(edits, before);
        removal = this.#remove(ids);
        removal.catch((error: unknown) => this.#tellOf(error));
      },
      redo: () => {
        this.#goBack(before, edits);
        removal?.then((putBack) => putBack()).catch((error: unknown) => this.#tellOf(error));
      },
    });
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

  /** Puts earlier values back, as far as nobody else changed them since. */
  #goBack(from: readonly RowEdit[], to: readonly RowEdit[]): void {
    to.forEach(({ id, fields }, at) => {
      for (const [name, value] of Object.entries(fields)) {
        const entry = this.#entries.get(id);
        if (entry === undefined) return;
        const sent = from[at]!.fields[name];
        const written = this.#written.get(`${id} ${name}`);
        const seen = written !== undefined && isSameValue(written.sent, sent) ? written.saved : sent;
        const isAsSent = isSameValue(valueOf(entry, name), sent);
        this.#entries.set(id, withValueBack(entry, name, { value, seen: isAsSent ? sent : seen }));
        this.#dirty.add(id);
      }
    });
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

  /** Restores a record that somebody else deleted, and saves what was typed into it. */
  async restoreGone(id: string): Promise<void> {
    try {
      const [record] = await this.#service.change([{ do: 'restore', id }]);
      const entry = this.#entries.get(id);
      if (entry === undefined || !record) return;
      this.#entries.set(id, withSaved(entry, record));
      this.#dirty.add(id);
      this.#flushSoon();
    } catch (error) {
      this.#tellOf(error);
    }
    this.#changed();
  }

  /** Gives up what was typed into a record that somebody else deleted. */
  discardGone(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.set(id, { ...entry, pending: {} });
    this.#keep();
    this.#changed();
  }

  /** Adds an empty record in the first place; it is created as soon as it has its required fields. */
  add(fields: Record<string, unknown> = {}): string {
    const id = this.#addEntry();
    this.#insert(0, 0, id);
    this.#put([{ id, fields }]);
    this.#did({ undo: () => this.#remove([id]).catch((error: unknown) => this.#tellOf(error)), redo: () => undefined });
    return id;
  }

  #addEntry(): string {
    const id = newRecordId();
    this.#entries.set(id, { record: emptyRecord(id), pending: {}, isNew: true });
    return id;
  }

  #insert(segment: number, index: number, id: string): void {
    const into = this.#segments[segment];
    if (into === undefined || into.ids.includes(id)) return;
    putInto(into, index, id);
  }

  /** Puts records back into their places, the first one first. */
  #insertAll(places: readonly RecordPlace[]): void {
    const shown = new Set(this.#segments.flatMap(({ ids }) => ids));
    for (const { segment, index, id } of places) {
      const into = this.#segments[segment];
      if (into !== undefined && !shown.has(id)) putInto(into, index, id);
    }
  }

  /** Deletes records; one step to undo. The undo can be offered elsewhere, too: a second one has no effect. */
  async remove(ids: readonly string[]): Promise<() => Promise<void>> {
    const undo = await this.#remove(ids);
    const tellOf = (error: unknown) => this.#tellOf(error);
    const step = { undo: () => undo().catch(tellOf), redo: () => this.#remove(ids).catch(tellOf) };
    this.#did(step);
    return async () => {
      this.#done = this.#done.filter((one) => one !== step);
      await undo();
    };
  }

  async #remove(ids: readonly string[]): Promise<() => Promise<void>> {
    // A record that is being created can only be deleted afterwards.
    if (ids.some((id) => this.#sending.has(id))) await this.#batch;
    const chosen = new Set(ids);
    const places = this.#placesOf(chosen);
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
    for (const segment of this.#segments) takeOut(segment, chosen);
    for (const { record } of entries) this.#entries.delete(record.id);
    for (const segment of this.#segments) forgetHoles(segment, pageSize);
    this.#keep();
    this.#changed();
    const saved = entries.filter(({ isNew, isGone }) => !isNew && !isGone).map(({ record }) => record.id);
    const deleted = new Set<string>();
    const putBack = (isBack: (id: string) => boolean) => {
      for (const entry of entries) if (isBack(entry.record.id)) this.#entries.set(entry.record.id, entry);
      this.#insertAll(places.filter(({ id }) => isBack(id)));
      for (const { record, pending } of entries)
        if (isBack(record.id) && Object.keys(pending).length > 0) this.#dirty.add(record.id);
      this.#changed();
      this.#flushSoon();
    };
    try {
      await this.#inChunks('Deleting', saved, async (some) => {
        await this.#service.change(some.map((id) => ({ do: 'delete', id })));
        for (const id of some) deleted.add(id);
      });
    } catch (error) {
      putBack((id) => !deleted.has(id));
      throw error;
    }
    let isUndone = false;
    return async () => {
      if (isUndone) return;
      isUndone = true;
      await this.#inChunks('Restoring', saved, async (some) => {
        const records = await this.#service.change(some.map((id) => ({ do: 'restore', id })));
        for (const record of records) if (record) this.#restored(entries, record);
      });
      putBack(() => true);
    };
  }

  async #inChunks(
    doing: 'Deleting' | 'Restoring',
    ids: readonly string[],
    act: (some: string[]) => Promise<void>,
  ): Promise<void> {
    let done = 0;
    try {
      for (const some of chunks(ids)) {
        if (ids.length > maxEdits) this.progress = { doing, done, of: ids.length };
        this.#changed();
        await act(some);
        done += some.length;
      }
    } finally {
      this.progress = undefined;
      this.#changed();
    }
  }

  #restored(entries: Entry[], record: SavedRecord): void {
    const at = entries.findIndex((one) => one.record.id === record.id);
    entries[at] = withSaved(entries[at]!, record);
  }

  /** The places of records that are read, from the first on. */
  #placesOf(chosen: ReadonlySet<string>): RecordPlace[] {
    return this.#segments.flatMap(({ ids }, segment) =>
      ids.flatMap((id, index) => (id !== undefined && chosen.has(id) ? [{ segment, index, id }] : [])),
    );
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
        await this.#send(changes);
        retryMs = firstRetryMs;
      } catch (error) {
        for (const { id } of changes) this.#dirty.add(id!);
        if (isPassing(error)) {
          this.isWaiting = true;
          this.#changed();
          // The edits stay in the tab until that person is back.
          if (!(await this.#waitForPerson(retryMs))) break;
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

  /** Waits until the service answers again; false if somebody else is signed in then. */
  async #waitForPerson(firstPauseMs: number): Promise<boolean> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        return await this.#service.isSamePerson();
      } catch {
        // No connection, or nobody is signed in: the edits wait, which the page shows.
      }
    }
  }

  async #send(changes: readonly RecordEdit[]): Promise<void> {
    for (const { id } of changes) this.#sending.add(id!);
    const sent = this.#service.change([...changes]).then((records) => {
      this.isWaiting = false;
      records.forEach((record, at) => record && this.#saved(record, changes[at]!));
    });
    // Who waits for the end of the batch has no use for its problem, which the flush reads.
    this.#batch = sent.catch(() => undefined);
    try {
      await sent;
    } finally {
      this.#sending.clear();
    }
  }

  #changeOf(id: string): RecordEdit | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.isGone) return undefined;
    const fields = sendableOf(entry);
    if (Object.keys(fields).length === 0) return undefined;
    if (!entry.isNew) return { do: 'update', id, revision: entry.record.revision, fields };
    return missingFields(entry, this.#required).length === 0 ? { do: 'create', id, fields } : undefined;
  }

  /** Ends the edits that were sent; what was typed meanwhile stays. */
  #saved(record: SavedRecord, { fields = {} }: RecordEdit): void {
    const entry = this.#entries.get(record.id);
    if (entry === undefined) return;
    for (const [name, sent] of Object.entries(fields)) {
      const saved = savedValue(record, name);
      if (!isSameValue(saved, sent)) this.#written.set(`${record.id} ${name}`, { sent, saved });
    }
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
    const kept = open.map(({ record, pending, isNew, isGone }): KeptEdit => {
      return { id: record.id, revision: record.revision, pending, isNew, ...(isGone && { gone: record }) };
    });
    if (kept.length === 0) sessionStorage.removeItem(this.#storageKey);
    else {
      try {
        sessionStorage.setItem(this.#storageKey, JSON.stringify(kept));
      } catch {
        // Too many for the browser's storage: then only this page has them.
        this.isKept = false;
        return;
      }
    }
    this.isKept = true;
  }

  /** Continues to save the edits that an earlier page of the tab could not. */
  async restore(): Promise<void> {
    const text = sessionStorage.getItem(this.#storageKey);
    if (text === null) return;
    const kept = JSON.parse(text) as KeptEdit[];
    for (const { id, pending, isNew, revision, gone } of kept) {
      // Null if it cannot be read now: then the edit is sent as it is, and read again if it is refused.
      const record = await this.#service.read(id).catch(() => null);
      const seen = gone ?? { ...emptyRecord(id), revision, fields: isNew ? {} : basesOf(pending) };
      const state = isNew ? { isNew } : record === undefined ? { isGone: true } : {};
      const entry: Entry = { record: seen, pending, ...state };
      this.#entries.set(id, record ? withSaved(entry, record) : entry);
      if (!record && isOnlyHere(entry)) this.#insert(0, 0, id);
      this.#dirty.add(id);
    }
    this.#changed();
    this.#flushSoon();
  }
}

/** An edit in the tab's storage. */
interface KeptEdit {
  id: string;
  revision: number;
  pending: Entry['pending'];
  isNew: boolean | undefined;
  /** The record as it was before somebody else deleted it. */
  gone?: SavedRecord;
}

function emptyRecord(id: string): SavedRecord {
  const now = new Date().toISOString();
  const stamp = { createdAt: now, createdBy: '', updatedAt: now, updatedBy: '' };
  return { id, type: '', revision: 0, ...stamp, fields: {} };
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
