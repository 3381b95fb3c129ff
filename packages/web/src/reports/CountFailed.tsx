import { useTypes } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { describeRefusal, isRefusedQuestion } from './describe-problem.ts';

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
  return <ErrorNote {...{ title, advice }} error={describeRefusal(error, report.definition, types)} />;
}

const typeGoneAdvice = 'When the app that provided these records brings them back, the report works again.';

function questionAdvice(isOfApp: boolean, canWrite: boolean): string {
  if (!canWrite) return 'Ask somebody who can edit reports here to fix it.';
  return isOfApp
    ? 'Open the report, change or remove the marked parts, and save it as a new report.'
    : 'Open the report and change or remove the marked parts.';
}
