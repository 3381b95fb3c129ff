/**
 * Compares uploads through the product (journal, fence, heartbeats) with the same client streaming the same file
 * without them: `npm run bench -- upload [MiB] [--save]`. Both read GridFS and send to one sink in a separate process;
 * warm and alternating.
 */
import { join } from 'node:path';
import { argv } from 'node:process';
import { withEngines } from './engines.ts';
import { isSteady, markdownTable, median, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { startProcess } from './processes.ts';
import { publish } from './publish.ts';
import { startRawSender } from './upload/raw-sender.ts';
import { makeScene, saveBytes } from './upload/scene.ts';
import { makeWorkspace } from './workspace.ts';

const mebibyte = 1024 * 1024;
const sizeMiB = Number(argv.find((argument) => /^\d+$/.test(argument)) ?? 1024);
const minTurns = 5;
const maxTurns = 25;
const productName = 'the product: a step, 8 MiB pieces, journal and fence';

/** One way to send the file; returns the time taken, in milliseconds. */
type Way = () => Promise<number>;

const load = currentLoad();
await withEngines(async (engines) => {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const logPath = join(engines.folder, 'sink.log');
  const sink = await startProcess({ file: 'bench/upload/sink.ts', environment: {}, logPath });
  const routes = `https://www.googleapis.com=http://127.0.0.1:${sink.ready.port}`;
  const file = await saveBytes(workspace, sizeMiB * mebibyte);
  const scene = await makeScene(workspace, { engines, routes, file });
  const raw = await startRawSender({
    uri: engines.mongodbUri,
    workspaceId: workspace.workspaceId,
    routes,
    file: file.id,
  });
  const ways = new Map<string, Way>([
    [productName, () => scene.upload()],
    ['the same client in the same pieces, without a journal', () => raw.send('pieces')],
    ['the same client streams the file (openFile) in one body', () => raw.send('stream')],
    ['the same client in one body, with the reader of pieces', () => raw.send('body')],
  ]);
  const times = await measure(ways);
  await publish('upload', describe(times));
  await scene.stop();
  await raw.stop();
  await sink.stop();
  await workspace.store.close();
});

/** Runs every way once unmeasured, then all in turn until more turns would hardly change a median. */
async function measure(ways: Map<string, Way>): Promise<Map<string, number[]>> {
  const times = new Map([...ways.keys()].map((name): [string, number[]] => [name, []]));
  for (const [name, way] of ways) console.error(`${name}: ${shown(await way())} ms to warm up`);
  for (let turn = 0; turn < maxTurns && !(turn >= minTurns && [...times.values()].every(isSteady)); turn++) {
    for (const [name, way] of ways) times.get(name)!.push(await way());
    console.error(`turn ${turn + 1} of ${minTurns} to ${maxTurns}`);
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
  const head = ['way', 'MiB/s (median)', 'range', 'product relative to this way'];
  const turns = times.get(productName)!.length;
  const how = `${sizeMiB} MiB from GridFS (1 MiB chunks) to a sink over loopback, ${turns} alternating turns each (until every median is known to within 3 %, at most ${maxTurns}), warm.`;
  return [describeMachine(load), how, markdownTable(head, rows)].join('\n\n');
}
