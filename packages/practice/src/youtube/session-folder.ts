import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { NewVideo } from './read-start.ts';
import { blockBytes, type KeptSession, type SessionKeeper, type YoutubeVideo } from './sessions.ts';

/** What stands beside the bytes of a session; once there is a video, the bytes are hashed for good and removed. */
interface Written {
  announced: NewVideo;
  done?: { video: YoutubeVideo; sha256: string };
}

/** What was begun longer ago, and is no video by now, cannot be gone on with. */
const longestOpenMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Keeps each session in a folder: what it announced in `<id>.json`, its bytes in `<id>.bytes`. All is written when the
 * call returns, so a process that dies afterwards has confirmed nothing that the next one does not find. Of
 * sessions that somebody gave up, nothing is left after a week.
 */
export function openSessionFolder(folder: string): SessionKeeper {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string, kind: 'json' | 'bytes'): string => join(folder, `${id}.${kind}`);
  const write = (id: string, written: Written): void => {
    const path = pathOf(id, 'json');
    writeFileSync(`${path}.new`, JSON.stringify(written));
    renameSync(`${path}.new`, path);
  };

  return {
    begin: (id, announced) => write(id, { announced }),
    append(id, bytes, at) {
      const file = openSync(pathOf(id, 'bytes'), at === 0 ? 'w' : 'r+');
      for (let written = 0; written < bytes.length;)
        written += writeSync(file, bytes, written, bytes.length - written, at + written);
      closeSync(file);
    },
    complete(id, announced, done) {
      write(id, { announced, done });
      rmSync(pathOf(id, 'bytes'), { force: true });
    },
    read() {
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const ids = names.map((name) => name.slice(0, -'.json'.length));
      const givenUp = new Set(ids.filter((id) => isGivenUp(pathOf(id, 'json'))));
      for (const id of givenUp)
        for (const kind of ['bytes', 'json'] as const) rmSync(pathOf(id, kind), { force: true });
      return ids.filter((id) => !givenUp.has(id)).map((id) => readSession(id, pathOf));
    },
    clear() {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
  };
}

/** The file of a session is written when it begins, and once more when there is a video. */
function isGivenUp(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs > longestOpenMs && readWritten(path).done === undefined;
}

function readWritten(path: string): Written {
  return JSON.parse(readFileSync(path, 'utf8')) as Written;
}

function readSession(id: string, pathOf: (id: string, kind: 'json' | 'bytes') => string): KeptSession {
  const { announced, done } = readWritten(pathOf(id, 'json'));
  if (done) return { id, announced, storedBytes: announced.totalBytes, hash: createHash('sha256'), done };
  return { id, announced, ...readBytes(pathOf(id, 'bytes'), announced.totalBytes) };
}

/** A process that died while it wrote leaves a part of a block, which nobody was told of. */
function readBytes(path: string, totalBytes: number): { storedBytes: number; hash: Hash } {
  const hash = createHash('sha256');
  const file = openSync(path, 'a+');
  const block = Buffer.allocUnsafe(blockBytes);
  let storedBytes = 0;
  for (
    let read = readBlock();
    read === blockBytes || (read > 0 && storedBytes + read === totalBytes);
    read = readBlock()
  ) {
    hash.update(block.subarray(0, read));
    storedBytes += read;
  }
  ftruncateSync(file, storedBytes);
  closeSync(file);
  return { storedBytes, hash };

  function readBlock(): number {
    return readSync(file, block, 0, blockBytes, storedBytes);
  }
}
