import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import type { Store } from '../database/store.ts';
import { readFreeSpace, readUse, type DiskSpace, type QuotaKind } from './use.ts';

/** How much each workspace may have; null for no limit. */
export type Quotas = Record<QuotaKind, number | null>;

/** Refuses writes for which there is no room: in the workspace's quota, or on the disks. */
export interface Space {
  /**
   * Refuses writes while a disk is nearly full.
   * @throws Problem `no_space`
   */
  requireRoom(): Promise<void>;
  /**
   * Refuses more of something than the workspace may have. Returns how much more it may have; Infinity without a quota.
   * What other processes add in the same five seconds is not known here; in longer if there is so much that counting it
   * takes long.
   * @throws Problem `quota_reached`
   */
  requireQuota(workspaceId: string, kind: QuotaKind, adding: number): Promise<number>;
}

export interface SpaceOptions {
  store: Store;
  logger: { warn(details: object, message: string): void };
  temporaryDirectory: string;
  quotas: Quotas;
  /** Writes are refused if less is free; undefined for a tenth of the disk, at most 1 GiB. */
  minFreeBytes: number | undefined;
}

const rememberedMs = 5_000;
/** How much longer than counting takes its result is remembered. */
const rememberedTimes = 50;
const maxWaitMs = 500;
const maxRemembered = 10_000;
const defaultMinFreeBytes = 2 ** 30;
const defaultMinFreeShare = 0.1;

/** How much a workspace has of something, and until when (of `performance.now`) that is not read again. */
interface Use {
  used: number;
  goodUntil: number;
}

const names: Record<QuotaKind, { what: string; setting: string }> = {
  records: { what: 'records, on all branches together', setting: 'TALLYHOOK_QUOTA_RECORDS' },
  fileBytes: { what: 'bytes of files', setting: 'TALLYHOOK_QUOTA_FILE_MB' },
  deliveries: { what: 'kept deliveries', setting: 'TALLYHOOK_QUOTA_DELIVERIES' },
};

export function createSpace({ store, logger, temporaryDirectory, quotas, minFreeBytes }: SpaceOptions): Space {
  const known = new Map<string, Use>();
  const reading = new Map<string, Promise<Use>>();
  let disk: { problem: Problem | undefined; readAt: number } | undefined;

  async function readAgain(name: string, workspaceId: string, kind: QuotaKind): Promise<Use> {
    const readAt = performance.now();
    const quota = quotas[kind];
    const used = await readUse(store, workspaceId, kind, quota === null ? undefined : quota + 1);
    const lastsMs = Math.max(rememberedMs, rememberedTimes * (performance.now() - readAt));
    const read = { used, goodUntil: readAt + lastsMs };
    if (known.size >= maxRemembered) known.clear();
    known.set(name, read);
    return read;
  }

  /** Reads once for all that ask meanwhile. */
  function readUsed(name: string, workspaceId: string, kind: QuotaKind): Promise<Use> {
    const underWay = reading.get(name);
    if (underWay !== undefined) return underWay;
    const read = readAgain(name, workspaceId, kind).finally(() => reading.delete(name));
    reading.set(name, read);
    return read;
  }

  /** The use, as it was before while it is read again: only what would be refused waits for that. */
  async function usedOf(workspaceId: string, kind: QuotaKind, most: number): Promise<Use> {
    const name = `${workspaceId}:${kind}`;
    const remembered = known.get(name);
    if (remembered !== undefined && performance.now() < remembered.goodUntil) return remembered;
    const read = readUsed(name, workspaceId, kind);
    if (remembered === undefined || remembered.used > most) return read;
    read.catch((error: unknown) => logger.warn({ err: error, workspaceId, kind }, 'The use could not be read.'));
    return remembered;
  }

  async function requireQuota(workspaceId: string, kind: QuotaKind, adding: number): Promise<number> {
    const quota = quotas[kind];
    if (quota === null) return Infinity;
    const read = await usedOf(workspaceId, kind, quota - adding);
    if (read.used + adding > quota) throw quotaReached(kind, { quota, used: read.used });
    read.used += adding;
    return quota - read.used;
  }

  async function findFullDisk(): Promise<Problem | undefined> {
    const disks = await Promise.all([
      // A database that hangs is found out by the request itself.
      Promise.race([readFreeSpace(store), sleep(maxWaitMs, undefined, { ref: false })]).catch(() => undefined),
      spaceOf(temporaryDirectory).catch(() => undefined),
    ]);
    const full = disks.find((one) => one !== undefined && one.freeBytes < minFreeOf(one));
    if (full === undefined) return undefined;
    logger.warn({ freeBytes: full.freeBytes }, 'A disk is nearly full: writes are refused.');
    const detail = `The disk of this installation is nearly full, so nothing new is saved; everything can still be read. An operator has to free some space.`;
    return new Problem('no_space', detail, { retryAfterSeconds: 30 });
  }

  const minFreeOf = ({ totalBytes }: DiskSpace): number =>
    minFreeBytes ?? Math.min(defaultMinFreeBytes, totalBytes * defaultMinFreeShare);

  return {
    requireQuota,
    async requireRoom() {
      if (disk === undefined || performance.now() - disk.readAt > rememberedMs) {
        const readAt = performance.now();
        disk = { problem: disk?.problem, readAt };
        disk = { problem: await findFullDisk(), readAt };
      }
      if (disk.problem !== undefined) throw disk.problem;
    },
  };
}

/** The refusal of more than the quota. */
function quotaReached(kind: QuotaKind, { quota, used }: { quota: number; used: number }): Problem {
  const { what, setting } = names[kind];
  const detail = `The workspace may have ${quota} ${what}, and has ${used}: delete some, or ask an operator to raise ${setting}.`;
  return new Problem('quota_reached', detail, { members: { quota, used } });
}

async function spaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
