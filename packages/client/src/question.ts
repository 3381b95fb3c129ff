import type {
  AnswerMeta,
  Question as AnyQuestion,
  QuestionGroup,
  QuestionHaving,
  QuestionMeasure,
  QuestionSort,
} from '@tallyhook/schemas';
import type { Condition, Group, GroupValues, Measure, TypeName } from './record-types.ts';

/** Which records count: one condition, or several that are joined. */
export type Filter<T extends string> =
  { and: readonly Filter<T>[] } | { or: readonly Filter<T>[] } | { not: Filter<T> } | Condition<T>;

/** A question about the records of a type, with the fields of that type. */
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
 * A question with nothing in it that questions do not have, with two groupings at most, and ordered by what it has. What takes any question and passes it on takes `Asked<Q>`:
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

/** What a list of a question holds; its names are the same for every record type. */
interface Parts {
  groupBy: QuestionGroup;
  measures: QuestionMeasure;
  having: QuestionHaving;
  sort: QuestionSort;
}

/** The compiler looks for names too many in a literal, but not in what a type parameter is inferred from. */
type WithoutOthers<Given, Known> = Record<Exclude<keyof Given, Known>, never>;

type EachWithoutOthers<Given, Known> = { [At in keyof Given]: Given[At] & WithoutOthers<Given[At], Known> };

/** A list that the compiler sees all of has two entries at most. */
type FirstTwo<Given> = { [At in keyof Given]: Given[At] & (At extends '0' | '1' | number ? unknown : never) };

/** Each entry of a list with a name that there is; what the compiler does not know, such as any text, it lets pass. */
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

/** No text is this: the compiler then says of a name which there are. */
interface OneOf<Names> {
  thereAre: Names;
}

/** What the groups of a question are called: any text where the compiler does not see all of them. */
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

/** The answer to a question: its rows have the keys and the measures that the question names. */
export interface Answer<Q> {
  rows: Row<Q>[];
  overall: Measures<Q>;
  /** What records are called that ids stand for, by group; null for one that is gone. Only if asked for. */
  labels?: Record<string, Record<string, string | null>>;
  meta: AnswerMeta;
}

export type Row<Q> = { key: Key<Q>; other?: true; filled?: true; missing?: true } & Measures<Q>;

type GroupsOf<Q> = Q extends { groupBy: readonly (infer One)[] } ? One : never;
type TypeOf<Q> = Q extends { type: infer T extends string } ? T : string;

/** The key of a group; where the question asks for `other`, that part of it is missing in the row of all other values. */
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

/** The units whose keys are numbers; those of all others are texts, such as that of the first day of a month. */
type Cycle = 'hourOfDay' | 'dayOfWeek' | 'dayOfMonth' | 'weekOfYear' | 'monthOfYear' | 'quarterOfYear';

/** What the key is by its unit: by one that the compiler does not know, what it would be by each. */
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

/** The measures of a group or over everything, by what the answer calls them. */
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
    : // The smallest and the largest are values of the field: of a day the text of a day.
      Exclude<ValueOf<GroupValues<TypeOf<Q>>, M>, boolean> | null;
