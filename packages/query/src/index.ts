export { ask, askSource, nameAnswer } from './ask.ts';
export type { AskOptions } from './ask.ts';
export type { Source, SourceAnswer, Timings, Turn } from './source.ts';
export type { Table, TableGroup } from './answer/table.ts';
export { applyConditions } from './apply-conditions.ts';
export type { FilteredReport } from './apply-conditions.ts';
export { compareAnswer, planComparison } from './compare/compare-periods.ts';
export type { ComparisonPlan } from './compare/compare-periods.ts';
export { questionOfReport } from './question-of-report.ts';
export { filterIds } from './filter-ids.ts';
export { relatedTypes } from './normalize/related-types.ts';
export type { QuestionContext } from './question-context.ts';
export { understandQuestion } from './normalize/understand-question.ts';
export type { ChoicesInUse, UnlistedChoices } from './normalize/understand-question.ts';
export { invalidQuestion, normalizeQuestion } from './normalize/normalize-question.ts';
export type {
  Filter,
  Group,
  Measure,
  NormalizedQuestion,
  RelatedTest,
  StoredValue,
  Test,
} from './normalize/normalized-question.ts';
export { makeGeneralPlan, makePlan } from './plan/make-plan.ts';
export type { Plan } from './plan/plan.ts';
export { countsRecords, distinctMeasures, measuredFields } from './plan/plan.ts';
export { mayCancel } from './plan/accumulators.ts';
export { withTopValues } from './plan/top-values.ts';
export { storedKey } from './plan/stored-kinds.ts';
export { tableOfRows } from './plan/read-results.ts';
export { helpsQuestion, suggestIndexes, type OftenAsked } from './plan/indexed/suggest-indexes.ts';
export { likelyIndexSize } from './plan/indexed/likely-index-size.ts';
export { beginsWith, maxIndexFields } from './plan/indexed/index-candidates.ts';
export { answerByPlans, filterStages } from './plan/answer-by-plans.ts';
export type { PlanOptions, PlanReader } from './plan/answer-by-plans.ts';
export type { PlanContext } from './plan/facts-of.ts';
export type {
  AggregateRead,
  BranchFacts,
  CollectionFacts,
  CountRead,
  DistinctRead,
  Read,
  ReadDocument,
  ReadResult,
  ReadResults,
} from './plan/read.ts';
export { assembleAnswer } from './answer/assemble-answer.ts';
export { columnsOf } from './answer/columns.ts';
export { describeFields } from './describe-fields.ts';
export {
  directions,
  havingOperators,
  isCycle,
  isPeriod,
  longestText,
  measureFunctions,
  maxConditions,
  operandShapeOf,
  operators,
  rulesOf,
  units,
} from './grammar.ts';
export type { Cycle, FieldRules, MeasureFunction, OperandShape, Operator, Period, Unit } from './grammar.ts';
export { fieldsOf } from './normalize/find-field.ts';
export type { FieldDescription } from './describe-fields.ts';
export { indexAt, openZone, startOfDay } from './dates/zone.ts';
export type { Zone } from './dates/zone.ts';
export { dayMs, firstWeekday, parseDay } from './dates/days.ts';
export { unknownTimezone } from './dates/unknown-timezone.ts';
export { cycleNumbers } from './dates/cycles.ts';
export type { WeekStart } from './dates/days.ts';
export type { Answer } from '@tallyhook/schemas';
