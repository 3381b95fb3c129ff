import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { didYouMean, nearest } from '@tallyhook/schemas';
import type { SourceProblemCode } from './codes/index.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

/** The texts of a connector by their path in the folder, with `/` as separator. */
export type SourceTexts = Map<string, string>;

/** How many files a connector may have. */
export const maxFiles = 1000;
/** How large each of them may be. */
export const maxFileBytes = 1_000_000;
/** The folders of a connector, each with a file for each of its parts. */
export const partFolders: readonly string[] = ['actions', 'webhooks', 'workflows', 'fixtures'];
/** Files besides README.md for readers of the folder. They are not part of a package. */
const passedOver = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'CHANGELOG.md', 'AGENTS.md'];
/** Tool files in a repository of one connector. They are not read. */
const ofTools = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'node_modules',
];
const single = ['connector.json', 'README.md', 'icon.svg'];

/**
 * Reads the files that make up a connector. Does not follow links, and does not open files that are not regular,
 * because reading from a pipe may never end. Reports both, and unknown files.
 */
export function readFolder(folder: string): { texts: SourceTexts; problems: SourceProblem[] } {
  const texts: SourceTexts = new Map();
  const problems: SourceProblem[] = [];
  for (const path of listFiles(folder, problems)) {
    const read = readText(join(folder, path));
    if (read === undefined) continue;
    if ('text' in read) texts.set(path, read.text);
    // An unknown file need not be text.
    else if (classify(path) === undefined) problems.push(unknownFile(path));
    else problems.push({ ...fileProblem(path, read.code, read.message, read.hint), ...read.place });
  }
  return { texts, problems };
}

/** If a folder is inside a connector, such as its `actions`, says which folder is the connector. */
export function connectorAbove(folder: string): SourceProblem | undefined {
  const name = basename(resolve(folder));
  const isThere = (path: string): boolean =>
    lstatSync(join(path, 'connector.json'), { throwIfNoEntry: false }) !== undefined;
  const above = join(folder, '..');
  if (!partFolders.includes(name) || isThere(folder) || !isThere(above)) return undefined;
  const message = `connector.json is missing: this is the folder "${name}" of a connector`;
  return fileProblem('connector.json', 'missing_file', message, `the connector is the folder above: use "${above}"`);
}

function listFiles(folder: string, problems: SourceProblem[]): string[] {
  const paths: string[] = [];
  // For a folder inside `actions`, one file is enough to tell where it belongs.
  const firstFile = (path: string): string =>
    path.includes('/') ? (namesOf(path).find((name) => name.endsWith('.json')) ?? '') : '';
  const namesOf = (path: string): string[] => orReported(path, problems, () => namesIn(join(folder, path))) ?? [];
  const visit = (prefix: string): void => {
    for (const name of namesOf(prefix).sort()) {
      const path = prefix + name;
      if (name.startsWith('.') || isOfTools(path)) continue;
      // It may disappear in the meantime, as when switching branches.
      const info = orReported(path, problems, () => lstatSync(join(folder, path), { throwIfNoEntry: false }));
      if (info === undefined) continue;
      if (info.isSymbolicLink())
        problems.push(fileProblem(path, 'link', 'this is a symbolic link', 'put the file itself here'));
      else if (info.isDirectory() && prefix === '' && partFolders.includes(name)) visit(`${name}/`);
      else if (info.isDirectory())
        problems.push(classify(path) ? notRegular(path, info) : unknownFile(`${path}/${firstFile(path)}`));
      else if (!info.isFile()) problems.push(notRegular(path, info));
      else paths.push(path);
      if (paths.length > maxFiles) return;
    }
  };
  visit('');
  if (paths.length > maxFiles) {
    problems.push(
      fileProblem(
        '.',
        'too_many',
        `the folder has more than ${maxFiles} files`,
        'remove those that are not part of the connector',
      ),
    );
  }
  return paths;
}

/** Reads a path. Reports missing permissions and returns undefined. */
function orReported<T>(path: string, problems: SourceProblem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `this cannot be read (${code})`;
    problems.push(fileProblem(path.replace(/\/$/, '') || '.', 'not_a_file', message, 'give this user read permission'));
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

function notRegular(path: string, info: Stats): SourceProblem {
  return fileProblem(path, 'not_a_file', `this is ${kindOf(info)}, not a file`, 'put a regular file here');
}

function kindOf(info: Stats): string {
  if (info.isDirectory()) return 'a folder';
  if (info.isFIFO()) return 'a pipe';
  if (info.isSocket()) return 'a socket';
  return 'a device';
}

type ReadText =
  { text: string } | { code: SourceProblemCode; message: string; hint: string; place?: ReturnType<typeof placeInText> };

/** Undefined for a file that has disappeared in the meantime. */
function readText(path: string): ReadText | undefined {
  try {
    if (lstatSync(path).size > maxFileBytes) {
      return { code: 'too_large', message: `the file is larger than ${maxFileBytes} bytes`, hint: 'make it smaller' };
    }
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) return notUtf8(bytes);
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    return { code: 'not_a_file', message: `the file cannot be read (${code})`, hint: 'give this user read permission' };
  }
}

/** Reports the position of the first byte that is not valid UTF-8. */
function notUtf8(bytes: Buffer): ReadText {
  const hint = 'save it as UTF-8';
  const mark = bytes.toString('hex', 0, 2).toUpperCase();
  if (mark === 'FFFE' || mark === 'FEFF') {
    const encoding = `UTF-16${mark === 'FFFE' ? 'LE' : 'BE'}`;
    const message = `the file is ${encoding} (byte order mark ${mark.slice(0, 2)} ${mark.slice(2)}), not UTF-8`;
    return { code: 'not_utf8', message, hint };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let [at, offset, from] = [-1, 0, 0];
  do {
    // Everything before is valid UTF-8, so characters give the byte offset. U+FFFD itself may be in the file.
    at = text.indexOf('\ufffd', from);
    offset += Buffer.byteLength(text.slice(from, at)) + (from === 0 ? 0 : 3);
    from = at + 1;
  } while (bytes.toString('hex', offset, offset + 3) === 'efbfbd');
  const byte = bytes.toString('hex', offset, offset + 1).toUpperCase();
  const message = `the file is not UTF-8: the byte ${byte} here is invalid`;
  return { code: 'not_utf8', message, hint, place: placeInText(text, at) };
}

/** Tells the kind of a connector file by its path; undefined if it does not belong there. */
export function classify(
  path: string,
): { kind: 'connector' | 'readme' | 'icon' | 'action' | 'webhook' | 'workflow' | 'fixture'; name: string } | undefined {
  if (path === 'connector.json') return { kind: 'connector', name: '' };
  if (path === 'README.md' || passedOver.includes(path) || isOfTools(path)) return { kind: 'readme', name: '' };
  if (path === 'icon.svg') return { kind: 'icon', name: '' };
  const match = /^(action|webhook|workflow|fixture)s\/([^/]+)\.json$/.exec(path);
  if (match === null) return undefined;
  return { kind: match[1] as 'action', name: match[2]! };
}

/** Whether a connector folder may contain a file with this path. Hidden files and tool files are ignored. */
export function isConnectorFile(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.')) || classify(path) !== undefined;
}

function isOfTools(path: string): boolean {
  return ofTools.includes(path.split('/')[0]!);
}

/** Reports a file that is not part of a connector. */
export function unknownFile(path: string): SourceProblem {
  const [first = '', ...rest] = path.split('/');
  const near = nearest(first, rest.length === 0 ? single : partFolders);
  const meant = near === undefined ? undefined : [near, ...rest].join('/');
  const suggestion = meant === path ? undefined : meant;
  const hint = `a connector consists of ${[...single, ...partFolders.map((folder) => `${folder}/NAME.json`)].join(', ')}`;
  const problem = fileProblem(path, 'unknown_file', `"${path}" is not part of a connector`, hint);
  return suggestion === undefined ? problem : { ...problem, hint: didYouMean(suggestion), suggestion };
}

/** A problem with a whole file. */
export function fileProblem(file: string, code: SourceProblemCode, message: string, hint: string): SourceProblem {
  return {
    severity: 'error',
    file,
    line: 1,
    column: 1,
    pointer: '#',
    code,
    message,
    hint,
    sourceLine: '',
    sourceColumn: 1,
  };
}
