import type { RecordDocument } from './record-document.ts';

/**
 * The fields that have ever had a negative number, and those that have ever had a number whose sums are rounded. If a
 * field is in both, large values may cancel out and leave only the rounding error. Questions must check for that, which
 * takes time, so the fields are recorded in advance. They are never removed: a field listed needlessly costs only time.
 */
export interface NumberSigns {
  negative: string[];
  rounded: string[];
}

export const noSigns = (): NumberSigns => ({ negative: [], rounded: [] });

/** Sums of whole numbers up to this are exact for millions of records. */
const maxExact = 2 ** 32;

/** Collects the number signs of records. */
export interface SignCollector {
  note(record: RecordDocument): void;
  found(): NumberSigns;
}

/** Creates the collector; `fields` are those that can have numbers, if they are known. */
export function createSignCollector(fields?: readonly string[]): SignCollector {
  const negative = new Set<string>();
  const rounded = new Set<string>();
  const noteField = (record: RecordDocument, name: string) => {
    const value: unknown = record[name];
    if (typeof value !== 'number') return;
    if (value < 0) negative.add(name);
    if (!Number.isInteger(value) || Math.abs(value) > maxExact) rounded.add(name);
  };
  return {
    note(record) {
      if (fields) for (const name of fields) noteField(record, name);
      else for (const name in record) noteField(record, name);
    },
    found: () => ({ negative: [...negative], rounded: [...rounded] }),
  };
}

/** The fields whose values may cancel out; undefined if unknown. */
export const cancellingFields = (signs: NumberSigns | undefined): string[] | undefined =>
  signs?.negative.filter((name) => signs.rounded.includes(name));
