/**
 * Measures deliveries accepted and runs finished per second by the product's own processes, compared with a bare
 * Temporal worker that runs the same activities on the same server and, if they run, with n8n servers:
 * `npm run bench -- deliveries [--save]`. With `--million`, compares accepting and listing with few and with 1,000
 * workflows and 1,000,000 kept deliveries and runs. n8n is found by N8N_URL and N8N_LEGACY_URL.
 */
import { measureAccepting, type Accepting } from './deliveries/accepting.ts';
import { measureSizes } from './deliveries/many.ts';
import { allEnded, measureRound, usedOf, type Side } from './deliveries/round.ts';
import { setScene } from './deliveries/scene.ts';
import { bareSides, productSide } from './deliveries/sides.ts';
import { acceptTable, processorTable, sizeTable, speedTable, type Measured } from './deliveries/tables.ts';
import { withEngines, type Engines } from './engines.ts';
import { shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { n8nWebhooks, sendToWebhook } from './peers/n8n.ts';
import { publish } from './publish.ts';

const warmRuns = 100;
const rounds = 3;
const loads = [
  { callers: 1, runs: 100 },
  { callers: 8, runs: 300 },
  { callers: 32, runs: 300 },
];
const accepting = { crowd: { callers: 32, count: 1_000 }, steady: { perSecond: 300, count: 1_500 } };
const countAtN8n = 500;
const sizes = [
  { workflows: 1, kept: 1_000 },
  { workflows: 1_000, kept: 1_000_000 },
];

const load = currentLoad();
await withEngines(process.argv.includes('--million') ? compareSizes : compareSides);

async function compareSizes(engines: Engines): Promise<void> {
  const measured = await measureSizes(engines, sizes);
  const about =
    'By turns on the same mongod and Temporal, each with an api process of its own and no worker. Every delivery starts ' +
    'the run of one workflow. A third of the other workflows take other events of the same account, a third the same event ' +
    'with a condition that is not met, and a third deliveries of other accounts. Kept deliveries have bodies of 1 kB, and ' +
    'each has a run. Processor time is that of a delivery of eight senders, with the start of its run. Lists are medians of ' +
    'pages of 50.';
  await publish('deliveries of a million', [describeMachine(load), about, sizeTable(measured)].join('\n\n'));
}

async function compareSides(engines: Engines): Promise<void> {
  const scene = await setScene(engines);
  try {
    const product = productSide(scene);
    const bare = await bareSides(engines, scene);
    const sides = [bare.usual, bare.local, product];
    for (const side of sides) await measureRound(side, { runs: warmRuns, callers: 8 });
    const measured: Measured[] = [];
    for (const one of loads) measured.push(await measureSides(sides, one));
    await bare.close();
    const accepted = { ...(await acceptAll(product)), ...(await acceptAtN8n()) };
    await publish('deliveries', report(measured, accepted));
  } finally {
    await scene.stop();
  }
}

async function measureSides(sides: readonly Side[], { callers, runs }: (typeof loads)[number]): Promise<Measured> {
  const measured: Measured = { callers, runs, rounds: {} };
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const found = await measureRound(side, { runs, callers });
      (measured.rounds[side.name] ??= []).push(found);
      const [accepted, finished] = [found.acceptedPerSecond, found.finishedPerSecond].map(shown);
      console.error(`${side.name}, ${callers} callers: ${accepted} accepted/s, ${finished} finished/s`);
    }
  }
  return measured;
}

/** Only accepting: the runs go on after it, and have ended before the next measurement. */
async function acceptAll(product: Side): Promise<Record<string, Accepting>> {
  const found: Record<string, Accepting> = {};
  for (const [name, one] of Object.entries({
    'Tallyhook, 32 senders': accepting.crowd,
    'Tallyhook, 300 a second': accepting.steady,
  })) {
    const before = await product.ended();
    found[name] = await measureAccepting(
      () => product.accept(0),
      one,
      () => usedOf(product),
    );
    await allEnded(product, before + one.count);
  }
  return found;
}

async function acceptAtN8n(): Promise<Record<string, Accepting>> {
  const found: Record<string, Accepting> = {};
  for (const [name, address] of Object.entries(n8nWebhooks(process.env))) {
    const { deliver, close } = await sendToWebhook(address);
    const load = { ...accepting.crowd, count: countAtN8n };
    await measureAccepting(deliver, { ...load, count: load.callers });
    found[`${name}, 32 senders`] = await measureAccepting(deliver, load);
    close();
  }
  return found;
}

function report(measured: readonly Measured[], accepted: Record<string, Accepting>): string {
  return [
    describeMachine(load),
    `Medians of ${rounds} alternating rounds. A run begins, answers a report, posts a comment to the same practice service ` +
      'and ends. Bare: a client starts the workflows, and the worker has no store and no journal. It makes the request in ' +
      'an ordinary activity, the usual way; “bare, local” in a local one, like the rest. The product: one local ' +
      'activity. It answers a delivery once it is stored, then starts its run. mongod, Temporal, practice service, api, ' +
      'worker and the callers share the machine; rate limits are lifted.',
    speedTable(measured),
    'Processor milliseconds per run, by process:',
    processorTable(measured),
    `Accepting alone, while runs go on: ${accepting.crowd.count.toLocaleString('en')} deliveries of 32 senders, and 300 a ` +
      `second for ${accepting.steady.count / accepting.steady.perSecond} s, sent at fixed times and timed from then on. ` +
      'Processor time includes what was done for the runs meanwhile.',
    acceptTable(accepted),
  ].join('\n\n');
}
