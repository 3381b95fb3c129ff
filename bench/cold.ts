/**
 * Measures what waits for nothing but a start: `npm run bench -- cold [N] [--save]`. Short commands and a bare Node in
 * turn, and the whole product with data of its own: the second and later starts, its first page, and its memory when idle.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { commands, runOnce, type CommandTime } from './cold/commands.ts';
import { createPageTimer } from './cold/page.ts';
import { startProduct } from './cold/product.ts';
import { markdownTable, median, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { publish } from './publish.ts';

const turns = Number(argv.find((argument) => /^\d+$/.test(argument)) ?? 5);
/** Each command runs this often for each start of the product. */
const runsPerTurn = 4;
/** V8 gives back what a start needed only after a while. */
const idleMs = 60_000;
const owner = { email: 'owner@tallyhook.local', password: 'bench-cold-password' };

const load = currentLoad();
const folder = await mkdtemp(join(tmpdir(), 'tallyhook-bench-'));
try {
  const times = measureCommands(join(folder, 'cache'));
  const starts = await measureStarts(join(folder, 'home'));
  const how = `Starts of the product: ${turns}; runs of each command: ${turns * runsPerTurn}, each after one that is not measured. Medians, and the ranges of what passed. The processor's time is that of all processes together.`;
  const heads = ['what', 'ms', 'range', "processor's ms", "processor's, relative to bare Node"];
  const rows = [...times, ...starts.times].map(([name, values]) => row(name, values, times.values().next().value!));
  const memory = [...starts.memory].map(([name, mebibytes]) => [name, shown(mebibytes)]);
  const total = [...starts.memory.values()].reduce((sum, mebibytes) => sum + mebibytes, 0);
  await publish(
    'cold',
    [
      describeMachine(load),
      how,
      markdownTable(heads, rows),
      `Memory after ${idleMs / 1000} s without work, with shared pages counted in parts:`,
      markdownTable(['process', 'MiB'], [...memory, ['together', shown(total)]]),
    ].join('\n\n'),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

function measureCommands(cache: string): Map<string, CommandTime[]> {
  const times = new Map([...commands.keys()].map((name): [string, CommandTime[]] => [name, []]));
  // The first run writes compiled code to the cache, the second one reads it and adds what it still compiled.
  for (const args of [...commands.values(), ...commands.values()]) runOnce(args, cache);
  for (let turn = 0; turn < turns * runsPerTurn; turn++)
    for (const [name, args] of commands) times.get(name)!.push(runOnce(args, cache));
  return times;
}

async function measureStarts(home: string) {
  const port = await freePort();
  const timer = await createPageTimer(owner);
  const times = { start: [] as CommandTime[], page: [] as CommandTime[] };
  let memory = new Map<string, number>();
  try {
    for (let turn = 0; turn <= turns; turn++) {
      const product = await startProduct(home, { port, password: owner.password });
      try {
        // Otherwise a later start would create the rest of the demo, which takes time and memory.
        if (turn === 0) await product.finished();
        const pageMs = await timer.open(product.address);
        console.error(`start ${turn} of ${turns}: ${shown(product.readyMs)} ms, first page ${shown(pageMs)} ms`);
        if (turn === 0) continue;
        times.start.push({ wallMs: product.readyMs, processorMs: product.processorSeconds * 1_000 });
        times.page.push({ wallMs: pageMs, processorMs: Number.NaN });
        if (turn < turns) continue;
        await sleep(idleMs);
        memory = product.memory();
      } finally {
        await product.stop();
      }
    }
  } finally {
    await timer.close();
  }
  const named: [string, CommandTime[]][] = [
    ['npm start for the second time, until /health is ready', times.start],
    ['the first page, until it can be used', times.page],
  ];
  return { times: named, memory };
}

function row(name: string, values: CommandTime[], base: CommandTime[]): string[] {
  const wall = values.map(({ wallMs }) => wallMs);
  const used = median(values.map(({ processorMs }) => processorMs));
  const range = `${shown(Math.min(...wall))}–${shown(Math.max(...wall))}`;
  const compared = Number.isNaN(used) ? '–' : ratio(used, median(base.map(({ processorMs }) => processorMs)));
  return [name, shown(median(wall)), range, shown(used), compared];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
