import { useRef, useState } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { isGone } from '../api/gone.ts';
import { useReadReport } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import type { SavedReport } from '../api/shapes.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useLatest } from '../shell/use-latest.ts';
import { isSameReport } from './draft.ts';
import type { FieldsOfType } from './fields.ts';
import type { DraftOfReport } from './use-draft.ts';

export interface SavingOptions {
  report: SavedReport;
  tried: DraftOfReport;
  fields: FieldsOfType;
  /** Says which conditions are not saved because they have no value yet. */
  unfinished: string | undefined;
}

/**
 * Saves what is tried, never over what somebody else saved meanwhile without asking. One save ends before the next
 * begins, from its revision.
 */
export function useSaving({ report, tried, fields, unfinished }: SavingOptions) {
  const changes = useReportChanges();
  const readReport = useReadReport();
  const announce = useAnnounce();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const [conflict, setConflict] = useState<SavedReport>();
  const [isDeleted, setIsDeleted] = useState(false);

  const latest = useLatest({ tried, unfinished });
  const underWay = useRef<Promise<boolean>>(undefined);
  const isAskedAgain = useRef(false);

  function saveFrom(revision: number): Promise<boolean> {
    if (underWay.current === undefined) underWay.current = saveAll(revision);
    else isAskedAgain.current = true;
    return underWay.current;
  }

  /** Saves, and what was changed meanwhile if that is asked for too. */
  async function saveAll(first: number): Promise<boolean> {
    setIsSaving(true);
    try {
      for (let revision = first; ;) {
        isAskedAgain.current = false;
        const saved = await saveAt(revision);
        if (saved === undefined) return false;
        const { definition } = latest.current.tried;
        if (!isAskedAgain.current || isSameReport(definition, saved.definition, fields.all)) return true;
        revision = saved.revision;
      }
    } finally {
      underWay.current = undefined;
      setIsSaving(false);
    }
  }

  async function saveAt(revision: number): Promise<SavedReport | undefined> {
    const { tried, unfinished } = latest.current;
    setError(undefined);
    // What mine is saved over stays in sight until it is.
    setConflict((shown) => (shown?.revision === revision ? shown : undefined));
    try {
      tried.noteSent(revision, tried.definition);
      const saved = await changes.save(report.id, { revision, definition: tried.definition });
      tried.rebase(saved.revision);
      setConflict(undefined);
      announce([`${saved.name} was saved`, unfinished].filter(Boolean).join('. '));
      return saved;
    } catch (failure) {
      await showWhy(failure);
      return undefined;
    }
  }

  async function showWhy(failure: unknown): Promise<void> {
    if (isGone(failure)) {
      setConflict(undefined);
      setIsDeleted(true);
    } else if (failure instanceof Refusal && failure.code === 'revision_conflict')
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
    save: () => saveFrom(tried.base),
    keepMine: () => saveFrom(conflict?.revision ?? report.revision),
    takeTheirs: () => {
      if (conflict !== undefined) tried.startFrom(conflict);
      setConflict(undefined);
    },
  };
}
