import type { Answer, AnswerRange, AnswerWarning } from '@tallyhook/schemas';
import { describeCut } from './describe-cut.ts';
import type { Formats } from './formats.ts';

/**
 * What stands above the figures of an answer that is not all of what was asked, or nothing: which groups or periods it
 * lacks, and which range nothing can lie in.
 */
export function answerNotes(answer: Answer, formats: Formats, { isFilled = false } = {}): string[] {
  const cut = describeCut(answer, formats);
  const warnings = (answer.meta.warnings ?? []).filter(({ code }) => !(isFilled && code === 'not_filled'));
  return [...(cut === undefined ? [] : [cut]), ...warnings.map((warning) => wordsOf(warning, answer, formats))];
}

function wordsOf({ code, detail, pointer }: AnswerWarning, { meta }: Answer, formats: Formats): string {
  const range = code === 'empty_range' ? meta.resolved.ranges.find((one) => one.pointer === pointer) : undefined;
  return range === undefined ? detail : `Nothing lies in a range that ${edgesOf(range, formats)}.`;
}

function edgesOf({ from, after, before, to }: AnswerRange, { day, moment }: Formats): string {
  const written = (edge: string) => (edge.length === 10 ? day(edge) : moment(edge));
  const begins = from === undefined ? `begins after ${written(after!)}` : `begins ${written(from)}`;
  return `${begins} and ends ${before === undefined ? written(to!) : `before ${written(before)}`}`;
}
