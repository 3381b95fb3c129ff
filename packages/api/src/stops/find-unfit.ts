import { applyConditions, normalizeQuestion, questionOfReport, type QuestionContext } from '@tallyhook/query';
import {
  Problem,
  systemFields,
  type Dashboard,
  type ProblemDetail,
  type RecordType,
  type Report,
  type View,
} from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import type { DefinitionKind } from '@tallyhook/store/definitions';
import { anybody, contextOf } from '../questions/question-context.ts';
import { findViewMistakes } from '../views/check-view.ts';
import { findMistakes } from '../workflows/check-definition.ts';

export interface StopServices {
  store: Store;
  kinds: WorkflowKinds;
  now: () => Date;
}

/** The types and reports that a definition works with. */
export interface Place {
  branch: Branch;
  reports: ReadonlyMap<string, Report>;
}

/** Finds where a definition does not fit the types of a place. The same mistake has the same text in each place. */
export async function findUnfit(
  services: StopServices,
  { branch, reports }: Place,
  { kind, definition }: { kind: DefinitionKind; definition: unknown },
): Promise<ReadonlySet<string>> {
  const context = contextOf(services, branch, anybody);
  switch (kind) {
    case 'report':
      return textsOf(questionMistakes(questionOfReport(definition as Report, branch.types), context));
    case 'view': {
      const { type, filter = { and: [] }, group } = definition as View;
      const asked = questionMistakes({ type, filter, ...(group && { groupBy: [group] }) }, context);
      return textsOf([...asked, ...findViewMistakes(definition as View, branch.types)]);
    }
    case 'dashboard':
      return unfiltered(definition as Dashboard, { reports, context });
    case 'workflow': {
      const mistakes = await findMistakes(services, branch, definition);
      const ran = [...reports].filter(([id]) => JSON.stringify(definition).includes(id));
      const stopped = ran.filter(
        ([, report]) => questionMistakes(questionOfReport(report, branch.types), context).length > 0,
      );
      return new Set([
        // What a merge brings along is not on the branch yet.
        ...textsOf(mistakes.filter(({ code }) => code !== 'unknown_report' && code !== 'unknown_workflow')),
        ...stopped.map(([id]) => `report ${id}`),
        ...unknownFields(definition, branch.types),
      ]);
    }
  }
}

const textsOf = (mistakes: readonly ProblemDetail[]) =>
  new Set(mistakes.map(({ pointer = '#', code }) => `${pointer} ${code}`));

/** The mistakes of a question except choices that are not listed: records may still have them. */
function questionMistakes(question: object, context: QuestionContext): ProblemDetail[] {
  try {
    normalizeQuestion(question, context);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.filter(({ code }) => code !== 'choice_not_allowed');
  }
}

/** The tiles that conditions of a dashboard do not apply to. */
function unfiltered(
  { tiles, conditions = [] }: Dashboard,
  { reports, context }: Pick<Place, 'reports'> & { context: QuestionContext },
): ReadonlySet<string> {
  const found = tiles.flatMap(({ report: id }) => {
    const report = reports.get(id);
    if (report === undefined || conditions.length === 0) return [];
    return applyConditions(report, conditions, context).unfiltered.map(({ field }) => `${id} ${field}`);
  });
  return new Set(found);
}

/** Fields that templates and conditions of a workflow read (`record.fields.total`) and that none of its types has. */
function unknownFields(definition: unknown, types: readonly RecordType[]): string[] {
  const { names, read } = collect(definition, { names: new Set<string>(), read: new Set<string>() });
  const used = types.filter(({ name }) => names.has(name));
  const known = new Set([...systemFields, ...used.flatMap(({ fields }) => fields)].map(({ name }) => name));
  return [...read].filter((field) => !known.has(field)).map((field) => `reads ${field}`);
}

interface Collected {
  /** The types that steps and the trigger name. */
  names: Set<string>;
  read: Set<string>;
}

function collect(value: unknown, found: Collected): Collected {
  if (typeof value === 'string') {
    for (const [, field] of value.matchAll(/\bfields\.(\w+)/g)) found.read.add(field!);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') found.names.add(value.type);
    for (const child of Object.values(value)) collect(child, found);
  }
  return found;
}
