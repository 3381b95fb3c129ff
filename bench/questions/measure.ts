import assert from 'node:assert/strict';
import type { Collection } from 'mongodb';
import type { Asker } from './ask.ts';
import { isSteady, median } from '../figures.ts';
import { numbersOf } from './ask.ts';
import type { QuestionCase } from './cases.ts';
import type { Numbers, Shape } from './raw-shapes.ts';

/** Milliseconds of every run, the product's and each raw way's. */
export interface Measured {
  name: string;
  product: number[];
  raw: Record<string, number[]>;
}

export interface MeasureOptions {
  asker: Asker;
  /** The collection that the product itself reads. */
  collection: Collection;
  hasIndexes: boolean;
  /** How long one question may take in all. */
  budgetMs: number;
}

const leastWarmRuns = 3;
/** For so long a question is asked before it is timed: the code that answers it is compiled while it is used. */
const warmMs = 3_000;
/** After so many runs of each, only the product and the raw way that is the fastest by then go on. */
const runsOfEach = 5;
const leastRuns = 15;
const mostRuns = 101;

/**
 * Runs one question over HTTP and each raw way to it in turn, again and again, after all of them gave the same numbers.
 * Each timed run follows one of the same way that is not timed: otherwise whatever comes after a scan of a second, which
 * leaves the caches to others, would be some milliseconds slower than what comes after an index.
 */
export async function measureCase(
  { name, question, plain, indexed }: QuestionCase,
  { asker, collection, hasIndexes, budgetMs }: MeasureOptions,
): Promise<Measured> {
  const shapes: Record<string, Shape> = hasIndexes ? { ...plain, ...indexed } : plain;
  const product = async () => numbersOf(await asker.ask(question), question);
  for (let run = 0; run < leastWarmRuns; run++) await checkAll(name, product, shapes, collection);
  for (const warmUntil = performance.now() + warmMs; performance.now() < warmUntil;) await product();
  const measured: Measured = { name, product: [], raw: {} };
  const endsAt = performance.now() + budgetMs;
  const isEnough = (runs: number) => runs >= leastRuns && (performance.now() > endsAt || areSteady(measured));
  for (let run = 0; run < mostRuns && !isEnough(run); run++) {
    measured.product.push(await timedWarm(product));
    for (const shape of run < runsOfEach ? Object.keys(shapes) : [fastestOf(measured.raw)]) {
      (measured.raw[shape] ??= []).push(await timedWarm(() => shapes[shape]!(collection)));
    }
  }
  return measured;
}

/** Whether more runs would hardly move the two medians that are compared; which of them is the larger plays no part. */
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
    assert.deepEqual(found, expected, `${name}: "${shape}" gives other numbers than the product`);
  }
}

/**
 * Numbers that can be compared: the sum of doubles depends on the order of adding, and the raw ways leave out what has
 * no value or do not count it apart.
 */
function comparable(numbers: Numbers): [string, string][] {
  return Object.entries(numbers)
    .filter(([key]) => key !== 'null' || Object.keys(numbers).length === 1)
    .map(([key, number]): [string, string] => [key, number.toPrecision(9)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
