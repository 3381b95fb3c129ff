import type { Collection, Db } from 'mongodb';
import { filesInGridfs, type FileSettings } from './file-settings.ts';
import type { ContentKey, S3Object } from './storage.ts';
import type { S3Storage } from './s3.ts';

/** The storages of files besides GridFS. The client is loaded when a bucket is first used. */
export interface FileStorages {
  /** Where the bytes of a new file go; undefined for GridFS. */
  newObject(at: ContentKey): Promise<S3Object | undefined>;
  /** The storage of a bucket; undefined if the settings do not name it. */
  bucket(name: string): Promise<S3Storage | undefined>;
  /** The names of the buckets in the settings. */
  buckets: readonly string[];
  close(): void;
}

/** A bucket that holds, or has held, files. */
interface UsedBucket {
  _id: string;
}

/** The buckets in use. A start without one of them in the settings is refused. */
export const usedBuckets = (system: Db): Collection<UsedBucket> => system.collection('file_buckets');

/** Opens the storages in the settings. */
export function openStorages(system: Db, { newFiles, buckets }: FileSettings = filesInGridfs): FileStorages {
  const opened = new Map<string, S3Storage>();
  const noted = new Set<string>();
  return {
    buckets: buckets.map(({ bucket }) => bucket),
    async newObject(at) {
      if (!newFiles) return undefined;
      const { newKey } = await import('./s3.ts');
      const { bucket } = newFiles;
      if (!noted.has(bucket)) await usedBuckets(system).updateOne({ _id: bucket }, { $set: {} }, { upsert: true });
      noted.add(bucket);
      return { bucket, key: newKey(newFiles, at) };
    },
    async bucket(name) {
      const known = opened.get(name);
      const settings = buckets.find(({ bucket }) => bucket === name);
      if (known || !settings) return known;
      const { openS3 } = await import('./s3.ts');
      const storage = opened.get(name) ?? openS3(settings);
      opened.set(name, storage);
      return storage;
    },
    close() {
      for (const storage of opened.values()) storage.close();
    },
  };
}
