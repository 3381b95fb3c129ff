import type { Report } from '@tallyhook/schemas';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SavedReport } from '../api/shapes.ts';
import type { FieldsOfType } from './fields.ts';
import { draftOf, isSameQuestion, isSameReport, reportOf, type Draft } from './draft.ts';

/** What the address of a report holds: the question as it is being changed, and what it was made from. */
export interface TriedSearch {
  /** The definition as JSON. */
  q?: string;
  /** The revision of the saved report on which it is based. */
  base?: string;
}

export interface DraftOptions {
  report: SavedReport;
  fields: FieldsOfType | undefined;
  search: TriedSearch;
}

/** A report as it is being changed: kept in the address, so that it outlives a reload and can be sent on. */
export function useDraft({ report, fields, search }: DraftOptions) {
  const navigate = useNavigate({ from: '/reports/$reportId' });
  const [draft, setDraft] = useState<Draft>(() => draftOf(readTried(search.q) ?? report.definition));
  const [base, setBase] = useState(() => Number(search.base ?? report.revision));
  const [past, setPast] = useState<Draft[]>([]);
  const written = useRef(search.q);

  const definition = useMemo(() => reportOf(draft, fields?.all), [draft, fields]);
  const isChanged = !isSameReport(definition, report.definition, fields?.all);
  const isAskedAsSaved = isSameQuestion(definition, report.definition, fields?.all);
  const q = isChanged ? JSON.stringify(definition) : undefined;

  // Somebody saved another version: who has changed nothing goes on from it.
  const seen = useRef(report);
  if (seen.current.revision !== report.revision) {
    const wasUnchanged = isSameReport(definition, seen.current.definition, fields?.all);
    seen.current = report;
    if (wasUnchanged) {
      setBase(report.revision);
      setDraft(draftOf(report.definition));
    }
  }
  // Somebody went back or forward, or opened another question of the same report.
  if (search.q !== written.current && search.q !== q) {
    written.current = search.q;
    setDraft(draftOf(readTried(search.q) ?? report.definition));
    setPast([]);
  }
  useEffect(() => {
    if (fields === undefined || q === written.current) return;
    written.current = q;
    const tried = q === undefined ? {} : { q, base: String(base) };
    void navigate({ search: tried as never, replace: true, ignoreBlocker: true });
  }, [q, base, fields, navigate]);

  return {
    draft,
    definition,
    /** Whether it says something else than what is saved, by value. */
    isChanged,
    /** Whether its answer is that of the saved report: only the chart may differ. */
    isAskedAsSaved,
    /** The revision that it was made from. */
    base,
    change(next: Draft) {
      setPast([...past, draft]);
      setDraft(next);
    },
    /** Takes the last change back, if there is one. */
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      setDraft(before);
    },
    /** Goes on from a saved report. */
    startFrom(saved: SavedReport) {
      setBase(saved.revision);
      setPast([...past, draft]);
      setDraft(draftOf(saved.definition));
    },
    /** Keeps what is tried, as a change of a newer revision. */
    rebase: setBase,
  };
}

export type DraftOfReport = ReturnType<typeof useDraft>;

function readTried(text: string | undefined): Report | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Report;
    return typeof value === 'object' && typeof value.type === 'string' && typeof value.chart === 'string'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
