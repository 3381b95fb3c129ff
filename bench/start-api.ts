import { join } from 'node:path';
import type { Engines } from './engines.ts';
import { startProcess, type RunningProcess } from './processes.ts';
import type { Workspace } from './workspace.ts';

/** Starts an api process on a workspace's engines, with more settings. Its log has the name. */
export function startApi(
  { mongodbUri, temporalAddress, folder }: Engines,
  { keyringText }: Workspace,
  { name, settings }: { name: string; settings: Record<string, string> },
): Promise<RunningProcess> {
  return startProcess({
    file: 'packages/api/src/main.ts',
    logPath: join(folder, `api-${name}.log`),
    environment: {
      PORT: '0',
      MONGODB_URI: mongodbUri,
      TEMPORAL_ADDRESS: temporalAddress,
      TALLYHOOK_HOME: folder,
      TALLYHOOK_KEYRING: keyringText,
      ...settings,
    },
  });
}
