import { questionOfReport, type NormalizedQuestion } from '@tallyhook/query';
import { Problem, type ProblemDetail, type Report } from '@tallyhook/schemas';
import type { SavedReport } from '@tallyhook/schemas/api';
import type { Branch } from '@tallyhook/store/branches';
import type { Definition } from '@tallyhook/store/definitions';
import type { ReportServices } from './report-services.ts';
import { anybody, contextOf, understandOn, type Asked } from '../questions/question-context.ts';
import type { Readable } from '../readable.ts';
import { inDefinition } from './check-report.ts';

/** A report as every reader of the branch sees it. */
export type ReportRow = Readable<SavedReport>;

type Asking = Pick<ReportServices, 'store' | 'now' | 'questionGate' | 'questions'>;

/** Adds whether the report can be changed and computed. */
export async function describeReport(deps: Asking, branch: Branch, report: Definition): Promise<ReportRow> {
  const problems = await problemsOf(deps, branch, report);
  const definition = report.definition as Report;
  return { ...report, kind: 'report', definition, readOnly: report.app !== undefined, problems };
}

/**
 * Parses a report's question on the current branch for the person asking.
 * @throws Problem `invalid_question` that names the report and what is missing.
 */
export async function understandReport(
  deps: Asking,
  branch: Branch,
  { name, definition }: Definition,
  { me, ...asked }: Omit<Asked, 'input'> & { me: string | undefined },
): Promise<NormalizedQuestion> {
  try {
    const input = questionOfReport(definition as Report, branch.types);
    const context = contextOf(deps, branch, me);
    return await understandOn(deps, branch, { input, context, ...asked });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'invalid_question')) throw error;
    const { errors, members } = error;
    const detail = `The saved report "${name}" cannot be counted: ${errors[0]?.detail ?? error.message}.`;
    throw new Problem(error.code, detail, { errors, members, cause: error });
  }
}

async function problemsOf(deps: Asking, branch: Branch, report: Definition): Promise<readonly ProblemDetail[]> {
  try {
    await understandReport(deps, branch, report, { me: anybody });
    return [];
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_question') return inDefinition(error).errors;
    throw error;
  }
}
