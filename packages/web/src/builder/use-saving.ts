import { useState } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { useReadReport } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import type { SavedReport } from '../api/shapes.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import type { DraftOfReport } from './use-draft.ts';

export interface SavingOptions {
  report: SavedReport;
  tried: DraftOfReport;
  /** Says which conditions are not saved because they have no value yet. */
  unfinished: string | undefined;
}

/** Saves what is tried, never over what somebody else saved meanwhile without asking. */
export function useSaving({ report, tried, unfinished }: SavingOptions) {
  const changes = useReportChanges();
  const readReport = useReadReport();
  const announce = useAnnounce();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const [conflict, setConflict] = useState<SavedReport>();

  async function saveAt(revision: number): Promise<boolean> {
    setIsSaving(true);
    setError(undefined);
    setConflict(undefined);
    try {
      const saved = await changes.save(report.id, { revision, definition: tried.definition });
      tried.rebase(saved.revision);
      announce([`${saved.name} was saved`, unfinished].filter(Boolean).join('. '));
      return true;
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === 'revision_conflict') setConflict(await readReport(report.id));
      else setError(failure);
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  return {
    isSaving,
    error,
    /** The report as somebody else saved it meanwhile. */
    conflict,
    save: () => saveAt(tried.base),
    keepMine: () => saveAt(conflict?.revision ?? report.revision),
    takeTheirs: () => {
      if (conflict !== undefined) tried.startFrom(conflict);
      setConflict(undefined);
    },
  };
}
