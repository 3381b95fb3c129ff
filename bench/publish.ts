import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clone } from './processes.ts';

/** Prints a measurement; `--save` also writes it into `bench/README.md` between the markers with its name. */
export async function publish(name: string, text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
  if (!process.argv.includes('--save')) return;
  const path = join(clone, 'bench', 'README.md');
  await writeFile(path, putBetween(await readFile(path, 'utf8'), name, text));
}

/** Replaces the text between the markers with a name. */
export function putBetween(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no markers "${begin}" and "${end}".`);
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}
