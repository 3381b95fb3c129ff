import {
  cycleNumbers,
  fieldsOf,
  isCycle,
  isPeriod,
  longestText,
  maxConditions,
  operandShapeOf,
  rulesOf,
  type Operator,
} from '@tallyhook/query';
import { questionSchema, type Field, type RecordType } from '@tallyhook/schemas';

const anyQuestion = (pointer: string) => ({ $ref: `#/components/schemas/Question/${pointer}` });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** A field under its path in questions: its own name, or `relation.field`. */
export interface AskedField {
  path: string;
  field: Field;
}

/** The question schemas of each type, with its field names and what each field allows. */
export function describeQuestions(types: readonly RecordType[]): Record<string, object> {
  const components = types.flatMap((type): [string, object][] => {
    const { name } = type;
    const fields = askedFields(type, types);
    return [
      [`Question_${name}`, questionOf(type)],
      [`Filter_${name}`, filterOf(name)],
      [`Condition_${name}`, { anyOf: conditionsOf(fields) }],
      [`Group_${name}`, { anyOf: groupsOf(fields) }],
      [`Measure_${name}`, { anyOf: measuresOf(type) }],
    ];
  });
  const questions = types.map(({ name }) => ref(`Question_${name}`));
  return { AskedQuestion: { anyOf: questions }, ...Object.fromEntries(components) };
}

/** The fields that questions about a type can name, up to one relation away. */
export function askedFields(type: RecordType, types: readonly RecordType[]): AskedField[] {
  const own = fieldsOf(type).map((field) => ({ path: field.name, field }));
  const related = fieldsOf(type).flatMap((relation) => {
    const target = relation.kind === 'relation' ? types.find(({ name }) => name === relation.target) : undefined;
    return (target ? fieldsOf(target) : []).map((field) => ({
      path: `${relation.name}.${field.name}`,
      field: relation.many ? { ...field, many: true } : field,
    }));
  });
  return [...own, ...related];
}

/** Groups fields that allow the same operations. */
export function alike(fields: readonly AskedField[]): { field: Field; paths: string[] }[] {
  const groups = Map.groupBy(fields, ({ field: { kind, many, options } }) =>
    JSON.stringify([kind, many ?? false, options?.map(({ value }) => value)]),
  );
  return [...groups.values()].map((group) => ({ field: group[0]!.field, paths: group.map(({ path }) => path) }));
}

function questionOf({ name, plural }: RecordType): object {
  const properties = {
    type: { const: name },
    filter: ref(`Filter_${name}`),
    groupBy: { type: 'array', maxItems: 2, items: ref(`Group_${name}`) },
    measures: { type: 'array', minItems: 1, maxItems: 5, items: ref(`Measure_${name}`) },
    ...Object.fromEntries(
      ['having', 'sort', 'limit', 'timezone', 'weekStart'].map((key) => [key, anyQuestion(`properties/${key}`)]),
    ),
  };
  return { description: `A question about ${plural}.`, ...closed(properties, ['type']) };
}

function filterOf(name: string): object {
  const filter = ref(`Filter_${name}`);
  return {
    anyOf: [
      closed({ and: { type: 'array', maxItems: maxConditions(0), items: filter } }, ['and']),
      closed({ or: { type: 'array', minItems: 1, maxItems: maxConditions(0), items: filter } }, ['or']),
      closed({ not: filter }, ['not']),
      ref(`Condition_${name}`),
    ],
  };
}

function conditionsOf(fields: readonly AskedField[]): object[] {
  return alike(fields).flatMap(({ field, paths }) => {
    const alikes = Map.groupBy(rulesOf(field).operators, (operator) =>
      [operandShapeOf(operator, field), longestText(operator)].join(),
    );
    return [...alikes.values()].map((operators) => {
      const shape = operandShapeOf(operators[0]!, field);
      const value = operandOf(operators[0]!, field);
      const required = shape === 'none' || shape === 'listOrNone' ? ['field', 'op'] : ['field', 'op', 'value'];
      return closed({ field: { enum: paths }, op: { enum: operators }, ...(value ? { value } : {}) }, required);
    });
  });
}

function operandOf(operator: Operator, field: Field): object | undefined {
  const one = valueOf(field, longestText(operator));
  switch (operandShapeOf(operator, field)) {
    case 'none':
      return undefined;
    case 'one':
      return one;
    case 'pair':
      return { type: 'array', minItems: 2, maxItems: 2, items: one };
    case 'range':
      return { anyOf: [{ type: 'string', minLength: 1 }, ...periodsOf(field)] };
    default:
      return { type: 'array', minItems: 1, maxItems: 1_000, items: one };
  }
}

/** The group keys that `within` accepts. */
function periodsOf(field: Field): object[] {
  const { units } = rulesOf(field);
  const day = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };
  const hour = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:00:00[+-][0-9]{2}:[0-9]{2}$' };
  const required = ['unit', 'at'];
  return [
    closed({ unit: { enum: units.filter(isPeriod) }, at: day }, required),
    ...(units.includes('hour') ? [closed({ unit: { const: 'hour' }, at: hour }, required)] : []),
    ...units.filter(isCycle).map((unit) => {
      const [minimum, maximum] = cycleNumbers[unit];
      return closed({ unit: { const: unit }, at: { type: 'integer', minimum, maximum } }, required);
    }),
  ];
}

function valueOf({ kind, options }: Field, maxLength: number | undefined): object {
  if (kind === 'number') return { type: 'number' };
  if (kind === 'yesNo') return { type: 'boolean' };
  if (kind === 'choice') return { enum: (options ?? []).map(({ value }) => value) };
  if (kind === 'relation') return { type: 'string', pattern: '^[0-9a-f]{24}$' };
  return { type: 'string', minLength: 1, ...(maxLength === undefined ? {} : { maxLength }) };
}

function groupsOf(fields: readonly AskedField[]): object[] {
  const groupable = fields.filter(({ field }) => rulesOf(field).groupable);
  const { as, top, other, fill } = Object.fromEntries(
    ['as', 'top', 'other', 'fill'].map((key) => [key, anyQuestion(`$defs/group/properties/${key}`)]),
  );
  const { description } = questionSchema.$defs.group.properties.unit;
  return [...Map.groupBy(groupable, ({ field }) => rulesOf(field).units.join(' ')).values()].map((those) => {
    const { units } = rulesOf(those[0]!.field);
    const unit = { description, enum: units };
    const period = units.length === 0 ? {} : { unit, fill };
    return closed({ field: { enum: those.map(({ path }) => path) }, ...period, as, top, other }, ['field']);
  });
}

function measuresOf(type: RecordType): object[] {
  const as = anyQuestion('$defs/measure/properties/as');
  const byFunction = Map.groupBy(
    fieldsOf(type).flatMap((field) => rulesOf(field).functions.map((fn) => ({ fn, name: field.name }))),
    ({ fn }) => fn,
  );
  const ofFields = [...byFunction].map(([fn, those]) =>
    closed({ fn: { const: fn }, field: { enum: those.map(({ name }) => name) }, as }, ['fn', 'field']),
  );
  return [closed({ fn: { const: 'count' }, as }, ['fn']), ...ofFields];
}
