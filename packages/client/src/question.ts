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
 * A question with nothing in it that questions do not have. What takes any question and passes it on takes `Asked<Q>`:
 *
 * ```ts
 * const ask = <const Q extends Question>(question: Asked<Q>) => client.query(question);
 * ```
 */
export type Asked<Q> = Q &
  WithoutOthers<Q, keyof QuestionAbout<string>> & {
    [Part in keyof Q & keyof Parts]?: EachWithoutOthers<Q[Part], keyof Parts[Part]>;
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

/** The answer to a question: its rows have the keys and the measures that the question names. */
export interface Answer<Q> {
  rows: Row<Q>[];
  overall: Measures<Q>;
  /** What records are called that ids stand for, by group; null for one that is gone. Only if asked for. */
  labels?: Record<string, Record<string, string | null>>;
  meta: AnswerMeta;
}

export type Row<Q> = { key: Key<Q>; other?: true; filled?: true } & Measures<Q>;

type GroupsOf<Q> = Q extends { groupBy: readonly (infer One)[] } ? One : never;
type TypeOf<Q> = Q extends { type: infer T extends string } ? T : string;

/** The key of a group; a part of it is missing in the row of all other values. */
export type Key<Q> = { [One in GroupsOf<Q> as KeyName<One>]?: ValueOf<GroupValues<TypeOf<Q>>, One> | null };

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
  ? { [M in One as MeasureName<M>]: MeasureValue<M> }
  : { count: number };

type MeasureName<M> = M extends { as: infer Name extends string }
  ? Name
  : M extends { fn: infer Fn extends string; field: infer Field extends string }
    ? `${Fn}_${Field}`
    : M extends { fn: infer Fn extends string }
      ? Fn
      : never;

type MeasureValue<M> = M extends { fn: 'count' | 'distinct' | 'sum' }
  ? number
  : M extends { fn: 'avg' }
    ? number | null
    : number | string | null;
