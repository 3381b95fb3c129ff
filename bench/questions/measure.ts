import assert from 'node:assert/strict';
import type { Collection, Document } from 'mongodb';
import type { Asker } from './ask.ts';
import { isSteady, median } from '../figures.ts';
import { numbersOf } from './ask.ts';
import type { QuestionCase } from './cases.ts';
import type { Numbers, Shape } from './raw-shapes.ts';

/** Milliseconds of every run, for the product and each raw way. */
export interface Measured {
  name: string;
  product: number[];
  raw: Record<string, number[]>;
}

export interface MeasureOptions {
  asker: Asker;
  /** The collection that the product reads. */
  collection: Collection;
  /** The keys of its indexes. */
  indexes: readonly Document[];
  /** Time limit for measuring one question. */
  budgetMs: number;
}

const minWarmRuns = 3;
/** Warm-up time of each question: its code is compiled during use. */
const warmMs = 3_000;
/** After this many runs of each, only the product and the raw way that is fastest so far continue. */
const runsOfEach = 5;
const minRuns = 15;
const maxRuns = 101;

/**
 * Runs one question over HTTP and in each raw way in turn, repeatedly, after checking that all give the same numbers.
 * Before each timed run, the same way runs untimed. Otherwise, a run after a one-second scan would be some milliseconds
 * slower than one after an index read, since the scan evicts the caches.
 */
export async function measureCase(
  { name, question, plain, indexed }: QuestionCase,
  { asker, collection, indexes, budgetMs }: MeasureOptions,
): Promise<Measured> {
  const shapes: Record<string, Shape> = { ...plain, ...usable(indexed, indexes) };
  const product = async () => numbersOf(await asker.ask(question), question);
  for (let run = 0; run < minWarmRuns; run++) await checkAll(name, product, shapes, collection);
  for (const warmUntil = performance.now() + warmMs; performance.now() < warmUntil;) await product();
  const measured: Measured = { name, product: [], raw: {} };
  const endsAt = performance.now() + budgetMs;
  const isEnough = (runs: number) => runs >= minRuns && (performance.now() > endsAt || areSteady(measured));
  for (let run = 0; run < maxRuns && !isEnough(run); run++) {
    measured.product.push(await timedWarm(product));
    for (const shape of run < runsOfEach ? Object.keys(shapes) : [fastestOf(measured.raw)]) {
      (measured.raw[shape] ??= []).push(await timedWarm(() => shapes[shape]!(collection)));
    }
  }
  return measured;
}

/** The ways for which there is an index. */
export function usable(ways: QuestionCase['indexed'], indexes: readonly Document[]): Record<string, Shape> {
  const found = Object.entries(ways).flatMap(([name, { fields, by }]) => {
    const key = indexes.find((one) => Object.keys(one)[0] === fields[0] && fields.every((field) => field in one));
    return key ? [[name, by(key)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Whether more runs would hardly change the two medians that are compared, regardless of which is larger. */
function areSteady({ product, raw }: Measured): boolean {
  return [product, raw[fastestOf(raw)]!].every(isSteady);
}

/** The way with the lowest median. */
export function fastestOf(raw: Measured['raw']): string {
  const [first, ...others] = Object.keys(raw);
  return others.reduce((best, way) => (median(raw[way]!) < median(raw[best]!) ? way : best), first!);
}

async function timedWarm(work: () => Promise<unknown>): Promise<number> {
  await work();
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function checkAll(
  name: string,
  product: () => Promise<Numbers>,
  shapes: Record<string, Shape>,
  collection: Collection,
): Promise<void> {
  const expected = comparable(await product());
  for (const [shape, ask] of Object.entries(shapes)) {
    const found = comparable(await ask(collection));
    assert.deepEqual(found, expected, `${name}: "${shape}" returns other numbers than the product`);
  }
}

/**
 * Makes numbers comparable: the sum of doubles depends on the order of addition, and the raw ways omit or merge groups
 * without a value.
 */
function comparable(numbers: Numbers): [string, string][] {
  return Object.entries(numbers)
    .filter(([key]) => key !== 'null' || Object.keys(numbers).length === 1)
    .map(([key, number]): [string, string] => [key, number.toPrecision(9)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
