import { join } from 'node:path';
import type { Engines } from './engines.ts';
import { startProcess, type RunningProcess } from './processes.ts';
import type { Workspace } from './workspace.ts';

/** Starts an api process on a workspace's engines. `columns` is its `TALLYHOOK_COLUMNS`. */
export function startApi(
  { mongodbUri, temporalAddress, folder }: Engines,
  workspace: Workspace,
  columns: string,
): Promise<RunningProcess> {
  return startProcess({
    file: 'packages/api/src/main.ts',
    logPath: join(folder, `api-${columns}.log`),
    environment: {
      PORT: '0',
      MONGODB_URI: mongodbUri,
      TEMPORAL_ADDRESS: temporalAddress,
      TALLYHOOK_HOME: folder,
      TALLYHOOK_KEYRING: workspace.keyringText,
      TALLYHOOK_COLUMNS: columns,
    },
  });
}
