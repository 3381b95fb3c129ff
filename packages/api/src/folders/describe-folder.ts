import type { ConnectorFolder as Answer, FolderChecks } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { findNewestRelease, type ConnectorFolder } from '@tallyhook/store/connectors';
import { describeParts } from '../connectors/describe-parts.ts';
import type { CompiledFolder } from './folder-jobs.ts';

/** The mistakes of files and what they offer. */
export function describeCompiled({ problems, released }: CompiledFolder): FolderChecks {
  return {
    problems: problems.map(({ severity, file, line, column, pointer, code, message, hint }) => ({
      ...{ severity, file, line, column, pointer, code, message },
      ...(hint !== undefined && { hint }),
    })),
    described: released && describeParts(released),
  };
}

/** A connector in the making, as the answers of routes show it. */
export async function describeFolder(
  store: Store,
  workspaceId: string,
  { folder, compiled }: { folder: ConnectorFolder; compiled: CompiledFolder },
): Promise<Answer> {
  const { connector: id, name, version, revision, files, changedAt, changedBy } = folder;
  const newest = await findNewestRelease(store, { workspaceId }, id);
  return {
    ...{ id, workspaceId, name, version, revision, files, changedAt, changedBy },
    latestVersion: newest?.version ?? null,
    ...describeCompiled(compiled),
  };
}
