import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Report } from '@tallyhook/schemas';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fitsAddress } from '../api/longest-address.ts';
import type { SavedReport } from '../api/shapes.ts';
import type { FieldsOfType } from './fields.ts';
import { draftOf, followingDraft, isSameQuestion, isSameReport, isWhole, reportOf, type Draft } from './draft.ts';
import { readTried } from './read-tried.ts';

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

/** What there was before a change, and the revision that it was made from: what others saved since collides with it. */
interface Past {
  draft: Draft;
  base: number;
}

/** A report as it is being changed: kept in the address, so that it outlives a reload and can be sent on. */
export function useDraft({ report, fields, search }: DraftOptions) {
  const { history } = useRouter();
  const navigate = useNavigate({ from: '/reports/$reportId' });
  const read = () => readSearch(search, report);
  const [draft, setDraft] = useState<Draft>(() => draftOf(read().definition ?? report.definition));
  const [refusal, setRefusal] = useState(() => read().refusal);
  const [base, setBase] = useState(() => Number(search.base ?? report.revision));
  const [past, setPast] = useState<Past[]>([]);
  const written = useRef({ q: search.q, base });
  // By the revision that each was saved from: a second save may be under way before the first one is shown.
  const sent = useRef(new Map<number, Report>());

  const definition = useMemo(() => reportOf(draft, fields?.all), [draft, fields]);
  const isUnsaved = report.isUnsaved === true;
  const isChanged = isUnsaved || !isSameReport(definition, report.definition, fields?.all);
  const isAskedAsSaved = !isUnsaved && isSameQuestion(definition, report.definition, fields?.all);
  const text = isChanged ? JSON.stringify(definition) : undefined;
  const isTooLong = text !== undefined && !fitsAddress(text);
  const q = isTooLong ? undefined : text;

  // Another version was saved. Who saved it goes on with what is on the screen, which may be changed again by now; who
  // has changed nothing goes on from what somebody else saved.
  const seen = useRef(report);
  if (seen.current.revision !== report.revision) {
    const own = sent.current.get(report.revision - 1);
    const isOwn = own !== undefined && isSameReport(own, report.definition, fields?.all);
    // A condition that has no value yet is a change only beside another question.
    const asksTheSame = isSameQuestion(report.definition, seen.current.definition, fields?.all);
    const isUntouched = asksTheSame || isWhole(draft, fields?.all);
    const follows = !isOwn && isUntouched && isSameReport(definition, seen.current.definition, fields?.all);
    seen.current = report;
    if (isOwn) rebase(report.revision);
    if (follows) setBase(report.revision);
    if (follows && asksTheSame) setDraft({ ...draft, chart: report.definition.chart });
    else if (follows) setDraft(followingDraft(draft, report.definition));
  }
  // Somebody went back or forward, or opened another question of the same report.
  if (search.q !== written.current.q && search.q !== q) {
    written.current = { q: search.q, base };
    setDraft(draftOf(read().definition ?? report.definition));
    setRefusal(read().refusal);
    setPast([]);
  }
  useEffect(() => {
    // What was just saved is about to be the report: then it is no change any more.
    const isBaseWritten = base === written.current.base || base > report.revision;
    const isWritten = q === written.current.q && (q === undefined || isBaseWritten);
    // Who goes back is asked first: the browser is at the other page already, which is not to be written over.
    const isLeaving = window.location.pathname !== history.location.pathname;
    if (fields === undefined || isWritten || isLeaving) return;
    written.current = { q, base };
    const tried = q === undefined ? {} : { q, base: String(base) };
    void navigate({ search: tried as never, replace: true, ignoreBlocker: true });
  }, [q, base, fields, report.revision, navigate, history]);

  /** Takes what was made from one revision along to a newer one. */
  function rebase(revision: number, from = base): void {
    setPast((all) => all.map((one) => (one.base === from ? { ...one, base: revision } : one)));
    setBase((now) => (now === from ? revision : now));
  }

  return {
    draft,
    definition,
    /** Whether it says something else than what is saved, by value. */
    isChanged,
    /** Whether its answer is that of the saved report: only the chart may differ. */
    isAskedAsSaved,
    /** Why the question that the address held is not tried, so that this is the saved report. */
    refusal,
    /** Whether the address cannot hold the changes. */
    isTooLong,
    /** The revision that it was made from. */
    base,
    change(next: Draft) {
      setRefusal(undefined);
      setPast([...past, { draft, base }]);
      setDraft(next);
    },
    /** Takes the last change back, if there is one. */
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      setDraft(before.draft);
      const isSaved = isSameReport(reportOf(before.draft, fields?.all), report.definition, fields?.all);
      setBase(isSaved ? report.revision : before.base);
    },
    /** Goes on from a saved report. */
    startFrom(saved: SavedReport) {
      setBase(saved.revision);
      setPast([...past, { draft, base }]);
      setDraft(draftOf(saved.definition));
    },
    /** Notes what is sent to be saved: the revision that comes of it is nobody else's. */
    noteSent(revision: number, definition: Report) {
      sent.current.set(revision, definition);
    },
    /** Keeps what is tried, as a change of a newer revision. */
    rebase: (revision: number) => rebase(revision),
    /** Goes on from a revision that only has another name, unless somebody saved the one before it meanwhile. */
    followRename(revision: number) {
      rebase(revision, revision - 1);
    },
  };
}

/** The question in the address, or why it cannot be one of this report: that is about one type for good. */
function readSearch({ q }: TriedSearch, report: SavedReport): { definition?: Report; refusal?: string } {
  if (q === undefined) return {};
  const read = readTried(q);
  if (!('definition' in read)) {
    const why = read.mistake === undefined ? '' : ` (${read.mistake})`;
    return { refusal: `The question in the address cannot be read${why}` };
  }
  const { definition } = read;
  if (definition.type === report.definition.type) return { definition };
  return { refusal: 'The question in the address is about records of another type than this report' };
}

export type DraftOfReport = ReturnType<typeof useDraft>;
