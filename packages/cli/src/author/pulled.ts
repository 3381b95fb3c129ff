import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { readFolder } from '@tallyhook/sdk';
import { parseJson } from '../read-json.ts';
import { writeWhole } from '../whole-file.ts';

/** What a folder had when it was last the same as on the server. */
export interface Pulled {
  /** The address of the product. */
  url: string;
  workspaceId: string;
  connector: string;
  revision: number;
  /** The SHA-256 of each file by path. */
  files: Record<string, string>;
}

/** In a hidden folder, which the compiler passes over. */
const place = (folder: string) => join(folder, '.tallyhook', 'pulled.json');

/** Reads what was last pulled into a folder or pushed from it; undefined if nothing was. */
export function readPulled(folder: string): Pulled | undefined {
  if (!existsSync(place(folder))) return undefined;
  return parseJson(readFileSync(place(folder), 'utf8'), place(folder)) as Pulled;
}

/** Notes that a folder is the same as on the server. */
export function writePulled(
  folder: string,
  { texts, ...about }: Omit<Pulled, 'files'> & { texts: ReadonlyMap<string, string> },
): void {
  const files = Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)]));
  writeWhole(place(folder), `${JSON.stringify({ ...about, files }, null, 2)}\n`);
}

/** The paths of files that differ from what was pulled. */
export interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Compares the files of a folder with those that were pulled. */
export function changesSince(texts: ReadonlyMap<string, string>, pulled: Pulled | undefined): Changes {
  const before = new Map(Object.entries(pulled?.files ?? {}));
  const paths = [...texts.keys()];
  return {
    added: paths.filter((path) => !before.has(path)),
    changed: paths.filter((path) => before.has(path) && before.get(path) !== hashOf(texts.get(path)!)),
    removed: [...before.keys()].filter((path) => !texts.has(path)),
  };
}

/** Changes as lines for people: `+` added, `~` changed, `-` removed. */
export function changeLines({ added, changed, removed }: Changes): string[] {
  const lines = (sign: string, paths: string[]) => paths.map((path) => `${sign} ${path}`);
  return [...lines('+', added), ...lines('~', changed), ...lines('-', removed)];
}

/**
 * The texts of a connector's folder.
 * @throws Problem `invalid_connector` if one of its files cannot be read as text
 */
export function readTexts(folder: string): Map<string, string> {
  const { texts, problems } = readFolder(folder);
  const unread = problems.filter(({ code }) => code !== 'unknown_file');
  // The advice for coding assistants belongs to the tools of this folder, and comes with each of them.
  texts.delete('AGENTS.md');
  if (unread.length === 0) return texts;
  const errors = unread.map(({ file, code, message, hint = '' }) => ({ code, detail: `${file}: ${message}; ${hint}` }));
  throw new Problem('invalid_connector', `"${folder}" has files that are not text.`, { errors });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
