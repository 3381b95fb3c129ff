/**
 * Merges, reverts or changes a type, and kills itself before the nth command that it sends to MongoDB. Prints how many
 * commands it sent if it comes to the end.
 */
import { createRequire } from 'node:module';
import { env, pid, stdout } from 'node:process';
import { openBranch } from '../src/branches/index.ts';
import { openStore } from '../src/index.ts';
import { mergeBranch, revertCommit } from '../src/merging/index.ts';
import { removeType, saveType, type TypeWish } from '../src/types/index.ts';

interface Connection {
  command(namespace: string, command: object, ...rest: unknown[]): unknown;
}

/** What the process does, as JSON in `WORK`. */
export interface DyingWork {
  workspaceId: string;
  merge?: { into: string; from: string };
  revert?: string;
  save?: TypeWish;
  remove?: string;
  /** Builds beside what is in use, whatever the size. */
  isLarge: boolean;
}

const require = createRequire(import.meta.url);
const { prototype } = (require('mongodb/lib/cmap/connection.js') as { Connection: { prototype: Connection } })
  .Connection;
const send = prototype.command;
/** What the driver sends by itself, at any time. */
const ofDriver = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'saslStart', 'saslContinue']);
const killedBefore = Number(env['KILLED_BEFORE'] ?? Infinity);
let commands = 0;
let isCounting = false;
prototype.command = function (this: Connection, namespace, command, ...rest) {
  const counts = isCounting && !ofDriver.has(Object.keys(command)[0]!);
  if (counts && ++commands === killedBefore) process.kill(pid, 'SIGKILL');
  return send.call(this, namespace, command, ...rest);
};

const store = await openStore({ uri: env['MONGODB_URI'] ?? '', databasePrefix: env['DATABASE'] ?? '' });
const { workspaceId, merge, revert, save, remove, isLarge } = JSON.parse(env['WORK'] ?? '') as DyingWork;
const main = await openBranch(store, workspaceId, 'main');
const from = merge && (await openBranch(store, workspaceId, merge.from));
const options = { message: 'm', by: 'ben', acceptLoss: true, ...(isLarge && { maxInTransaction: 0 }) };
isCounting = true;
if (from) await mergeBranch(store, { into: main, from, ...options });
if (revert !== undefined) await revertCommit(store, main, { id: revert, ...options });
if (save) await saveType(store, main, save, 'ben');
if (remove !== undefined) await removeType(store, main, { name: remove, evenIfUsed: true }, 'ben');
stdout.write(JSON.stringify({ commands }));
await store.close();
