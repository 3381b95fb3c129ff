import type { RecordType } from '@tallyhook/schemas';
import { useMemo } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { fitsAddress } from '../api/address-length.ts';
import { useReadReport } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { useEditor, useSaveLoop } from '../editor/use-editor.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { isSameQuestion } from './draft.ts';
import type { FieldsOfType } from './fields.ts';
import { readSearch, type ReportSearch } from './report-search.ts';
import { reportRules } from './report-rules.ts';
import { describeUnfinished, unfinishedConditions } from './unfinished.ts';
import { useDraftAddress } from './use-draft-address.ts';

export interface ReportEditorOptions {
  report: ShownReport;
  types: readonly RecordType[];
  fields: FieldsOfType;
  search: ReportSearch;
}

/** Edits a report; unsaved changes are kept in the address. */
export function useReportEditor({ report, types, fields, search }: ReportEditorOptions) {
  const { save: saveReport } = useReportChanges();
  const readReport = useReadReport();
  const announce = useAnnounce();
  const rules = useMemo(() => reportRules(fields.all), [fields]);
  const opened = () => readSearch(search, report);
  const editor = useEditor({ rules, saved: report, opened });
  const { state, dispatch, document: definition } = editor;
  const { saved, draft, base } = state;
  const isUnsaved = saved.isUnsaved === true;
  const isChanged = isUnsaved || editor.isChanged;
  const type = types.find(({ name }) => name === draft.type);
  const unfinished = describeUnfinished(unfinishedConditions(draft, type, fields.all));

  useSaveLoop(state, dispatch, {
    send: ({ revision, document }) => saveReport(saved.id, { revision, definition: document }),
    read: () => readReport(saved.id),
    onSaved: ({ name }) => announce([`${name} was saved`, unfinished].filter(Boolean).join('. ')),
  });
  const text = isChanged ? JSON.stringify(definition) : undefined;
  const isTooLong = text !== undefined && !fitsAddress(text);
  const q = isTooLong ? undefined : text;
  useDraftAddress({ search, q, base, onOpened: () => dispatch({ type: 'opened', opened: opened() }) });

  return {
    ...state,
    dispatch,
    definition,
    /** Whether there is no saved report: only the address holds the question. */
    isUnsaved,
    isChanged,
    /** Whether it has the same answer as the saved report: at most the chart differs. */
    isAskedAsSaved: !isUnsaved && isSameQuestion(definition, saved.definition, fields.all),
    /** Whether the changes are too long for the address. */
    isTooLong,
    /** Names the conditions that are not saved because they have no value. */
    unfinished,
  };
}
