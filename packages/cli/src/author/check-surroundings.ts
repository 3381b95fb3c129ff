import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { checkFolder, formatCounts, isFile, isFolder } from './check-folder.ts';
import { schemaFolder } from '@tallyhook/sdk';
import { editorFiles } from './editor-files.ts';
import type { Finding } from './find-program.ts';

/** Checks a connector and the schemas its files name; returns nothing if the folder is not a connector. */
export function checkConnectorFolder(folder: string): Finding[] {
  const file = join(folder, 'connector.json');
  const unseen = whyUnseen(file);
  if (unseen !== undefined) return [{ name: 'Connector', state: 'broken', detail: unseen }];
  if (!existsSync(file)) {
    const advice = 'Pass a connector folder, or create a connector with `tallyhook init`.';
    return [{ name: 'Connector', state: 'missing', detail: `not found in "${folder}"`, advice }];
  }
  const { problems, package: compiled } = checkFolder(folder)!;
  const detail = `${folder}: ${formatCounts(problems)}`;
  const connector: Finding =
    compiled === undefined
      ? { name: 'Connector', state: 'broken', detail, advice: `See \`tallyhook validate ${folder}\`.` }
      : { name: 'Connector', state: 'good', detail };
  const isUnread = problems.some((problem) => problem.file === file && problem.code === 'not_a_file');
  return isUnread ? [connector] : [connector, checkSchemas(folder)];
}

function checkSchemas(folder: string): Finding {
  const name = 'Schemas for editors';
  const file = join(folder, 'connector.json');
  const named = /"\$schema"\s*:\s*"([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1];
  if (named === undefined)
    return { name, state: 'missing', detail: `${file} has no "$schema"`, advice: 'Add "$schema" to each file.' };
  if (/^https?:/.test(named)) return { name, state: 'good', detail: named };
  if (!existsSync(join(dirname(file), named))) {
    const advice = `Set "$schema" to the path of connector.schema.json; \`tallyhook init\` puts it into ${schemaFolder}/.`;
    return { name, state: 'broken', detail: `${file} refers to "${named}", which does not exist`, advice };
  }
  const copies = isFolder(join(folder, schemaFolder))
    ? [...editorFiles()].filter(([path]) => path.startsWith(schemaFolder))
    : [];
  const missing = copies.filter(([path]) => !isFile(join(folder, path)));
  const stale = copies.filter(([path, text]) => {
    const copy = join(folder, path);
    return isFile(copy) && readFileSync(copy, 'utf8') !== text;
  });
  if (missing.length + stale.length === 0) return { name, state: 'good', detail: named };
  const listed = (what: string, files: typeof copies): string[] =>
    files.length === 0 ? [] : [`${what}: ${files.map(([path]) => path).join(', ')}`];
  const advice =
    'Editors may complete nothing, or keys that this version rejects. Copy the schemas from a folder created by `tallyhook init`.';
  return {
    name,
    state: 'broken',
    detail: [...listed('missing', missing), ...listed('from another version', stale)].join('; '),
    advice,
  };
}

/** Why a file's existence cannot be determined; undefined if it can. */
function whyUnseen(path: string): string | undefined {
  try {
    isFile(path);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
