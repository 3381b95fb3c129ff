import proto from '@temporalio/proto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type History = proto.temporal.api.history.v1.IHistory;

const { History } = proto.temporal.api.history.v1;
const folder = join(import.meta.dirname, 'histories');

/** The names of the recorded histories. */
export async function listHistories(): Promise<string[]> {
  return (await readdir(folder)).map((file) => file.replace(/\.json$/, ''));
}

export async function readHistory(name: string): Promise<History> {
  const json = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Record<string, unknown>;
  return History.fromObject(json);
}

/** Saves a history as JSON with the machine's name blanked. */
export async function writeHistory(name: string, history: History): Promise<void> {
  const json = History.toObject(History.fromObject(history), { enums: String, longs: String, bytes: String });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(json, blank, 2)}\n`);
}

/** Workers and their sticky queues are named after host and process. */
function blank(key: string, value: unknown): unknown {
  if (key === 'identity') return 'worker';
  if (key === 'name' && typeof value === 'string' && /^[^:]+:\d+:/.test(value)) return 'worker';
  return key === 'stackTrace' ? '' : value;
}
