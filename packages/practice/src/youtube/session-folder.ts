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

/**
 * The file next to the bytes of a session. Once there is a video, the final hash is saved and the bytes are removed.
 */
interface Written {
  announced: NewVideo;
  done?: { video: YoutubeVideo; sha256: string };
}

/** An unfinished session expires after a week. */
const longestOpenMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Keeps each session in a folder: its announcement in `<id>.json`, its bytes in `<id>.bytes`. Writes are synchronous,
 * so after a crash the next process finds everything that was confirmed. Abandoned sessions are removed after a week.
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

/** The file of a session is written when it begins, and again when there is a video. */
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

/** A process that died while writing leaves a partial block, which was never confirmed. */
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
