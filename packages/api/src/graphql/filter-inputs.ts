import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
} from 'graphql';
import { fieldsOf, operandShapeOf, rulesOf, type Operator } from '@tallyhook/query';
import type { Field, RecordType } from '@tallyhook/schemas';
import { createNames, typeNameOf } from './names.ts';
import { scalarOf, type Scalars } from './scalars.ts';

/** The filter input of a record type, with the meaning of its keys. */
export interface FilterShape {
  input: GraphQLInputObjectType;
  /** Record fields by input key. */
  fields: ReadonlyMap<string, Field>;
  /** Filters on related records by input key. */
  related: ReadonlyMap<string, FilterShape>;
}

/** The keys that combine conditions; a field with one of these names gets an underscore. */
export const joints = ['and', 'or', 'not'] as const;

/**
 * Creates the filter inputs of a branch's types from the table of operators per field kind. Fields of the same kind
 * share an input. Each relation has one per target type, because a condition may follow it.
 */
export function createFilterInputs(
  types: readonly RecordType[],
  { scalars, claim }: { scalars: Scalars; claim: (name: string) => string },
): (type: RecordType) => FilterShape {
  const ofKinds = new Map<string, GraphQLInputObjectType>();

  /** The comparisons that one field allows. */
  const comparisonsOf = (field: Field, related: FilterShape | undefined): GraphQLInputObjectType => {
    const wanted = `${related ? typeNameOf(field.target!) : ''}${typeNameOf(field.kind)}${field.many ? 'List' : ''}Filter`;
    const alike = `${wanted} ${related ? field.target : ''}`;
    const known = ofKinds.get(alike);
    if (known) return known;
    const input = new GraphQLInputObjectType({
      name: claim(wanted),
      description: `Comparisons of a field of kind ${field.kind}; all of them must hold.`,
      fields: {
        ...operatorFields(field, scalars),
        ...(related
          ? { related: { type: related.input, description: 'Conditions on one of the related records.' } }
          : {}),
      },
    });
    ofKinds.set(alike, input);
    return input;
  };

  const ownShapes = new Map<string, FilterShape>();

  /** Conditions on the fields of one type, without following relations; `many` for a list of records. */
  const ownShape = (type: RecordType, many: boolean): FilterShape => {
    const wanted = `${typeNameOf(type.name)}${many ? 'List' : ''}FieldsFilter`;
    const alike = `${type.name} ${many}`;
    const known = ownShapes.get(alike);
    if (known) return known;
    const name = createNames();
    const ofOne = fieldsOf(type).map((field): [string, Field] => [name(field.name), field]);
    const fields = new Map(ofOne.map(([key, field]) => [key, many ? { ...field, many } : field]));
    const input = new GraphQLInputObjectType({
      name: claim(wanted),
      description: `Conditions on the fields of ${type.plural}; all must hold${many ? ', each for at least one of them' : ''}.`,
      fields: Object.fromEntries([...fields].map(([key, field]) => [key, { type: comparisonsOf(field, undefined) }])),
    });
    const shape = { input, fields, related: new Map<string, FilterShape>() };
    ownShapes.set(alike, shape);
    return shape;
  };

  return (type) => {
    const name = createNames(joints);
    const fields = new Map(fieldsOf(type).map((field) => [name(field.name), field]));
    const related = new Map<string, FilterShape>();
    for (const [key, field] of fields) {
      const target = field.kind === 'relation' ? types.find((one) => one.name === field.target) : undefined;
      if (target) related.set(key, ownShape(target, field.many ?? false));
    }
    const input: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: claim(`${typeNameOf(type.name)}Filter`),
      description: `Which ${type.plural} count: those that meet all conditions.`,
      fields: () => ({
        and: { type: new GraphQLList(new GraphQLNonNull(input)) },
        or: { type: new GraphQLList(new GraphQLNonNull(input)) },
        not: { type: input },
        ...Object.fromEntries(
          [...fields].map(([key, field]) => [
            key,
            { type: comparisonsOf(field, related.get(key)), description: field.label },
          ]),
        ),
      }),
    });
    return { input, fields, related };
  };
}

function operatorFields(field: Field, scalars: Scalars): Record<string, GraphQLInputFieldConfig> {
  const entries = rulesOf(field).operators.map((operator) => [operator, { type: operandOf(operator, field, scalars) }]);
  return Object.fromEntries(entries) as Record<string, GraphQLInputFieldConfig>;
}

function operandOf(operator: Operator, field: Field, { dateRange }: Scalars): GraphQLInputType {
  switch (operandShapeOf(operator, field)) {
    case 'none':
      return GraphQLBoolean;
    case 'one':
      return scalarOf(field);
    case 'range':
      return dateRange;
    default:
      return new GraphQLList(new GraphQLNonNull(scalarOf(field)));
  }
}
