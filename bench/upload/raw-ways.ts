/**
 * A thread that sends a file without a journal, in the ways that the product is compared with. It is a thread for the
 * same reason as in the product: reading creates garbage, which is cheap to collect only in a small heap.
 */
import { createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { openStore } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { findContent, openContent, openFile, type ContentReader } from '@tallyhook/store/files';
import { parentPort, workerData } from 'node:worker_threads';
import type { RawSenderSettings, RawWay } from './raw-sender.ts';

const pieceBytes = 8 * 1024 * 1024;

const { uri, workspaceId, routes, file } = workerData as RawSenderSettings;
const store = await openStore({ uri });
const branch = await openBranch(store, workspaceId, 'main');
const http = createHttp({ routes: parseRoutes(routes) });
const { place } = await findContent(store, branch, file);
const { sizeBytes } = place;

const ways: Record<RawWay, () => Promise<void>> = {
  pieces: () => reading(sendPieces),
  body: () => reading((reader) => put(http, reader.read(0, sizeBytes))),
  stream: async () => put(http, (await openFile(store, branch, file)).stream),
};

parentPort!.on('message', (way: RawWay) => void time(ways[way]).then((ms) => parentPort!.postMessage(ms)));
parentPort!.postMessage('ready');

async function time(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function reading(work: (reader: ContentReader) => Promise<void>): Promise<void> {
  const reader = openContent(store, place);
  await work(reader);
  await reader.close();
}

/** A start request, then the pieces in sequence: the same as the product without journaling. */
async function sendPieces(reader: ContentReader): Promise<void> {
  const url = await startSession(http);
  for (let start = 0; start < sizeBytes; start += pieceBytes) {
    const end = Math.min(sizeBytes, start + pieceBytes);
    const headers = { 'Content-Type': 'video/*', 'Content-Range': `bytes ${start}-${end - 1}/${sizeBytes}` };
    const request = { method: 'PUT', url, headers, repeatable: true };
    await http.sendStream(request, { body: reader.read(start, end), sizeBytes: end - start });
  }
}

async function put(to: Http, body: AsyncIterable<Uint8Array>): Promise<void> {
  const request = { method: 'PUT', url: await startSession(to), headers: { 'Content-Type': 'video/*' } };
  await to.sendStream(request, { body, sizeBytes });
}

async function startSession(to: Http): Promise<string> {
  const address = 'https://www.googleapis.com/upload/youtube/v3/videos';
  const { headers } = await to.send({ method: 'POST', url: address, headers: {} });
  return headers['location']!;
}
