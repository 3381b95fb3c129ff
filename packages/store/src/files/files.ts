import type { Readable } from 'node:stream';
import { Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { placeOf, readContent, removeContent, writeContent } from './file-content.ts';
import type { ContentPlace } from '../storages/storage.ts';
import { fileType } from '../collections/hidden-types.ts';
import { withProblems } from '../database/problem-from.ts';
import type { RecordRow } from '../collections/record-document.ts';
import { listOfType, readRecord, type ListOptions } from '../records/records.ts';
import { ObjectId } from 'mongodb';
import type { Store } from '../database/store.ts';
import { beginBuilding } from '../database/unfinished.ts';
import { insertRecord } from '../records/write-record.ts';

/** A file of a branch. */
export interface FileRow {
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  /** 64 hex digits. */
  sha256: string;
  createdAt: string;
  createdBy: string;
}

export interface NewFile {
  name: string;
  contentType: string;
  /** The bytes; an error of the stream cancels the upload and leaves nothing behind. */
  stream: AsyncIterable<Uint8Array>;
  by: string;
}

/**
 * Streams a file in; it becomes visible once complete.
 * @throws Problem `invalid_input` for an empty name, and any error of the stream.
 */
export async function saveFile(
  store: Store,
  branch: Branch,
  { name, contentType, stream, by }: NewFile,
): Promise<FileRow> {
  if (name === '' || contentType === '') {
    throw new Problem('invalid_input', 'A file needs both a name and a content type.');
  }
  const { workspaceId } = branch;
  const _id = new ObjectId();
  const id = _id.toHexString();
  const building = await beginBuilding(store, workspaceId, { id, kind: 'upload' });
  try {
    const written = await withProblems(() => writeContent(store, workspaceId, { id, name, stream }));
    const fields = { name, contentType, ...written, content: id };
    const options = { type: fileType, by, alongside: building.finish };
    return fileOf(await insertRecord(store, branch, options, { id: _id, fields }));
  } catch (error) {
    // If the storage is away, the sweep removes what was written.
    await building.abandon(() => removeContent(store, workspaceId, id)).catch(() => undefined);
    throw error;
  } finally {
    building.stop();
  }
}

/**
 * Opens a file, or its bytes from `start` up to but excluding `end`. The stream holds a few MiB whatever the size.
 * @throws Problem `not_found`, and `invalid_request` for a range outside the file.
 */
export async function openFile(
  store: Store,
  branch: Branch,
  id: string,
  { start = 0, end }: { start?: number; end?: number } = {},
): Promise<{ file: FileRow; stream: Readable }> {
  const row = await readRecord(store, branch, fileType, id);
  const file = fileOf(row);
  const last = end ?? file.sizeBytes;
  if (!(Number.isInteger(start) && Number.isInteger(last) && 0 <= start && start <= last && last <= file.sizeBytes)) {
    throw new Problem(
      'invalid_request',
      `The file has ${file.sizeBytes} bytes, but bytes ${start} to ${last} were requested.`,
    );
  }
  const place = await placeOf(store, branch.workspaceId, contentOf(row));
  return { file, stream: readContent(store, place, { start, end: last }) };
}

/**
 * Finds a file and the location of its bytes.
 * @throws Problem `not_found`.
 */
export async function findContent(
  store: Store,
  branch: Branch,
  id: string,
): Promise<{ file: FileRow; place: ContentPlace }> {
  const row = await readRecord(store, branch, fileType, id);
  return { file: fileOf(row), place: await placeOf(store, branch.workspaceId, contentOf(row)) };
}

/**
 * Reads the metadata of a file, without its bytes.
 * @throws Problem `not_found`.
 */
export async function getFile(store: Store, branch: Branch, id: string): Promise<FileRow> {
  return fileOf(await readRecord(store, branch, fileType, id));
}

/** Lists the files of a branch in the order they were saved. */
export async function listFiles(
  store: Store,
  branch: Branch,
  options: Pick<ListOptions, 'limit' | 'cursor'>,
): Promise<{ files: FileRow[]; nextCursor?: string }> {
  const { records, nextCursor } = await listOfType(store, branch, fileType, options);
  return { files: records.map(fileOf), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

const contentOf = ({ fields }: RecordRow) => ({ id: String(fields.content), sizeBytes: Number(fields.sizeBytes) });

function fileOf({ id, createdAt, createdBy, fields }: RecordRow): FileRow {
  const { name, contentType, sizeBytes, sha256 } = fields as Pick<
    FileRow,
    'name' | 'contentType' | 'sizeBytes' | 'sha256'
  >;
  return { id, name, contentType, sizeBytes, sha256, createdAt, createdBy };
}
