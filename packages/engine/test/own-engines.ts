import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore, pingStore } from '@tallyhook/store';
import { namespace } from './engines.ts';

/** A mongod and a Temporal server that a test may kill. */
export interface OwnEngines {
  mongodbUri: string;
  temporalAddress: string;
  /** Kills one with SIGKILL and starts it again on the same data; resolves when it takes work again. */
  restart(name: 'mongod' | 'temporal'): Promise<void>;
  stop(): Promise<void>;
}

interface Engine {
  start(): ChildProcess;
  isReady(): Promise<boolean>;
}

export async function startOwnEngines(): Promise<OwnEngines> {
  const { TALLYHOOK_MONGOD: mongod, TALLYHOOK_TEMPORAL: temporal } = process.env;
  assert.ok(
    mongod && temporal,
    'Set TALLYHOOK_MONGOD and TALLYHOOK_TEMPORAL to their programs: this test kills its own.',
  );
  const folder = await mkdtemp(join(tmpdir(), 'tallyhook-engines-'));
  const [mongodPort, temporalPort] = [await freePort(), await freePort()];
  const direct = `mongodb://127.0.0.1:${mongodPort}/?directConnection=true`;
  const run = (binary: string, args: string[]) => spawn(binary, args, { stdio: 'ignore' });
  const engines: Record<'mongod' | 'temporal', Engine> = {
    mongod: {
      start: () =>
        run(mongod, [
          ...['--dbpath', folder, '--port', String(mongodPort), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'],
          ...['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'transactionLifetimeLimitSeconds=20'],
        ]),
      async isReady() {
        const store = await openStore({ uri: direct }).catch(() => undefined);
        const isPrimary = store !== undefined && (await pingStore(store, { timeoutMs: 2_000 }));
        await store?.close();
        return isPrimary;
      },
    },
    temporal: {
      start: () =>
        run(temporal, [
          ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(temporalPort)],
          ...['--db-filename', join(folder, 'temporal.db'), '--namespace', namespace, '--log-level', 'never'],
          ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
        ]),
      isReady: () => answers(temporalPort),
    },
  };
  const running = { mongod: engines.mongod.start(), temporal: engines.temporal.start() };
  const ready = async (name: 'mongod' | 'temporal') => {
    for (const endAt = Date.now() + 60_000; !(await engines[name].isReady()); await pause(100))
      assert.ok(Date.now() < endAt, `${name} was not ready within a minute`);
  };
  const kill = async (child: ChildProcess) => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  while (!(await answers(mongodPort))) await pause(50);
  const store = await openStore({ uri: direct });
  const members = [{ _id: 0, host: `127.0.0.1:${mongodPort}` }];
  await store.client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
  await store.close();
  await Promise.all([ready('mongod'), ready('temporal')]);
  return {
    mongodbUri: `mongodb://127.0.0.1:${mongodPort}/?replicaSet=rs0`,
    temporalAddress: `127.0.0.1:${temporalPort}`,
    async restart(name) {
      await kill(running[name]);
      running[name] = engines[name].start();
      await ready(name);
    },
    async stop() {
      await Promise.all(Object.values(running).map(kill));
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}

/** Below the ports that the system gives to others, since the engine is away for a while. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    assert.equal((server.address() as AddressInfo).port, port);
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
