/** Rotates a keyring to the end, or kills itself before the nth command that it sends to MongoDB. */
import { createRequire } from 'node:module';
import { env, pid, stdout } from 'node:process';
import { openStore } from '../src/database/store.ts';
import { readKeyringFile, readKeyringStatus, rotateKeyring } from '../src/keyring/index.ts';

interface Connection {
  command(namespace: string, command: object, ...rest: unknown[]): unknown;
}

const require = createRequire(import.meta.url);
const driver = require('mongodb/lib/cmap/connection.js') as { Connection: { prototype: Connection } };
const { prototype } = driver.Connection;
const send = prototype.command;
/** What the driver sends by itself, at any time. */
const ofDriver = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'saslStart', 'saslContinue']);
const killedBefore = Number(env['KILLED_BEFORE'] ?? Infinity);
let commands = 0;
prototype.command = function (this: Connection, namespace, command, ...rest) {
  if (!ofDriver.has(Object.keys(command)[0]!) && ++commands === killedBefore) process.kill(pid, 'SIGKILL');
  return send.call(this, namespace, command, ...rest);
};

const keyringFile = env['KEYRING_FILE'] ?? '';
const store = await openStore({
  uri: env['MONGODB_URI'] ?? '',
  databasePrefix: env['DATABASE'] ?? '',
  keyring: await readKeyringFile(keyringFile),
  keyringFile,
});
const actor = { by: 'test', now: new Date() };
// As `tallyhook keyring rotate` does.
const before = await readKeyringStatus(store);
let status = await rotateKeyring(store, before.remaining === 0 ? { replace: before.current } : {}, actor);
while (status.remaining > 0) status = await rotateKeyring(store, {}, actor);
stdout.write(JSON.stringify({ commands, status }));
await store.close();
