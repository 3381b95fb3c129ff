import { Problem, type Field, type RecordType } from '@tallyhook/schemas';
import { checkNewType } from '../apps/apps.ts';
import type { Branch } from '../database/branches.ts';
import { hiddenTypeNames } from '../collections/hidden-types.ts';
import { createEmptyTest } from './empty-texts.ts';
import type { Column } from './head.ts';
import type { ImportOptions } from './import-options.ts';
import { refuseImport } from './import-problem.ts';
import { matchedColumns } from './imported-columns.ts';
import { labelOf, matchColumns, proposeColumns, type PlannedColumn } from './plan-columns.ts';
import type { StepReporter } from './progress.ts';
import { checkRelations, targetOfRelation } from './relation-keys.ts';
import { createRewrite } from './written-forms.ts';
import { keyColumnsAmong, surveyFile, type Survey } from './survey.ts';

/** The type and the fields that the columns become. */
export interface ImportPlan {
  type: RecordType;
  isNewType: boolean;
  columns: PlannedColumn[];
}

/**
 * The first pass: finds out what the file contains.
 * @throws Problem `invalid_import`, also for impossible relations and columns.
 */
export async function surveyColumns(
  branch: Branch,
  {
    type: name,
    open,
    relations = [],
    fields = [],
    emptyTexts,
    signal,
    delimiter,
    encoding,
    dates,
    decimals,
    dryRun,
  }: ImportOptions,
  report: StepReporter,
): Promise<Survey> {
  const type = existingType(branch, name);
  const keyColumnsOf = (columns: Column[]) => {
    const mistakes = checkRelations(
      relations,
      columns.map(({ header }) => header),
      branch.types,
    );
    if (mistakes.length > 0) throw refuseImport(mistakes);
    if (type) {
      const match = matchColumns(type, columns, { relations, choices: fields }, branch.types);
      // A dry run reads on, so that it can show what is in the columns that match no field.
      if (match.mistakes.length > 0 && dryRun !== true) throw refuseImport(match.mistakes);
      return keyColumnsAmong(match.planned);
    }
    return relations.map((relation) => ({
      index: columns.find(({ header }) => header === relation.column)!.index,
      target: targetOfRelation(relation, branch.types),
      many: false,
    }));
  };
  const onRows = (rows: number, bytes: number) => {
    signal?.throwIfAborted();
    report(rows, bytes);
  };
  const csv = { delimiter, encoding };
  const rewrite = createRewrite({ dates, decimals });
  return surveyFile(open(), { keyColumnsOf, isEmptyText: createEmptyTest(emptyTexts), csv, rewrite, onRows });
}

/**
 * Plans what the file becomes: records of an existing type or of a new one.
 * @throws Problem `invalid_import` with every mistake, and with the columns if they do not match an existing type.
 */
export function makePlan(
  branch: Branch,
  { type: name, relations = [], fields: choices = [], dates, decimals }: ImportOptions,
  survey: Survey,
): ImportPlan {
  const { columns, profiles } = survey;
  const type = existingType(branch, name);
  if (type) {
    const { planned, unmatched, mistakes } = matchColumns(type, columns, { relations, choices }, branch.types);
    if (mistakes.length > 0) throw refuseImport(mistakes, { columns: matchedColumns(planned, survey, unmatched) });
    return { type, isNewType: false, columns: planned };
  }
  const said = { relations, choices, forms: { dates, decimals } };
  const planned = proposeColumns(columns, profiles, said, branch.types);
  const fields = planned.map(({ field }) => field);
  const label = labelOf(name);
  const declared = { name, label, plural: pluralOf(label), labelField: labelFieldOf(fields), fields };
  return { type: checkNewType(branch.types, declared), isNewType: true, columns: planned };
}

function pluralOf(label: string): string {
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(label) ? `${label}es` : `${label}s`;
}

function labelFieldOf(fields: Field[]): string {
  const texts = fields.filter(({ kind }) => kind === 'text');
  const named = texts.find(({ name }) => /^(name|title|label)$/i.test(name));
  const other = fields.find(({ kind }) => kind !== 'relation');
  return (named ?? texts[0] ?? other ?? fields[0]!).name;
}

function existingType(branch: Branch, name: string): RecordType | undefined {
  if (hiddenTypeNames.includes(name)) {
    throw new Problem('invalid_input', `"${name}" is a built-in type: choose another name.`);
  }
  return branch.types.find((type) => type.name === name);
}
