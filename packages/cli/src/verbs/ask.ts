import { nameOfKey, recordLabel } from '@tallyhook/schemas';
import type { Command } from 'commander';
import type { ApiRequest } from '../api.ts';
import { grouped, printable, table } from '../output.ts';
import { parseJson, readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface AnswerRow {
  key: Record<string, unknown>;
  [measure: string]: unknown;
}

export interface Answer {
  rows: AnswerRow[];
  overall: Record<string, unknown>;
  labels?: Record<string, Record<string, string | null>>;
}

interface AskOptions extends CommonOptions {
  labels?: boolean;
}

/** `ask`: a question about the records of one type. */
export function registerAsk(program: Command, settings: Settings): void {
  const ask = program
    .command('ask')
    .argument('<question>', 'the question as JSON; `-` reads standard input')
    .description('ask a question about the records of a type')
    .option('--labels', 'name the records that ids stand for');
  withCommonOptions(
    ask,
    `tallyhook ask '{"type":"ticket","groupBy":[{"field":"status"}],"measures":[{"fn":"count"}]}'`,
  ).action((text: string, options: AskOptions) => askQuestion(settings, options, text));
}

async function askQuestion(settings: Settings, options: AskOptions, text: string): Promise<void> {
  const question = text === '-' ? await readJson(settings, '-') : parseJson(text, '<question>');
  const answer = await useApi(settings, options, (api) => api.call<Answer>(requestOf(settings, question, options)));
  print(settings, options, answer, () => answerText(answer));
}

/** A key may ask with either method, a session with GET only. */
function requestOf({ key }: Settings, question: unknown, options: AskOptions): ApiRequest {
  const path = '/api/query';
  const labels = options.labels ? 1 : undefined;
  if (key !== undefined) return { method: 'POST', path, query: { labels }, json: question };
  return { path, query: { q: JSON.stringify(question), labels } };
}

/** An answer as a table with one line a group, and below it the measures over everything. */
export function answerText({ rows, overall, labels }: Answer): string {
  const measures = Object.keys(overall);
  const overallText = `overall: ${measures.map((name) => `${name} ${numberText(overall[name])}`).join(', ')}`;
  const first = rows[0];
  if (first === undefined) return overallText;
  // All other values together have no key.
  const groups = [...new Set(rows.flatMap(({ key }) => Object.keys(key)))];
  const lines = rows.map((row) => [
    ...groups.map((name) => (Object.hasOwn(row.key, name) ? labelOf(labels, name, row.key[name]) : '(all others)')),
    ...measures.map((name) => numberText(row[name])),
  ]);
  return `${table([...groups, ...measures], lines)}\n\n${overallText}`;
}

function labelOf(labels: Answer['labels'], group: string, key: unknown): string {
  if (key === null) return '(empty)';
  const id = printable(key);
  const label = typeof key === 'string' ? nameOfKey(labels, group, key) : undefined;
  return label === undefined ? id : recordLabel(label === null ? null : printable(label), id);
}

function numberText(value: unknown): string {
  return typeof value === 'number' ? grouped(value) : value === null || value === undefined ? 'none' : printable(value);
}
