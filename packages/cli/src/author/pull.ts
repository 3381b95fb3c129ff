import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFolderPath } from '@tallyhook/sdk';
import { Problem } from '@tallyhook/schemas';
import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { findAddress, print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { writeWhole } from '../whole-file.ts';
import { editorFiles } from './editor-files.ts';
import { changeLines, changesSince, readPulled, readTexts, writePulled } from './pulled.ts';

interface PullOptions extends CommonOptions {
  into?: string;
  force?: boolean;
}

/** `pull`: writes a connector in the making from the product into a folder. Exit 0 done, 1 refused, 2 bad usage. */
export function registerPull(program: Command, settings: Settings): void {
  const verb = program
    .command('pull')
    .argument('<id>', 'the id of the connector')
    .description('write a connector that is being made in the product into a folder')
    .option('--into <folder>', 'the folder (default: the id)')
    .option('--force', 'overwrite what was changed in the folder since it was last pulled or pushed');
  withCommonOptions(verb, 'tallyhook pull my-crm').action((id: string, options: PullOptions) =>
    pull(settings, id, options),
  );
}

async function pull(settings: Settings, id: string, options: PullOptions): Promise<void> {
  const folder = options.into ?? id;
  const isNew = !existsSync(folder) || readdirSync(folder).length === 0;
  const local = isNew ? new Map<string, string>() : readTexts(folder);
  const lost = changeLines(changesSince(local, readPulled(folder)));
  if (lost.length > 0 && options.force !== true) throw wouldLose(folder, lost);
  const { url } = await findAddress(settings, options);
  const { files, revision, workspaceId } = await useApi(settings, options, (api) =>
    api.call('GET /api/connector-folders/:id', { path: { id } }),
  );
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const outside = [...texts.keys()].find((path) => !isFolderPath(path));
  if (outside !== undefined)
    throw new Problem('invalid_connector', `The product sent the path ${JSON.stringify(outside)}.`);
  const written = [...texts].filter(([path, text]) => local.get(path) !== text);
  for (const [path, text] of written) writeWhole(join(folder, path), text);
  const removed = [...local.keys()].filter((path) => !texts.has(path));
  for (const path of removed) rmSync(join(folder, path));
  if (isNew) for (const [path, text] of editorFiles()) writeWhole(join(folder, path), text);
  writePulled(folder, { url, workspaceId, connector: id, revision, texts });
  const answer = { folder, id, revision, written: written.map(([path]) => path), removed };
  const count = `${written.length} file${written.length === 1 ? '' : 's'} written, ${removed.length} removed`;
  print(settings, options, answer, () => `${folder}: revision ${revision} of ${id}, ${count}`);
}

function wouldLose(folder: string, lost: readonly string[]): Problem {
  const detail = `Nothing was pulled: "${folder}" was changed since it was last pulled or pushed. Push it first, or pass --force to lose the changes.`;
  return new Problem('already_exists', `${detail}\n${lost.join('\n')}`);
}
