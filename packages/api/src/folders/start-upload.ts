import type { ConnectorPackage } from '@tallyhook/schemas';
import {
  type ActionCall,
  ActionError,
  asActionError,
  buildUploadRequest,
  describeUpload,
  type Http,
  type ObservedCall,
  readStartAnswer,
} from '@tallyhook/sdk';

/** The file that requests are about when an action is tried; it is not sent. */
const file = { name: 'example.txt', sizeBytes: 1_000, contentType: 'text/plain' };

/**
 * Makes only the request before a file. Returns the address that the file would go to, and the request that would carry
 * it, without the file.
 * @throws ActionError
 */
export async function startUpload(
  released: ConnectorPackage,
  action: string,
  { http, signal, ...given }: ActionCall & { http: Http; signal: AbortSignal },
): Promise<{ sendsTo: string; unsent: ObservedCall['request'] }> {
  const upload = describeUpload(released, action)!;
  const call = { ...given, file, input: { [upload.fileInput]: file.name, ...(given.input as object) } };
  const piece = upload.send === 'pieces' ? { piece: upload.pieceAt(0, file.sizeBytes) } : {};
  const started = upload.hasStart ? { start: await start() } : {};
  const unsent = buildUploadRequest(released, action, 'transfer', { ...call, ...started, ...piece });
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
