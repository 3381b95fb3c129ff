import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@tallyhook/store';
import { openReplicaSet } from '../src/engines/replica-set.ts';
import { startTemporal, stopTimeoutMs } from '../src/engines/temporal.ts';
import { answers, freePort } from '../src/ports.ts';
import { runEngines, type RunningEngines } from '../src/engines/run-engines.ts';
import { silentProgress } from '../src/progress.ts';
import { engineSource } from '../src/settings.ts';

describe('engines', function () {
  this.timeout(240_000);
  let directory: string;
  let engines: RunningEngines | undefined;

  before(async () => void (directory = await mkdtemp(join(tmpdir(), 'tallyhook-engines-'))));
  afterEach(async () => {
    await engines?.stop();
    engines = undefined;
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const run = () => runEngines({ directory, source: engineSource(process.env), progress: silentProgress });

  it('keep their data across restarts on other ports', async () => {
    engines = await run();
    const first = engines.mongodbUri;
    const store = await openStore({ uri: first });
    await store.system.collection('kept').insertOne({ value: 1 });
    await store.close();
    await engines.stop();

    engines = await run();
    assert.notEqual(engines.mongodbUri, first);
    const again = await openStore({ uri: engines.mongodbUri });
    assert.equal(await again.system.collection('kept').countDocuments(), 1);
    await again.close();
  });

  it('report an unexpected end with its log, but not a normal stop', async () => {
    const reports: string[] = [];
    const lost = Promise.withResolvers<string>();
    const onLost = (sentence: string) => {
      reports.push(sentence);
      lost.resolve(sentence);
    };
    engines = await runEngines({ directory, source: engineSource(process.env), progress: silentProgress, onLost });
    const store = await openStore({ uri: engines.mongodbUri });
    const { pid } = await store.client.db('admin').command({ serverStatus: 1 });
    process.kill(Number(pid), 'SIGKILL');
    assert.match(
      await lost.promise,
      /^mongod ended unexpectedly \(signal SIGKILL\)\. Its log .*mongod\.log ends with:\n +\S/,
    );
    await store.close();
    await engines.stop();
    engines = undefined;
    // The report is made only after the log was read.
    await sleep(500);
    assert.equal(reports.length, 1);
  });

  it('refuse MongoDB access without the password', async () => {
    engines = await run();
    const store = await openStore({
      uri: engines.mongodbUri.replace(/\/\/[^@]*@/, '//').replace('&authSource=admin', ''),
    });
    await assert.rejects(store.system.collection('kept').findOne(), /requires authentication/);
    await store.close();
  });

  it('listen only on one loopback address', async () => {
    engines = await run();
    for (const port of [new URL(engines.mongodbUri).port, engines.temporalAddress.split(':')[1]]) {
      assert.equal(await answers(Number(port), '127.0.0.1'), true);
      // A program that listens on every address answers here too (RFC 1122 section 3.2.1.3: all of 127/8 is loopback).
      assert.equal(await answers(Number(port), '127.0.0.2'), false);
    }
  });

  it('offer no zlib to MongoDB clients', async () => {
    engines = await run();
    const store = await openStore({ uri: engines.mongodbUri });
    const hello = await store.client.db('admin').command({ hello: 1, compression: ['snappy', 'zstd', 'zlib'] });
    assert.deepEqual(hello.compression, ['snappy', 'zstd']);
    await store.close();
  });

  it('keep finished workflows for 30 days', async () => {
    engines = await run();
    const namespace = execFileSync(
      engines.temporalBinary,
      ['operator', 'namespace', 'describe', '-n', 'tallyhook', '--address', engines.temporalAddress, '-o', 'json'],
      { encoding: 'utf8' },
    );
    assert.match(namespace, /"workflowExecutionRetentionTtl":\s*"2592000s"/);
  });

  it('become ready even if mongod drops connections during setup', async () => {
    engines = await run();
    const { password, port } = new URL(engines.mongodbUri);
    const ended = new Set<Socket>();
    // Closes the first four connections right after the greeting, as a mongod does that was removed from its set.
    const proxy = createServer((client) => {
      const server = connect(Number(port), '127.0.0.1');
      client.pipe(server).pipe(client);
      client.on('error', () => server.destroy());
      server.on('error', () => client.destroy());
      if (ended.size === 4) return;
      ended.add(client);
      server.once('data', () => client.once('data', () => client.destroy()));
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const proxyPort = (proxy.address() as AddressInfo).port;
    try {
      const member = { port: proxyPort, user: 'tallyhook', password, replicaSet: 'tallyhook', uri: engines.mongodbUri };
      await openReplicaSet({ ...member, isRunning: () => true });
      assert.equal(ended.size, 4);
    } finally {
      await new Promise((resolve) => proxy.close(resolve));
    }
  });

  it('become ready even if the Temporal port answers early', async () => {
    engines = await run();
    const binary = join(directory, 'slow-temporal');
    const marker = join(directory, 'said');
    const script = `#!/bin/sh
if [ "$1" = operator ] && [ ! -e "${marker}" ]; then touch "${marker}"; echo "Error: Frontend is not healthy yet" >&2; exit 1; fi
exec "${engines.temporalBinary}" "$@"
`;
    await writeFile(binary, script, { mode: 0o700 });
    const child = await startTemporal({
      binary,
      databasePath: join(directory, 'slow.db'),
      logPath: join(directory, 'slow.log'),
      port: await freePort(),
      namespace: 'tallyhook',
      environment: process.env,
    });
    await child.stop(stopTimeoutMs);
  });
});
