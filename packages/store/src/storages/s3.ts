import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Problem } from '@tallyhook/schemas';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './file-settings.ts';
import { inChunks } from './in-chunks.ts';
import type { ContentKey, ContentPlace, ContentReader, FileStorage, S3Object } from './storage.ts';

/** At least 5 MiB in S3, and at most 10,000 parts. */
const partSizeBytes = 8 * 1024 * 1024;
const readSizeBytes = 1024 * 1024;
const connectionTimeoutMs = 5_000;
/** Also ends a read that its reader paused for this long; it then continues with another request. */
const socketTimeoutMs = 60_000;

/** The storage of files in a bucket. */
export interface S3Storage extends FileStorage {
  /**
   * @throws Problem `cannot_start` if the bucket does not exist, `unavailable` if the service does not answer or
   * refuses the keys.
   */
  check(): Promise<void>;
  close(): void;
}

/** Opens a bucket. It is first used when a file is. */
export function openS3(bucket: S3Bucket): S3Storage {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Many compatible services do not know the newer checksums. Parts have an MD5, and the records a SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: socketTimeoutMs },
  });
  return {
    write: ({ s3 }, stream) => write(client, s3!, stream),
    open: (place) => open(client, place),
    remove: ({ s3 }) => remove(client, s3!),
    async check() {
      const name = `The bucket "${bucket.bucket}" of TALLYHOOK_FILES`;
      await client.send(new HeadBucketCommand({ Bucket: bucket.bucket })).catch((error: unknown) => {
        if (statusOf(error) === 404)
          throw new Problem('cannot_start', `${name} does not exist: create it.`, { cause: error });
        throw unavailable(error);
      });
    },
    close: () => client.destroy(),
  };
}

/** Holds at most two parts. A file of one part is sent whole. */
async function write(client: S3Client, { bucket, key }: S3Object, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const at = { Bucket: bucket, Key: key };
  const parts: CompletedPart[] = [];
  let uploadId: string | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const writePart = async (body: Buffer, number: number) => {
    const part = { ...at, UploadId: uploadId, PartNumber: number, ...checked(body) };
    const { ETag } = await ask(client.send(new UploadPartCommand(part)));
    parts.push({ PartNumber: number, ETag });
  };
  try {
    let [number, first]: [number, Buffer] = [0, Buffer.alloc(0)];
    for await (const body of inChunks(stream, partSizeBytes)) {
      number++;
      if (number === 1 && body.length < partSizeBytes) first = body;
      else {
        uploadId ??= (await ask(client.send(new CreateMultipartUploadCommand(at)))).UploadId;
        await writing;
        writing = writePart(body, number);
        // Awaited before the next part; the stream may end first.
        writing.catch(() => undefined);
      }
    }
    await writing;
    if (uploadId === undefined) await ask(client.send(new PutObjectCommand({ ...at, ...checked(first) })));
    else {
      const complete = { ...at, UploadId: uploadId, MultipartUpload: { Parts: parts } };
      await ask(client.send(new CompleteMultipartUploadCommand(complete)));
    }
  } finally {
    await writing.catch(() => undefined);
  }
}

const checked = (body: Buffer) => ({
  Body: body,
  ContentLength: body.length,
  ContentMD5: createHash('md5').update(body).digest('base64'),
});

/** One request per range. A request that breaks off is made again from there, once per place. */
function open(client: S3Client, { s3, sizeBytes }: ContentPlace): ContentReader {
  const { bucket, key } = s3!;
  const get = async (at: number, end: number): Promise<Readable> => {
    const range = `bytes=${at}-${end - 1}`;
    const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
    const expected = `bytes ${at}-${end - 1}/${sizeBytes}`;
    if (answer.ContentRange === expected) return answer.Body as Readable;
    (answer.Body as Readable).destroy();
    throw gone(`the storage answered "${answer.ContentRange}" instead of "${expected}"`);
  };
  return {
    async *read(start, end) {
      let triedAt = -1;
      for (let at = start; at < end;) {
        try {
          for await (const part of inChunks(await get(at, end), readSizeBytes)) {
            at += part.length;
            yield part;
          }
        } catch (error) {
          if (error instanceof Problem) throw error;
          if ([404, 416].includes(statusOf(error) ?? 0)) throw gone('its object is missing or too short', error);
          if (triedAt === at) throw unavailable(error);
          triedAt = at;
        }
      }
    },
    close: () => Promise.resolve(),
  };
}

async function remove(client: S3Client, { bucket, key }: S3Object): Promise<void> {
  const at = { Bucket: bucket, Key: key };
  const { Uploads = [] } = await ask(client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key })));
  for (const { Key, UploadId } of Uploads) {
    if (Key === key) await ask(client.send(new AbortMultipartUploadCommand({ ...at, UploadId })));
  }
  await ask(client.send(new DeleteObjectCommand(at)));
}

async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw unavailable(error);
  }
}

/** The message of the client's error may quote the request, so only its name is shown. */
function unavailable(error: unknown): Problem {
  const { name, code } = error as { name?: string; code?: string };
  const detail = `The storage of files does not do what it is asked (${code ?? name ?? 'no answer'}): try again in a moment.`;
  return new Problem('unavailable', detail, { retryAfterSeconds: 2, cause: error });
}

const gone = (why: string, cause?: unknown): Problem =>
  new Problem('not_found', `The stored file is no longer complete: ${why}.`, { cause });

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** The key of a new object. */
export const newKey = ({ prefix }: S3Bucket, { workspaceId, id }: ContentKey): string =>
  `${prefix}${workspaceId}/${id}`;
