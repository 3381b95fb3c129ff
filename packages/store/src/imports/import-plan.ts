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
import type { RowFormat } from './row-format.ts';
import { checkRelations, targetOfRelation } from './relation-keys.ts';
import { createRewrite } from './written-forms.ts';
import { keyColumnsAmong, surveyFile, type Survey } from './survey.ts';

/** The type and the fields that the columns become. */
export interface ImportPlan {
  type: RecordType;
  isNewType: boolean;
  columns: PlannedColumn[];
  /** Why a column goes into no field, by its name. */
  unmatched: ReadonlyMap<string, string>;
}

/**
 * The first pass: finds out what the file contains.
 * @throws Problem `invalid_import`, also for impossible relations and columns.
 */
export async function surveyColumns(
  branch: Branch,
  { options, format }: { options: ImportOptions; format: RowFormat },
  report: StepReporter,
): Promise<Survey> {
  const { type: name, open, relations = [], fields = [], emptyTexts, signal, dates, decimals, dryRun } = options;
  const type = existingType(branch, name);
  const said = { relations, choices: fields, leavesOwn: leavesOwn(options) };
  const checkColumns = (columns: readonly Column[]) => {
    const mistakes = checkRelations(
      relations,
      columns.map(({ header }) => header),
      branch.types,
    );
    if (mistakes.length > 0) throw refuseImport(mistakes);
    if (type === undefined) return;
    const match = matchColumns(type, columns, said, branch.types);
    // A dry run reads on, so that it can show what is in the columns that match no field.
    if (match.mistakes.length > 0 && dryRun !== true) throw refuseImport(match.mistakes);
  };
  const keyColumnsOf = (columns: readonly Column[]) => {
    if (type) return keyColumnsAmong(matchColumns(type, columns, said, branch.types).planned);
    return relations.flatMap((relation) => {
      const column = columns.find(({ header }) => header === relation.column);
      return column ? [{ index: column.index, target: targetOfRelation(relation, branch.types), many: false }] : [];
    });
  };
  const onRows = (rows: number, bytes: number) => {
    signal?.throwIfAborted();
    report(rows, bytes);
  };
  const rewrite = createRewrite({ dates, decimals });
  const isEmptyText = createEmptyTest(emptyTexts);
  return surveyFile(open(), { checkColumns, keyColumnsOf, isEmptyText, format, rewrite, onRows });
}

/** Exports as JSON have the id of each record, and by choice when it was created; new records get their own. */
const leavesOwn = ({ format }: ImportOptions): boolean => format !== 'csv';

/**
 * Plans what the file becomes: records of an existing type or of a new one.
 * @throws Problem `invalid_import` with every mistake, and with the columns if they do not match an existing type.
 */
export function makePlan(branch: Branch, options: ImportOptions, survey: Survey): ImportPlan {
  const { type: name, relations = [], fields: choices = [], dates, decimals } = options;
  const { columns, profiles } = survey;
  const type = existingType(branch, name);
  if (type) {
    const said = { relations, choices, leavesOwn: leavesOwn(options) };
    const { planned, unmatched, mistakes } = matchColumns(type, columns, said, branch.types);
    if (mistakes.length > 0) throw refuseImport(mistakes, { columns: matchedColumns(planned, survey, unmatched) });
    return { type, isNewType: false, columns: planned, unmatched };
  }
  const said = { relations, choices, forms: { dates, decimals } };
  const planned = proposeColumns(columns, profiles, said, branch.types);
  const fields = planned.map(({ field }) => field);
  const label = labelOf(name);
  const declared = { name, label, plural: pluralOf(label), labelField: labelFieldOf(fields), fields };
  return { type: checkNewType(branch.types, declared), isNewType: true, columns: planned, unmatched: new Map() };
}

function pluralOf(label: string): string {
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(label) ? `${label}es` : `${label}s`;
}

function labelFieldOf(fields: Field[]): string {
  const texts = fields.filter(({ kind, many }) => kind === 'text' && !many);
  const named = texts.find(({ name }) => /^(name|title|label)$/i.test(name));
  const other = fields.find(({ kind, many }) => kind !== 'relation' && !many);
  return (named ?? texts[0] ?? other ?? fields[0]!).name;
}

function existingType(branch: Branch, name: string): RecordType | undefined {
  if (hiddenTypeNames.includes(name)) {
    throw new Problem('invalid_input', `"${name}" is a built-in type: choose another name.`);
  }
  return branch.types.find((type) => type.name === name);
}
