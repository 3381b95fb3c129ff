import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '@tallyhook/schemas';
import type { SourceProblemCode } from './codes/index.ts';
import type { SourceProblem } from './source-problem.ts';

/** The texts of a connector by their path in its folder, with `/` between names. */
export type SourceTexts = Map<string, string>;

const mostFiles = 1000;
const mostBytes = 1_000_000;
const folders = ['actions', 'webhooks', 'fixtures'];
const single = ['connector.json', 'README.md', 'icon.svg'];

/** Reads the files of a folder that a connector is made of. Links are not followed, other files are reported. */
export function readFolder(folder: string): { texts: SourceTexts; problems: SourceProblem[] } {
  const texts: SourceTexts = new Map();
  const problems: SourceProblem[] = [];
  for (const path of listFiles(folder, problems)) {
    const read = readText(join(folder, path));
    if ('text' in read) texts.set(path, read.text);
    else problems.push(fileProblem(path, read.code, read.message, read.hint));
  }
  return { texts, problems };
}

function listFiles(folder: string, problems: SourceProblem[]): string[] {
  const paths: string[] = [];
  const visit = (prefix: string): void => {
    for (const name of readdirSync(join(folder, prefix)).sort()) {
      const path = prefix + name;
      const info = lstatSync(join(folder, path));
      if (name.startsWith('.')) continue;
      if (info.isSymbolicLink()) problems.push(fileProblem(path, 'link', 'this is a link', 'put the file itself here'));
      else if (info.isDirectory() && prefix === '' && folders.includes(name)) visit(`${name}/`);
      else if (info.isDirectory()) problems.push(unknownFile(`${path}/`));
      else paths.push(path);
      if (paths.length > mostFiles) return;
    }
  };
  visit('');
  if (paths.length > mostFiles) {
    problems.push(fileProblem('.', 'too_many', `there are more than ${mostFiles} files`, 'a connector needs fewer'));
  }
  return paths;
}

type ReadText = { text: string } | { code: SourceProblemCode; message: string; hint: string };

function readText(path: string): ReadText {
  if (lstatSync(path).size > mostBytes) {
    return { code: 'too_large', message: `the file is larger than ${mostBytes} bytes`, hint: 'make it smaller' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) };
  } catch {
    return { code: 'not_utf8', message: 'the file is not UTF-8', hint: 'save it as UTF-8' };
  }
}

/** What a file of a connector is, by its path; undefined for one that does not belong there. */
export function classify(
  path: string,
): { kind: 'connector' | 'readme' | 'icon' | 'action' | 'webhook' | 'fixture'; name: string } | undefined {
  if (path === 'connector.json') return { kind: 'connector', name: '' };
  if (path === 'README.md') return { kind: 'readme', name: '' };
  if (path === 'icon.svg') return { kind: 'icon', name: '' };
  const match = /^(action|webhook|fixture)s\/([^/]+)\.json$/.exec(path);
  if (match === null) return undefined;
  return { kind: match[1] as 'action', name: match[2]! };
}

/** Reports a file that belongs to no part of a connector. */
export function unknownFile(path: string): SourceProblem {
  const [first = '', ...rest] = path.split('/');
  const near = rest.length === 0 ? nearest(first, single) : nearest(first, folders);
  const known = [...single, ...folders.map((folder) => `${folder}/NAME.json`)].join(', ');
  const hint =
    near === undefined || near === first
      ? `a connector holds ${known}`
      : `did you mean "${[near, ...rest].join('/')}"?`;
  return fileProblem(path, 'unknown_file', `"${path}" is no part of a connector`, hint);
}

/** A problem of a file as a whole. */
export function fileProblem(file: string, code: SourceProblemCode, message: string, hint: string): SourceProblem {
  return { severity: 'error', file, line: 1, column: 1, pointer: '#', code, message, hint, sourceLine: '' };
}
