import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './start-service.ts';

const main = join(import.meta.dirname, '../src/main.ts');

/** Starts another api process on the data of a service. `onStart` gets it before it is ready, so that it can be ended. */
export async function startApiProcess(
  { store }: Service,
  settings: Record<string, string>,
  onStart: (child: ChildProcess) => void,
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      MONGODB_URI: process.env.MONGODB_URI,
      TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS,
      TALLYHOOK_DATABASE: store.system.databaseName,
      TALLYHOOK_KEYRING: `test:${randomBytes(32).toString('base64')}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onStart(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
  for (const endAt = Date.now() + 45_000; Date.now() < endAt; await sleep(100))
    if ((await fetch(`${url}/api/session`)).status === 401) return { url, child };
  return assert.fail('the api process did not get ready');
}
