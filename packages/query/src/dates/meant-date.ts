import { nearest } from '@tallyhook/schemas';
import { clockAndPeriods, stepUnits } from './range-value.ts';

const starts = ['startOfWeek', 'startOfMonth', 'startOfQuarter', 'startOfYear'];
const days = ['today', 'now', 'yesterday', 'tomorrow'];
const which = ['this', 'last', 'next'];
const words = [...days, ...starts, ...which, 'to', 'date', 'including', 'current'];
const units = [...clockAndPeriods];

/** Singular and plural units; the context decides which fits: `last 30 days`, but `this month`. */
const vocabularies = [
  [...words, ...units.map((unit) => `${unit}s`), ...units],
  [...words, ...units],
];

/** Phrases without numbers, to match words joined differently, such as `last-month` or `start of month`. */
const phrases = [
  ...days,
  ...starts,
  ...units.flatMap((unit) => [...which.map((one) => `${one} ${unit}`), `${unit} to date`]),
];

const otherWords = new Map([
  ['past', 'last'],
  ['previous', 'last'],
]);

/**
 * Suggests the intended day, instant or range by correcting each word to the nearest known one: `last 30 days` for
 * `last 30 dayz`. Returns the first candidate that passes `isRight`, or undefined.
 */
export function meantDate(text: string, isRight: (text: string) => boolean): string | undefined {
  if (text.length > 100) return undefined;
  const spelt = vocabularies.map((known) => text.replaceAll(/[a-z]{2,}/gi, (word) => nearestWord(word, known) ?? word));
  const joined = /\d/.test(text) ? undefined : nearestWord(text, phrases);
  const meant = joined === undefined ? spelt : [...spelt, joined];
  return [
    ...meant,
    ...meant.map(asPoint),
    ...meant.map(withPoints),
    ...meant.map(withStepLetters),
    ...meant.map(withMonths),
  ].find(isRight);
}

/** The first letter must match: it is seldom wrong, and `monday` does not mean `today`. */
function nearestWord(word: string, known: readonly string[]): string | undefined {
  const other = otherWords.get(word.toLowerCase());
  if (other !== undefined) return other;
  const found = nearest(word, known);
  return found !== undefined && found.charAt(0) === word.charAt(0).toLowerCase() ? found : undefined;
}

/** Converts a range in words to a single point, where a comparison needs one. */
function asPoint(range: string): string {
  return range
    .replace(/^yesterday$/, 'today-1d')
    .replace(/^tomorrow$/, 'today+1d')
    .replace(/^this (\w+)$/, 'today/$1')
    .replace(/^([+-]\d{1,5}h)$/, 'now$1');
}

/** The same for both points of a range: `today-1d..today` for `yesterday..today`. */
function withPoints(range: string): string {
  return range
    .split('..')
    .map((point) => asPoint(point.trim()))
    .join('..');
}

const letters = new Map(Object.entries(stepUnits).map(([letter, unit]) => [unit as string, letter]));
const stepsFrom = /(?<=(?:now|today)\S*)([+-])(\d{1,5})-?([a-z]+?)s?(?=[+\-/.]|$)/gi;

/** After `today` and `now`, units are letters, unlike in a bare offset: `today-1M` for `today-1month`. */
function withStepLetters(point: string): string {
  return point.replaceAll(stepsFrom, (step, sign: string, count: string, unit: string) => {
    const letter = letters.get(unit.toLowerCase());
    return letter === undefined ? step : `${sign}${count}${letter}`;
  });
}

/** Days have no minutes: `today-3M` for `today-3m`. */
function withMonths(point: string): string {
  return point.replaceAll(/(?<=today\S*[+-]\d{1,5})m(?=[+\-/.]|$)/g, 'M');
}
