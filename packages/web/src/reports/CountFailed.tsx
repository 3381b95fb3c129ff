import { useTypes } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { inWords, isRefusedQuestion } from './problem-words.ts';

export interface CountFailedProps {
  title: string;
  report: ShownReport;
  error: unknown;
  onRetry?: () => void;
}

/**
 * Says why counting a saved report failed. For a question that is refused, says what is wrong with it instead of
 * offering a retry.
 */
export function CountFailed({ title, report, error, onRetry }: CountFailedProps) {
  const { data: types = [] } = useTypes();
  const { canWrite } = useAbilities();
  if (!isRefusedQuestion(error)) return <ErrorNote {...{ title, error, onRetry }} />;
  const isTypeGone = error.errors.some(({ code }) => code === 'unknown_type');
  const advice = isTypeGone ? typeGoneAdvice : questionAdvice(report.readOnly === true, canWrite);
  return <ErrorNote {...{ title, advice }} error={inWords(error, report.definition, types)} />;
}

const typeGoneAdvice = 'When the app that had them brings them back, the report shows figures again.';

function questionAdvice(isOfApp: boolean, canWrite: boolean): string {
  if (!canWrite) return 'Somebody who may change reports here can choose something else in it.';
  return isOfApp
    ? 'Open the report, choose something else there or take it away, and save that as a new report.'
    : 'Open the report and choose something else there, or take it away.';
}
