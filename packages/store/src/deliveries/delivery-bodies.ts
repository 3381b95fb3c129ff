import { Binary, type Collection } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** Bytes up to this size are stored in the delivery's own row. */
const inlineBytes = 256 * 1024;

/** Below MongoDB's limit of 16 MiB per document. */
const pieceBytes = 8 * 1024 * 1024;

/** Where the bytes of a delivery are stored: in the row, or in pieces with this id. */
export type KeptBytes = { inline: Binary } | { piecesId: string };

interface BodyPieceDocument {
  _id: string;
  piecesId: string;
  index: number;
  data: Binary;
  expiresAt: Date;
}

export const deliveryBodyIndexes: CollectionIndexes = {
  collection: 'delivery_body_pieces',
  indexes: [
    { key: { piecesId: 1, index: 1 }, name: 'piece' },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  ],
};

const pieces = (store: Store): Collection<BodyPieceDocument> => store.system.collection(deliveryBodyIndexes.collection);

/** Whether bytes of this size fit into the row. */
export const fitsInline = (sizeBytes: number) => sizeBytes <= inlineBytes;

/**
 * Stores bytes: small ones in the returned value, larger ones in documents written before this returns. The database
 * deletes those at `expiresAt`, even if the process died before a row pointed to them.
 */
export async function keepBytes(
  store: Store,
  bytes: Buffer,
  place: { piecesId: string; expiresAt: Date },
): Promise<KeptBytes> {
  return fitsInline(bytes.length) ? { inline: new Binary(bytes) } : keepPieces(store, bytes, place);
}

/** Stores bytes outside the row, so that several rows can point to them. */
export async function keepPieces(
  store: Store,
  bytes: Buffer,
  { piecesId, expiresAt }: { piecesId: string; expiresAt: Date },
): Promise<KeptBytes> {
  const starts = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) => index * pieceBytes);
  const rows = starts.map((start, index) => ({
    _id: `${piecesId}:${index}`,
    piecesId,
    index,
    data: new Binary(bytes.subarray(start, start + pieceBytes)),
    expiresAt,
  }));
  await Promise.all(rows.map((row) => pieces(store).insertOne(row)));
  return { piecesId };
}

/** Reads stored bytes. */
export async function readBytes(store: Store, kept: KeptBytes): Promise<Buffer> {
  if ('inline' in kept) return toBuffer(kept.inline);
  const rows = await pieces(store).find({ piecesId: kept.piecesId }).sort({ index: 1 }).toArray();
  return Buffer.concat(rows.map((row) => toBuffer(row.data)));
}

/** Deletes pieces that no row points to. */
export async function dropPieces(store: Store, piecesIds: string[]): Promise<void> {
  if (piecesIds.length > 0) await pieces(store).deleteMany({ piecesId: { $in: piecesIds } });
}

function toBuffer(data: Binary): Buffer {
  return Buffer.from(data.buffer.buffer, data.buffer.byteOffset, data.position);
}
