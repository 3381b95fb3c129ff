import { Problem } from '@tallyhook/schemas';
import type { Command } from 'commander';
import type { Api } from '../api.ts';
import type { Settings } from '../settings.ts';
import { findAddress, print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { noFolder, isFolder } from './check-folder.ts';
import { changeLines, changesSince, readPulled, readTexts, writePulled, type Pulled } from './pulled.ts';

/** `push`: saves a connector's folder in the product. Exit 0 done, 1 refused, 2 bad usage. */
export function registerPush(program: Command, settings: Settings): void {
  const verb = program
    .command('push')
    .argument('[folder]', 'the connector folder', '.')
    .description('save a connector folder in the product, where people can go on with it; it may have mistakes');
  withCommonOptions(verb, 'tallyhook push my-crm').action((folder: string, options: CommonOptions) =>
    push(settings, folder, options),
  );
}

async function push(settings: Settings, folder: string, options: CommonOptions): Promise<void> {
  if (!isFolder(folder)) throw noFolder(folder);
  const texts = readTexts(folder);
  const { url } = await findAddress(settings, options);
  const last = readPulled(folder);
  // Another product or workspace knows nothing of what was pulled.
  const isThere = last?.url === url && (await isOf(settings, options, last));
  const pulled = isThere ? last : undefined;
  const changes = changesSince(texts, pulled);
  const lines = changeLines(changes);
  if (pulled !== undefined && lines.length === 0) {
    const answer = { id: pulled.connector, revision: pulled.revision, ...changes };
    print(settings, options, answer, () => `${folder}: nothing to push since revision ${pulled.revision}`);
    return;
  }
  const { id, workspaceId, revision, problems } = await useApi(settings, options, (api) => save(api, pulled, texts));
  writePulled(folder, { url, workspaceId, connector: id, revision, texts });
  const mistakes =
    problems.length === 0
      ? ''
      : `; \`tallyhook validate ${folder}\` shows ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`;
  const answer = { id, revision, problems: problems.length, ...changes };
  print(settings, options, answer, () => [...lines, `${id}: saved as revision ${revision}${mistakes}`].join('\n'));
}

/** Whether the workspace that is used has the connector, and is the one it was pulled from. */
function isOf(settings: Settings, options: CommonOptions, { connector, workspaceId }: Pulled): Promise<boolean> {
  return useApi(settings, options, async (api) => {
    const there = await api.call('GET /api/connector-folders', {});
    return there.workspaceId === workspaceId && there.folders.some(({ id }) => id === connector);
  });
}

async function save(api: Api, pulled: Pulled | undefined, texts: ReadonlyMap<string, string>) {
  const files = [...texts].map(([path, text]) => ({ path, text }));
  try {
    if (pulled === undefined) return await api.call('POST /api/connector-folders', { body: { from: 'files', files } });
    const { connector: id, revision } = pulled;
    return await api.call('PUT /api/connector-folders/:id', { path: { id }, body: { revision, files } });
  } catch (error) {
    if (!(error instanceof Problem) || !['revision_conflict', 'already_exists'].includes(error.code)) throw error;
    const advice = 'Pull it first, into another folder or with --force, and put your changes on top.';
    throw new Problem(error.code, `Nothing was pushed. ${error.message} ${advice}`);
  }
}
