import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  appSchema,
  createValidator,
  dashboardSchema,
  numberFormatSchema,
  Problem,
  questionSchema,
  reportSchema,
  type App,
  type ProblemDetail,
} from '@tallyhook/schemas';
import type { AppPackage } from '@tallyhook/schemas/api';
import { digest } from '../compile/canonical-json.ts';

/** The folders of an app, each with one JSON file per item. */
const parts = ['types', 'reports', 'dashboards', 'workflows', 'samples'] as const;
type Part = (typeof parts)[number];

/** The name of an item in its file; its file has the same name. */
const nameKeys: Record<Part, 'name' | 'id' | 'type'> = {
  ...{ types: 'name', reports: 'id', dashboards: 'id', workflows: 'id', samples: 'type' },
};

const maxFileBytes = 1024 * 1024;
const check = createValidator(appSchema, [dashboardSchema, numberFormatSchema, questionSchema, reportSchema]);

/**
 * Compiles the folder of an app: `app.json` with its id, name, version and the order of its items, and a folder each for
 * types, reports, dashboards, workflows and samples. The same folder always gives the same package.
 * @throws Problem `invalid_input` with every mistake and its file.
 */
export function compileApp(folder: string): AppPackage {
  const mistakes: ProblemDetail[] = [];
  const root = readJson(folder, 'app.json', mistakes) as Partial<Record<Part, unknown>> & Record<string, unknown>;
  const places: Record<string, string> = {};
  const app: Record<string, unknown> = { ...root };
  delete app.$schema;
  for (const part of parts) {
    const names = orderOf(root[part], part, mistakes);
    const items = names.flatMap((name) => readItem(folder, { part, name }, mistakes));
    for (const [index, name] of names.entries()) places[`#/${part}/${index}`] = `${part}/${name}.json`;
    findUnlisted(folder, { part, names }, mistakes);
    if (items.length > 0 || part === 'types') app[part] = items;
    else delete app[part];
  }
  refuse(folder, mistakes);
  refuse(
    folder,
    check(app).map((mistake) => placed(mistake, places)),
  );
  refuse(folder, findLooseEnds(app as unknown as App));
  return packApp(app as unknown as App);
}

/** An app with its digest, which covers the app as canonical JSON. */
export const packApp = (app: App): AppPackage => ({ app, sha256: digest(app) });

/**
 * Checks a package that somebody sent: its shape and its digest.
 * @throws Problem `invalid_input` with every mistake.
 */
export function readAppPackage(given: unknown): AppPackage {
  const { app, sha256 } = (given ?? {}) as Partial<AppPackage>;
  refuse(
    'the package',
    check(app).map((mistake) => ({ ...mistake, pointer: under(mistake.pointer) })),
  );
  const packed = packApp(app!);
  if (packed.sha256 === sha256) return packed;
  const detail = `The SHA-256 of the app is ${packed.sha256}, but the package says ${JSON.stringify(sha256)?.slice(0, 100)}: build it again.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/sha256', code: 'wrong_digest', detail }] });
}

const under = (pointer = '#') => pointer.replace(/^#/, '#/app');

function orderOf(given: unknown, part: Part, mistakes: ProblemDetail[]): string[] {
  if (given === undefined) return [];
  if (Array.isArray(given) && given.every((name) => typeof name === 'string' && /^[A-Za-z][A-Za-z0-9_-]*$/.test(name)))
    return given as string[];
  const detail = `"${part}" in app.json must list the names of the files in ${part}/, in order.`;
  mistakes.push({ pointer: `app.json#/${part}`, code: 'wrong_kind', detail });
  return [];
}

function readItem(folder: string, { part, name }: { part: Part; name: string }, mistakes: ProblemDetail[]): unknown[] {
  const path = `${part}/${name}.json`;
  const item = readJson(folder, path, mistakes);
  if (item === undefined) return [];
  const { $schema, ...rest } = item as Record<string, unknown>;
  void $schema;
  const key = nameKeys[part];
  if (rest[key] !== undefined && rest[key] !== name) {
    const detail = `The "${key}" in ${path} is ${JSON.stringify(rest[key])}: name it like its file, "${name}".`;
    mistakes.push({ pointer: `${path}#/${key}`, code: 'not_allowed', detail });
  }
  return [{ [key]: name, ...rest }];
}

function findUnlisted(
  folder: string,
  { part, names }: { part: Part; names: string[] },
  mistakes: ProblemDetail[],
): void {
  let files: string[];
  try {
    files = readdirSync(join(folder, part)).sort();
  } catch {
    return;
  }
  for (const file of files) {
    if (names.some((name) => `${name}.json` === file)) continue;
    const detail = `${part}/${file} is not listed under "${part}" in app.json: list it there, or delete it.`;
    mistakes.push({ pointer: `${part}/${file}`, code: 'unknown_file', detail });
  }
}

function readJson(folder: string, path: string, mistakes: ProblemDetail[]): unknown {
  const fail = (code: string, detail: string) => {
    mistakes.push({ pointer: path, code, detail });
    return path === 'app.json' ? {} : undefined;
  };
  let text: string;
  try {
    if (statSync(join(folder, path)).size > maxFileBytes) return fail('too_large', `${path} is larger than 1 MiB.`);
    text = readFileSync(join(folder, path), 'utf8');
  } catch {
    return fail('missing_file', `${join(folder, path)} cannot be read: create it.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return fail('wrong_kind', `${path} must contain a JSON object.`);
  } catch (error) {
    return fail('invalid_json', `${path} is not JSON: ${(error as Error).message}.`);
  }
}

/** What the schema cannot say: names that point to nothing. */
function findLooseEnds({ types, reports = [], dashboards = [], samples = [] }: App): ProblemDetail[] {
  const mistakes: ProblemDetail[] = [];
  const names = types.map(({ name }) => name);
  const ids = reports.map(({ id }) => id);
  const add = (pointer: string, code: string, detail: string) => mistakes.push({ pointer, code, detail });
  for (const { id, definition } of reports) {
    if (names.includes(definition.type)) continue;
    add(`reports/${id}.json#/definition/type`, 'unknown_type', `The app has no type "${definition.type}".`);
  }
  for (const { id, tiles } of dashboards)
    for (const [place, { report }] of tiles.entries()) {
      if (ids.includes(report)) continue;
      const pointer = `dashboards/${id}.json#/tiles/${place}/report`;
      add(
        pointer,
        'not_allowed',
        `The dashboard "${id}" has a tile for the report "${report}", which the app does not include.`,
      );
    }
  for (const { type } of samples)
    if (!names.includes(type)) add(`samples/${type}.json`, 'unknown_type', `The app has no type "${type}".`);
  return mistakes;
}

/** A mistake with the file that has it. */
function placed(mistake: ProblemDetail, places: Record<string, string>): ProblemDetail {
  const [, item, rest = ''] = /^(#\/\w+\/\d+)(.*)$/.exec(mistake.pointer ?? '') ?? [];
  const file = item === undefined ? undefined : places[item];
  return { ...mistake, pointer: file === undefined ? `app.json${mistake.pointer ?? ''}` : `${file}#${rest}` };
}

function refuse(what: string, mistakes: readonly ProblemDetail[]): void {
  if (mistakes.length === 0) return;
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
  const errors = mistakes.map((mistake) => ({
    ...mistake,
    detail: mistake.pointer === undefined ? mistake.detail : `${mistake.pointer}: ${mistake.detail}`,
  }));
  throw new Problem('invalid_input', `The app in ${what} has ${count}.`, { errors });
}
