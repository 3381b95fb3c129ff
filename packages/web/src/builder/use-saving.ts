import { useState } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { isGone } from '../api/gone.ts';
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
  const [isDeleted, setIsDeleted] = useState(false);

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
      await showWhy(failure);
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  async function showWhy(failure: unknown): Promise<void> {
    if (isGone(failure)) setIsDeleted(true);
    else if (failure instanceof Refusal && failure.code === 'revision_conflict')
      await readReport(report.id).then(setConflict, showWhy);
    else setError(failure);
  }

  return {
    isSaving,
    error,
    /** The report as somebody else saved it meanwhile. */
    conflict,
    /** Whether somebody deleted the report meanwhile. */
    isDeleted,
    save: () => saveAt(tried.base),
    keepMine: () => saveAt(conflict?.revision ?? report.revision),
    takeTheirs: () => {
      if (conflict !== undefined) tried.startFrom(conflict);
      setConflict(undefined);
    },
  };
}
