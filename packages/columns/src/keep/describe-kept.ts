import type { Builds } from './builds.ts';
import type { BranchPlace, Entries } from './entries.ts';

/** What is kept, in one process. */
export interface ColumnsDescription {
  /** The memory there is for columns, in MiB. */
  memoryMiB: number;
  /** The memory that the columns of all branches take, in bytes. */
  usedBytes: number;
  /** The types of one branch of which columns are kept or being built. */
  types: KeptDescription[];
}

export interface KeptDescription {
  type: string;
  isBuilding: boolean;
  /** The fields that are kept, or being read. */
  fields: string[];
  records: number;
  /** Its part of the memory, by its number of values. */
  bytes: number;
  answers: number;
  /** How much longer its answers would have taken if each had taken as long as MongoDB's answers about the type. */
  savedMs: number;
  /** When a question was last answered from it. */
  usedAt: Date | null;
}

/** Describes what is kept of a branch. */
export async function describeKept(
  entries: Entries,
  builds: Builds,
  { branch, memoryMiB }: { branch: BranchPlace; memoryMiB: number },
): Promise<ColumnsDescription> {
  const usedBytes = await builds.usedBytes();
  const valuesOf = (records: number, fields: number) => records * (fields + 1);
  const all = entries
    .all()
    .reduce((sum, { kept }) => sum + (kept ? valuesOf(kept.records, kept.table.columns.size) : 0), 0);
  const types = entries.ofBranch(branch).flatMap(({ type, kept, building, wanted }): KeptDescription[] => {
    if (kept === undefined && building === undefined) return [];
    const fields = [...(kept?.table.columns ?? wanted).keys()];
    const records = kept?.records ?? 0;
    return [
      {
        type,
        isBuilding: building !== undefined,
        fields,
        records,
        bytes: all === 0 ? 0 : Math.round((usedBytes * valuesOf(records, fields.length)) / all),
        answers: kept?.answers ?? 0,
        savedMs: kept?.savedMs ?? 0,
        usedAt: kept && kept.answers > 0 ? new Date(kept.usedAt) : null,
      },
    ];
  });
  return { memoryMiB, usedBytes, types };
}
