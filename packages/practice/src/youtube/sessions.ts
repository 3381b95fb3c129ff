import { createHash, randomBytes, type Hash } from 'node:crypto';
import type { NewVideo } from './read-start.ts';

/** Google keeps whole multiples of this, and the end of the file. */
export const blockBytes = 256 * 1024;

/** A video in YouTube's format. */
export interface YoutubeVideo {
  kind: 'youtube#video';
  id: string;
  snippet: { title: string; description: string; categoryId: string };
  status: { uploadStatus: 'uploaded'; privacyStatus: string };
}

/** The view of a session for tests and the demo. */
export interface SessionSummary {
  id: string;
  title: string;
  totalBytes: number;
  storedBytes: number;
  /** Of the stored bytes. */
  sha256: string;
  /** The number of requests that brought bytes to this process. */
  ranges: number;
  videoId: string | null;
}

/** A session of an earlier process, and how much it has stored. */
export interface KeptSession {
  id: string;
  announced: NewVideo;
  storedBytes: number;
  /** Of the stored bytes; unused once there is a video, which has its own hash. */
  hash: Hash;
  done?: { video: YoutubeVideo; sha256: string };
}

/** Stores sessions beyond the life of the process. Everything is on disk when a call returns. */
export interface SessionKeeper {
  read(): KeptSession[];
  begin(id: string, announced: NewVideo): void;
  append(id: string, bytes: Buffer, at: number): void;
  complete(id: string, announced: NewVideo, done: { video: YoutubeVideo; sha256: string }): void;
  clear(): void;
}

/** One upload. Only the hash of the stored bytes is in memory. */
export interface Session {
  id: string;
  totalBytes: number;
  storedBytes(): number;
  /** The video, once all bytes are stored and the session is completed. */
  video(): YoutubeVideo | null;
  complete(): YoutubeVideo;
  /** Takes the bytes of one request, which begin at `start` in the file. */
  openRange(start: number): RangeWriter;
  /** The number of a piece, from 1. Pieces are as long as the first one. */
  pieceNumber(start: number, sizeBytes: number): number;
  summary(): SessionSummary;
}

export interface RangeWriter {
  write(chunk: Buffer): void;
  /** The range has arrived completely. If it reaches the end of the file, stores its last partial block. */
  end(): void;
}

/** Creates a session. With a keeper it survives a restart. */
export function createSession(announced: NewVideo, keeper: SessionKeeper | undefined): Session {
  const id = randomBytes(30).toString('base64url');
  keeper?.begin(id, announced);
  return openSession({ id, announced, storedBytes: 0, hash: createHash('sha256') }, keeper);
}

/** Continues a kept session. */
export function openSession(kept: KeptSession, keeper: SessionKeeper | undefined): Session {
  const { id, announced, hash } = kept;
  const { totalBytes } = announced;
  let { storedBytes, done } = kept;
  let ranges = 0;
  let pieceBytes: number | undefined;

  const store = (bytes: Buffer): void => {
    keeper?.append(id, bytes, storedBytes);
    hash.update(bytes);
    storedBytes += bytes.length;
  };
  const sha256 = (): string => done?.sha256 ?? hash.copy().digest('hex');

  return {
    id,
    totalBytes,
    storedBytes: () => storedBytes,
    video: () => done?.video ?? null,
    complete() {
      if (done === undefined) {
        done = { video: makeVideo(announced), sha256: sha256() };
        keeper?.complete(id, announced, done);
      }
      return done.video;
    },
    openRange(start) {
      ranges++;
      return createWriter(start, { totalBytes, storedBytes: () => storedBytes, store });
    },
    pieceNumber(start, sizeBytes) {
      pieceBytes ??= sizeBytes;
      return Math.floor(start / Math.max(pieceBytes, 1)) + 1;
    },
    summary: () => ({
      id,
      title: announced.title,
      totalBytes,
      storedBytes,
      sha256: sha256(),
      ranges,
      videoId: done?.video.id ?? null,
    }),
  };
}

interface Stored {
  totalBytes: number;
  storedBytes(): number;
  store(bytes: Buffer): void;
}

/**
 * Holds back partial blocks. Skips bytes that are already stored, including those that another request has stored in
 * the meantime.
 */
function createWriter(start: number, { totalBytes, storedBytes, store }: Stored): RangeWriter {
  const block = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  let at = start;

  const passOver = (chunk: Buffer): Buffer => {
    if (at - filled < storedBytes()) filled = 0;
    const known = Math.min(chunk.length, Math.max(0, storedBytes() - at));
    at += known;
    return chunk.subarray(known);
  };

  return {
    write(chunk) {
      for (let rest = passOver(chunk); rest.length > 0; rest = passOver(rest)) {
        const taken = rest.copy(block, filled, 0, blockBytes - filled);
        filled += taken;
        at += taken;
        rest = rest.subarray(taken);
        if (filled === blockBytes) {
          store(block);
          filled = 0;
        }
      }
    },
    end() {
      if (filled > 0 && at === totalBytes && at - filled === storedBytes()) store(block.subarray(0, filled));
    },
  };
}

function makeVideo({ title, description, categoryId, privacyStatus }: NewVideo): YoutubeVideo {
  return {
    kind: 'youtube#video',
    id: randomBytes(8).toString('base64url').slice(0, 11),
    snippet: { title, description, categoryId },
    status: { uploadStatus: 'uploaded', privacyStatus },
  };
}
