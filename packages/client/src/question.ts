import type {
  Answer as AnyAnswer,
  AnswerRow,
  Question as AnyQuestion,
  QuestionGroup,
  QuestionHaving,
  QuestionMeasure,
  QuestionSort,
} from '@tallyhook/schemas';
import type { Condition, Group, GroupValues, Measure, TypeName, Without } from './record-types.ts';

/** Which records match: one condition, or several joined ones. */
export type Filter<T extends string> =
  { and: readonly Filter<T>[] } | { or: readonly Filter<T>[] } | { not: Filter<T> } | Condition<T>;

/** A question about records of a type, typed with the fields of that type. */
export type Question<T extends TypeName = TypeName> = T extends TypeName ? QuestionAbout<T> : never;

interface QuestionAbout<T extends string> {
  type: T;
  filter?: Filter<T>;
  groupBy?: readonly Group<T>[];
  measures?: readonly Measure<T>[];
  having?: readonly QuestionHaving[];
  sort?: readonly QuestionSort[];
  limit?: number;
  timezone?: string;
  weekStart?: AnyQuestion['weekStart'];
}

/**
 * A question with only known keys, at most two groups, and `having` and `sort` by its own names. A function that takes
 * any question and passes it on takes `Asked<Q>`:
 *
 * ```ts
 * const ask = <const Q extends Question>(question: Asked<Q>) => client.query(question);
 * ```
 */
export type Asked<Q> = Q &
  WithoutOthers<Q, keyof QuestionAbout<string>> & {
    [Part in keyof Q & keyof Parts]?: EachWithoutOthers<Q[Part], keyof Parts[Part]>;
  } & {
    [Part in keyof Q & 'groupBy']?: FirstTwo<Q[Part]>;
  } & {
    [Part in keyof Q & 'having']?: EachNaming<Q[Part], 'measure', MeasureNames<Q>>;
  } & {
    [Part in keyof Q & 'sort']?: EachNaming<Q[Part], 'by', GroupNames<Q> | MeasureNames<Q>>;
  };

/** The entries of a question's lists; their keys are the same for every record type. */
interface Parts {
  groupBy: QuestionGroup;
  measures: QuestionMeasure;
  having: QuestionHaving;
  sort: QuestionSort;
}

/** Rejects unknown keys: the compiler checks for excess keys in a literal, but not in an inferred type parameter. */
type WithoutOthers<Given, Known> = Record<Exclude<keyof Given, Known>, never>;

type EachWithoutOthers<Given, Known> = { [At in keyof Given]: Given[At] & WithoutOthers<Given[At], Known> };

/** Limits a list of known length to two entries. */
type FirstTwo<Given> = { [At in keyof Given]: Given[At] & (At extends '0' | '1' | number ? unknown : never) };

/** Requires a known name in each entry; allows names that the compiler does not know, such as `string`. */
type EachNaming<Given, Part extends string, Names> = {
  [At in keyof Given]: Given[At] &
    (Given[At] extends Record<Part, infer Name>
      ? string extends Name
        ? unknown
        : Name extends Names
          ? unknown
          : Record<Part, OneOf<Names>>
      : unknown);
};

/** No string has this type, so the compiler's error lists the known names. */
interface OneOf<Names> {
  thereAre: Names;
}

/** Names of a question's groups; `string` if the compiler does not know all of them. */
type GroupNames<Q> = Q extends { groupBy: infer List extends readonly unknown[] }
  ? NamesOf<List, KeyName<List[number]>>
  : 'groupBy' extends keyof Q
    ? string
    : never;

type MeasureNames<Q> = Q extends { measures: infer List extends readonly unknown[] }
  ? NamesOf<List, MeasureName<List[number]>>
  : 'measures' extends keyof Q
    ? string
    : 'count';

type NamesOf<List extends readonly unknown[], Names> = number extends List['length'] ? string : Names;

/** The answer to a question; its rows have the keys and measures named in the question. */
export interface Answer<Q> extends Without<AnyAnswer, 'rows' | 'overall'> {
  rows: Row<Q>[];
  overall: Measures<Q>;
}

export type Row<Q> = { key: Key<Q> } & Marks & Measures<Q>;

/** What a row has besides its key and measures. */
type Marks = { [Name in keyof AnswerRow as string extends Name ? never : Exclude<Name, 'key'>]: AnswerRow[Name] };

type GroupsOf<Q> = Q extends { groupBy: readonly (infer One)[] } ? One : never;
type TypeOf<Q> = Q extends { type: infer T extends string } ? T : string;

/** The key of a row. Parts with `other` are optional, since the row of other values lacks them. */
export type Key<Q> = {
  [One in GroupsOf<Q> as 'other' extends keyof One ? never : KeyName<One>]: KeyValue<Q, One>;
} & {
  [One in GroupsOf<Q> as 'other' extends keyof One ? KeyName<One> : never]?: KeyValue<Q, One>;
};

type KeyValue<Q, One> =
  | ('unit' extends keyof One
      ? ValueByUnit<One['unit'], ValueOf<GroupValues<TypeOf<Q>>, One>>
      : ValueOf<GroupValues<TypeOf<Q>>, One>)
  | null;

type Unit = NonNullable<QuestionGroup['unit']>;

/** Units with number keys; all others have text keys, such as the first day of a month. */
type Cycle = 'hourOfDay' | 'dayOfWeek' | 'dayOfMonth' | 'weekOfYear' | 'monthOfYear' | 'quarterOfYear';

/** The type of a key by its unit; if the compiler does not know the unit, the union of all. */
type ValueByUnit<Given, WithoutUnit> = Given extends Cycle ? number : Given extends Unit ? string : WithoutUnit;

type KeyName<One> = One extends { as: infer Name extends string }
  ? Name
  : One extends { field: infer Path extends string }
    ? Path extends `${infer Relation}.${infer Field}`
      ? `${Relation}_${Field}`
      : Path
    : never;

type ValueOf<Values, One> = One extends { field: infer Path }
  ? Path extends keyof Values
    ? Values[Path]
    : string | number | boolean
  : never;

/** The measures of a group or overall, by name. */
export type Measures<Q> = Q extends { measures: readonly (infer One)[] }
  ? { [M in One as MeasureName<M>]: MeasureValue<Q, M> }
  : { count: number };

type MeasureName<M> = M extends { as: infer Name extends string }
  ? Name
  : M extends { fn: infer Fn extends string; field: infer Field extends string }
    ? `${Fn}_${Field}`
    : M extends { fn: infer Fn extends string }
      ? Fn
      : never;

type MeasureValue<Q, M> = M extends { fn: 'count' | 'distinct' | 'sum' }
  ? number
  : M extends { fn: 'avg' }
    ? number | null
    : // The minimum and maximum are values of the field: text for a day.
      Exclude<ValueOf<GroupValues<TypeOf<Q>>, M>, boolean> | null;
