import type { ConnectorPackage } from '@tallyhook/schemas';
import {
  type ActionCall,
  ActionError,
  asActionError,
  buildUploadRequest,
  computeDigests,
  describeUpload,
  type Http,
  type ObservedCall,
  readStartAnswer,
  type UploadDescription,
} from '@tallyhook/sdk';

const content = Buffer.alloc(1_000, 'x');
/** The file that requests are about when an action is tried; it is not sent. */
const example = { name: 'example.txt', sizeBytes: content.length, contentType: 'text/plain' };

/** Where the file would go; neither is known if requests come in between that are not made. */
export interface StartedUpload {
  sendsTo?: string;
  /** The request that would carry the file, without it. */
  unsent?: ObservedCall['request'];
}

/**
 * Makes only the request before a file. Returns where the file would go.
 * @throws ActionError
 */
export async function startUpload(
  released: ConnectorPackage,
  action: string,
  { http, signal, ...given }: ActionCall & { http: Http; signal: AbortSignal },
): Promise<StartedUpload> {
  const upload = describeUpload(released, action)!;
  const digestsOf = (names: UploadDescription['digests']['file']) => computeDigests(names, inOne(content));
  const file = { ...example, base64: '', digests: await digestsOf(upload.digests.file) };
  const call = { ...given, file, input: { [upload.fileInput]: file.name, ...(given.input as object) } };
  const known = { ...call, ...(upload.hasStart && { start: await start() }) };
  if (upload.startSteps.length > 0 || upload.hasPieceAddress) return {};
  // The answer may say how large a piece is.
  const { pieceAt } = describeUpload(released, action, known)!;
  const piece = async () => ({ ...pieceAt(0, file.sizeBytes), digests: await digestsOf(upload.digests.piece) });
  const carried = { ...known, ...(upload.send === 'pieces' && { piece: await piece() }) };
  const unsent = buildUploadRequest(released, action, 'transfer', carried);
  return { sendsTo: unsent.url, unsent };

  async function start() {
    const request = buildUploadRequest(released, action, 'start', call);
    const received = await http.send(request, { signal }).catch(asActionError);
    const read = readStartAnswer(released, action, received, call);
    if (read.kind === 'started') return read.start;
    if (read.kind === 'failed') throw read.error;
    throw new ActionError('fatal', 'the answer to the first request cannot be read');
  }
}

/** The requests of an upload that a try does not make, in order, and why. */
export function listNotMade(upload: UploadDescription): { name: string; reason: string }[] {
  const afterFile = 'It comes after the file, and Send has no file.';
  return [
    ...upload.startSteps.map((phase) => ({
      name: `Request "${phase.slice('start:'.length)}" before the file`,
      reason: 'Send makes the first request only.',
    })),
    ...(upload.hasPieceAddress
      ? [{ name: 'Request for the address of a piece', reason: 'Send has no file, so there is no piece.' }]
      : []),
    { name: 'The file', reason: 'Send has no file.' },
    ...(upload.hasFinish ? [{ name: 'Request after the file', reason: afterFile }] : []),
    ...(upload.processed ? [{ name: 'Request whether it is processed', reason: afterFile }] : []),
  ];
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
