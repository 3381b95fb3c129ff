import type { RecordDocument } from './record-document.ts';

/**
 * The fields that have ever had a number below zero, and those that have ever had one whose sums are rounded. Where a
 * field is in both, large values may cancel out and leave what rounding left over: questions have to look at that, which
 * takes time. That is why it is known beforehand, and never forgotten: a field that is here for nothing costs only time.
 */
export interface NumberSigns {
  negative: string[];
  rounded: string[];
}

export const noSigns = (): NumberSigns => ({ negative: [], rounded: [] });

/** Sums of whole numbers up to here are exact for millions of records. */
const mostExact = 2 ** 32;

/** Takes notice of the numbers of records, one after the other. */
export interface SignCollector {
  note(record: RecordDocument): void;
  found(): NumberSigns;
}

export function createSignCollector(): SignCollector {
  const negative = new Set<string>();
  const rounded = new Set<string>();
  return {
    note(record) {
      for (const name in record) {
        const value: unknown = record[name];
        if (typeof value !== 'number') continue;
        if (value < 0) negative.add(name);
        if (!Number.isInteger(value) || Math.abs(value) > mostExact) rounded.add(name);
      }
    },
    found: () => ({ negative: [...negative], rounded: [...rounded] }),
  };
}

/** The fields whose values may cancel out; undefined where that is not known. */
export const cancellingFields = (signs: NumberSigns | undefined): string[] | undefined =>
  signs?.negative.filter((name) => signs.rounded.includes(name));
