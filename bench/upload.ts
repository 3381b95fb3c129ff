/**
 * Uploads through the product (journal, fence, heartbeats) beside the same client streaming the same file without them:
 * `npm run bench -- upload [MiB] [--save]`. Both read GridFS and send to one sink in a process of its own; warm, alternating.
 */
import { createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { findContent, openContent, openFile, type FileRow } from '@tallyhook/store';
import { join } from 'node:path';
import { argv } from 'node:process';
import { withEngines } from './engines.ts';
import { markdownTable, median, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { startProcess } from './processes.ts';
import { publish } from './publish.ts';
import { makeScene, saveBytes } from './upload/scene.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

const mebibyte = 1024 * 1024;
const pieceBytes = 8 * mebibyte;
const sizeMiB = Number(argv.find((argument) => /^\d+$/.test(argument)) ?? 1024);
const turns = 5;
const productName = 'the product: a run, 8 MiB pieces, journal and fence';

/** One way to send the file; answers how long it took, in milliseconds. */
type Way = () => Promise<number>;

const load = currentLoad();
await withEngines(async (engines) => {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const logPath = join(engines.folder, 'sink.log');
  const sink = await startProcess({ file: 'bench/upload/sink.ts', environment: {}, logPath });
  const routes = `https://www.googleapis.com=http://127.0.0.1:${sink.ready.port}`;
  const http = createHttp({ routes: parseRoutes(routes) });
  const file = await saveBytes(workspace, sizeMiB * mebibyte);
  const scene = await makeScene(workspace, { engines, routes, file });
  const ways = new Map<string, Way>([
    [productName, () => scene.upload()],
    ['the same client in the same pieces, nothing written down', timed(() => sendPieces(workspace, http, file))],
    ['the same client streams the file (openFile) in one body', timed(() => sendStream(workspace, http, file))],
    ['the same client in one body, by the reader of pieces', timed(() => sendBody(workspace, http, file))],
  ]);
  const times = await measure(ways);
  await publish('upload', describe(times));
  await scene.stop();
  await http.close();
  await sink.stop();
  await workspace.store.close();
});

function timed(work: () => Promise<void>): Way {
  return async () => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
}

/** Every way once unmeasured, then all of them in turn. */
async function measure(ways: Map<string, Way>): Promise<Map<string, number[]>> {
  const times = new Map([...ways.keys()].map((name): [string, number[]] => [name, []]));
  for (const [name, way] of ways) console.error(`${name}: ${shown(await way())} ms to warm up`);
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, way] of ways) times.get(name)!.push(await way());
    console.error(`turn ${turn + 1} of ${turns}`);
  }
  return times;
}

function describe(times: Map<string, number[]>): string {
  const rateOf = (values: number[]): number => sizeMiB / (median(values) / 1000);
  const ours = rateOf(times.get(productName)!);
  const rows = [...times].map(([name, values]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((ms) => sizeMiB / (ms / 1000));
    return [name, shown(rateOf(values)), `${shown(most!)}–${shown(least!)}`, ratio(ours, rateOf(values))];
  });
  const head = ['way', 'MiB/s (median)', 'range', 'the product’s rate beside it'];
  const how = `${sizeMiB} MiB from GridFS (1 MiB chunks) to a sink over loopback, ${turns} turns each, alternating, warm.`;
  return [describeMachine(load), how, markdownTable(head, rows)].join('\n\n');
}

/** A start request, then pieces, one after another: what the product does without writing anything down. */
async function sendPieces({ store, branch }: Workspace, http: Http, { id, sizeBytes }: FileRow): Promise<void> {
  const reader = openContent(store, (await findContent(store, branch, id)).place);
  const url = await startSession(http);
  for (let start = 0; start < sizeBytes; start += pieceBytes) {
    const end = Math.min(sizeBytes, start + pieceBytes);
    const headers = { 'Content-Type': 'video/*', 'Content-Range': `bytes ${start}-${end - 1}/${sizeBytes}` };
    const request = { method: 'PUT', url, headers, repeatable: true };
    await http.sendStream(request, { body: reader.read(start, end), sizeBytes: end - start });
  }
  await reader.close();
}

async function sendBody({ store, branch }: Workspace, http: Http, { id, sizeBytes }: FileRow): Promise<void> {
  const reader = openContent(store, (await findContent(store, branch, id)).place);
  await put(http, reader.read(0, sizeBytes), sizeBytes);
  await reader.close();
}

async function sendStream({ store, branch }: Workspace, http: Http, { id, sizeBytes }: FileRow): Promise<void> {
  await put(http, (await openFile(store, branch, id)).stream, sizeBytes);
}

async function put(http: Http, body: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<void> {
  const request = { method: 'PUT', url: await startSession(http), headers: { 'Content-Type': 'video/*' } };
  await http.sendStream(request, { body, sizeBytes });
}

async function startSession(http: Http): Promise<string> {
  const address = 'https://www.googleapis.com/upload/youtube/v3/videos';
  const { headers } = await http.send({ method: 'POST', url: address, headers: {} });
  return headers['location']!;
}
