import type { IncomingMessage } from 'node:http';
import type { UploadRequest } from './request-log.ts';

/** Breaks the connection after the first bytes have arrived. */
export async function breakOff(request: IncomingMessage, entry: UploadRequest): Promise<'reset'> {
  const first = await new Promise<Buffer | undefined>((resolve) => {
    request.once('data', resolve);
    for (const end of ['end', 'error', 'close']) request.once(end, () => resolve(undefined));
  });
  entry.arrivedBytes = first?.length ?? 0;
  return 'reset';
}
