import { createReadStream } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defineType } from '@tallyhook/store/apps';
import { openBranch } from '@tallyhook/store/branches';
import { importCsv, type ImportOptions } from '@tallyhook/store/imports';
import { fetchFlights } from 'tallyhook';
import type { Workspace } from '../workspace.ts';
import { assigneeCount, labelCount, priorities, statuses, ticketLines } from './tickets.ts';

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyhook');

type Import = Pick<ImportOptions, 'type' | 'open' | 'relations' | 'emptyTexts' | 'missing'>;

/**
 * Imports the flights from New York in 2013 with airlines, airports and planes, through the same code as the command
 * line.
 */
export async function fillFlights(workspace: Workspace): Promise<void> {
  const folder = await fetchFlights(cacheFolder, (text) => console.error(text));
  const open = (name: string) => () => createReadStream(join(folder, name));
  await importRows(workspace, { type: 'airline', open: open('airlines.csv') });
  await importRows(workspace, { type: 'airport', open: open('airports.csv') });
  await importRows(workspace, { type: 'plane', open: open('planes.csv') });
  await importRows(workspace, {
    type: 'flight',
    open: open('flights.csv'),
    missing: 'empty',
    emptyTexts: ['NA'],
    relations: [
      { column: 'carrier', field: 'airline', targetType: 'airline', targetKey: 'carrier' },
      { column: 'tailnum', field: 'plane', targetType: 'plane', targetKey: 'tailnum' },
      { column: 'origin', field: 'origin_airport', targetType: 'airport', targetKey: 'faa' },
      { column: 'dest', field: 'destination', targetType: 'airport', targetKey: 'faa' },
    ],
  });
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const named = (name: string, label: string) => ({ name, label, plural: `${label}s`, labelField: 'name' });
const nameField = { name: 'name', label: 'Name', kind: 'text' as const };

/** How the columns of tickets refer to people and labels. */
export const ticketRelations = [
  { column: 'assignee', targetType: 'bench_person', targetKey: 'name' },
  { column: 'labels', targetType: 'bench_label', targetKey: 'name' },
];

/** Creates the tickets, and the people and labels that they name. */
export async function fillTickets(workspace: Workspace, count?: number): Promise<void> {
  await fillPeopleAndLabels(workspace);
  await define(workspace, {
    ...{ name: 'bench_ticket', label: 'Bench ticket', plural: 'Bench tickets', labelField: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'status', label: 'Status', kind: 'choice', options: options(statuses) },
      { name: 'priority', label: 'Priority', kind: 'choice', options: options(priorities) },
      { name: 'estimate', label: 'Estimate', kind: 'number' },
      { name: 'done', label: 'Done', kind: 'yesNo' },
      { name: 'openedAt', label: 'Opened at', kind: 'instant' },
      { name: 'dueAt', label: 'Due at', kind: 'instant' },
      { name: 'assignee', label: 'Assignee', kind: 'relation', target: 'bench_person' },
      { name: 'labels', label: 'Labels', kind: 'relation', many: true, target: 'bench_label' },
    ],
  });
  const open = () => inChunks(ticketLines(count));
  await importRows(workspace, { type: 'bench_ticket', open, relations: ticketRelations });
}

/** Creates the people and labels that tickets name. */
export async function fillPeopleAndLabels(workspace: Workspace): Promise<void> {
  const numbers = (count: number) => () =>
    inChunks(['name\n', ...Array.from({ length: count }, (_, index) => `${index + 1}\n`)]);
  await define(workspace, { ...named('bench_person', 'Bench person'), fields: [nameField] });
  await define(workspace, { ...named('bench_label', 'Bench label'), fields: [nameField] });
  await importRows(workspace, { type: 'bench_person', open: numbers(assigneeCount) });
  await importRows(workspace, { type: 'bench_label', open: numbers(labelCount) });
}

async function define(workspace: Workspace, type: Parameters<typeof defineType>[2]): Promise<void> {
  await defineType(workspace.store, await freshBranch(workspace), type, workspace.personId);
}

const chunkLength = 64 * 1024;

/** Lines as a stream of bytes, with many lines per chunk. */
export function inChunks(lines: Iterable<string>): Readable {
  return Readable.from(chunksOf(lines), { objectMode: false });
}

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** The branch with the types that it has by now. */
export const freshBranch = ({ store, workspaceId }: Workspace) => openBranch(store, workspaceId, 'main');

async function importRows(workspace: Workspace, given: Import): Promise<void> {
  const branch = await freshBranch(workspace);
  const result = await importCsv(workspace.store, branch, { ...given, allOrNothing: true, by: workspace.personId });
  console.error(
    `${given.type}: ${result.imported} rows in ${(result.tookMs / 1000).toFixed(1)} s, ${result.warningCount} warnings`,
  );
}
