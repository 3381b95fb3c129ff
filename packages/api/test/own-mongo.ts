import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '@tallyhook/store';

/** A separate MongoDB that a test may stop. */
export interface OwnMongo {
  uri: string;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it with SIGKILL, so that nothing more is written. */
  kill(): Promise<void>;
  /** Restarts it on the same data. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts one, with server parameters by name. */
export async function createMongo(parameters: Record<string, number> = {}): Promise<OwnMongo> {
  const binary = process.env.TALLYHOOK_MONGOD;
  assert.ok(binary, 'Set TALLYHOOK_MONGOD to the path of a mongod: this test starts its own.');
  const folder = await mkdtemp(join(tmpdir(), 'tallyhook-mongod-'));
  const port = await freePort();
  const address = ['--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'];
  const set = Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]);
  const run = () =>
    spawn(binary, ['--dbpath', folder, ...address, '--wiredTigerCacheSizeGB', '0.25', ...set], { stdio: 'ignore' });
  let child: ChildProcess = run();
  await becomePrimary(port, { initiate: true });
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
    signal: (signal) => void child.kill(signal),
    kill,
    async start() {
      child = run();
      await becomePrimary(port, { initiate: false });
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function becomePrimary(port: number, { initiate }: { initiate: boolean }): Promise<void> {
  const direct = await openOnceThere(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  const admin = direct.client.db('admin');
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  if (initiate) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(100);
  await direct.close();
}

/** After a kill, mongod replays its journal before it listens; on a busy machine that outlasts one attempt. */
async function openOnceThere(uri: string): Promise<Store> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await openStore({ uri });
    } catch (error) {
      if (attempts === 10) throw error;
    }
  }
}

/** Below the ephemeral port range: a port there could be taken while this mongod is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
