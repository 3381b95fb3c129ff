import { handedOutAddresses, type HandedOutAddress, type Piece } from '@tallyhook/sdk';
import type { UploadJob } from '../upload/upload-job.ts';

/** Shorter values of a query, such as `resumable`, open nothing. */
const minSecretLength = 16;
/** A path without a part of this length can be guessed, so it is no secret. */
const minPartLength = 12;
const replacement = '[redacted]';

/**
 * Removes from an output what opens an address that the service handed out for the file. Some services show the address
 * again in their answer, which lets anybody send another file there. That is the signature in its query, if it has one.
 * Else it is its path, if the file goes there without a credential: the path is removed where the output shows this
 * address. Other addresses stay, although a service may put the same id into them: they are what people open.
 */
export function hideUploadAddress(
  {
    released,
    actionName,
    call,
    ...parts
  }: Pick<UploadJob, 'released' | 'actionName' | 'call' | 'description' | 'pieceAddresses'>,
  output: unknown,
): unknown {
  const pieces = () => piecesOf(call.file.sizeBytes, parts);
  const hides = handedOutAddresses(released, actionName, call, pieces).map(hideAddress);
  return hides.length === 0 ? output : inTexts(output, (text) => hides.reduce((current, hide) => hide(current), text));
}

/** All pieces of the file, with the answers that said where they go. */
function piecesOf(
  sizeBytes: number,
  { description, pieceAddresses }: Pick<UploadJob, 'description' | 'pieceAddresses'>,
): Piece[] {
  if (description.send !== 'pieces' || description.sendsNothing(sizeBytes)) return [];
  const pieces: Piece[] = [];
  for (let at = 0; pieces.at(-1)?.last !== true; at = pieces.at(-1)!.endExclusive) {
    const piece = description.pieceAt(at, sizeBytes);
    const address = pieceAddresses.get(piece.index);
    pieces.push({ ...piece, ...(address && { address }) });
  }
  return pieces;
}

function hideAddress({ url, isOpen }: HandedOutAddress): (text: string) => string {
  const { host, pathname, search, searchParams } = url;
  const signatures = [...searchParams.values()].filter(({ length }) => length >= minSecretLength);
  if (signatures.length > 0) return replacing(signatures.flatMap((value) => [value, encodeURIComponent(value)]));
  if (!isOpen || !pathname.split('/').some(({ length }) => length >= minPartLength)) return (text) => text;
  const inAddress = [pathname, encodeURIComponent(pathname)].map((path) => [
    path === pathname ? host : encodeURIComponent(host),
    path,
  ]);
  return (text) => {
    if (text === pathname || text === pathname + search) return replacement;
    return inAddress.reduce((current, [at, path]) => current.replaceAll(`${at}${path}`, `${at}${replacement}`), text);
  };
}

const replacing =
  (values: readonly string[]) =>
  (text: string): string =>
    values.reduce((current, value) => current.replaceAll(value, replacement), text);

/** Changes every text and key of a JSON value. */
function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((child) => inTexts(child, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [change(key), inTexts(child, change)]));
}
