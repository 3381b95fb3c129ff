import { nameOfKey, recordLabel, type Answer, type Question } from '@tallyhook/schemas';
import type { Command } from 'commander';
import type { Api } from '../api.ts';
import { grouped, printable, table } from '../output.ts';
import { parseJson, readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface AskOptions extends CommonOptions {
  labels?: boolean;
}

/** `ask`: a question about the records of one type. */
export function registerAsk(program: Command, settings: Settings): void {
  const ask = program
    .command('ask')
    .argument('<question>', 'the question as JSON; `-` reads standard input')
    .description('ask a question about the records of a type')
    .option('--labels', 'show the names of records as well as their ids');
  withCommonOptions(
    ask,
    `tallyhook ask '{"type":"ticket","groupBy":[{"field":"status"}],"measures":[{"fn":"count"}]}'`,
  ).action((text: string, options: AskOptions) => askQuestion(settings, options, text));
}

async function askQuestion(settings: Settings, options: AskOptions, text: string): Promise<void> {
  const question = text === '-' ? await readJson(settings, '-') : parseJson(text, '<question>');
  const answer = await useApi(settings, options, (api) => ask(api, settings, question as Question, options));
  print(settings, options, answer, () => answerText(answer));
}

/** A key may use either method; a session only GET. */
function ask(api: Api, { key }: Settings, question: Question, { labels }: AskOptions): Promise<Answer> {
  if (key !== undefined) return api.call('POST /api/query', { query: { labels }, body: question });
  return api.call('GET /api/query', { query: { q: JSON.stringify(question), labels } });
}

/** Formats an answer as a table with one line per group, and the overall measures below it. */
export function answerText({ rows, overall, labels }: Pick<Answer, 'rows' | 'overall' | 'labels'>): string {
  const measures = Object.keys(overall);
  const overallText = `overall: ${measures.map((name) => `${name} ${numberText(overall[name])}`).join(', ')}`;
  const first = rows[0];
  if (first === undefined) return overallText;
  // The row for all other values has no key.
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
