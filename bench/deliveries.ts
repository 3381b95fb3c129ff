/**
 * Measures deliveries accepted and runs finished per second by the product's own processes, compared with a bare
 * Temporal worker that runs the same activities on the same server: `npm run bench -- deliveries [--save]`.
 */
import { median, markdownTable, quantile, ratio, shown } from './figures.ts';
import { withEngines } from './engines.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { publish } from './publish.ts';
import { measureRound, type Round, type Side } from './deliveries/round.ts';
import { setScene } from './deliveries/scene.ts';
import { bareSide, productSide } from './deliveries/sides.ts';

const warmRuns = 100;
const rounds = 3;
const loads = [
  { callers: 1, runs: 100 },
  { callers: 8, runs: 300 },
];

type Measured = { callers: number; runs: number; product: Round[]; bare: Round[] };

const load = currentLoad();
await withEngines(async (engines) => {
  const scene = await setScene(engines);
  try {
    const product = productSide(scene);
    const bare = await bareSide(engines, scene);
    for (const side of [bare, product]) await measureRound(side, { runs: warmRuns, callers: 8 });
    const measured: Measured[] = [];
    for (const { callers, runs } of loads) measured.push(await measureBoth({ product, bare }, { callers, runs }));
    await bare.close();
    await publish('deliveries', report(measured));
  } finally {
    await scene.stop();
  }
});

async function measureBoth(
  { product, bare }: { product: Side; bare: Side },
  { callers, runs }: { callers: number; runs: number },
): Promise<Measured> {
  const measured: Measured = { callers, runs, product: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of [
      ['bare', bare],
      ['product', product],
    ] as const) {
      const found = await measureRound(side, { runs, callers });
      measured[name].push(found);
      console.error(
        `${name}, ${callers} callers: ${shown(found.acceptedPerSecond)} accepted/s, ${shown(found.finishedPerSecond)} finished/s`,
      );
    }
  }
  return measured;
}

function report(measured: readonly Measured[]): string {
  return [
    describeMachine(load),
    `Medians of ${rounds} alternating rounds. A run begins, answers a report, posts a comment to the same practice service ` +
      'and ends. Bare: three local activities and an ordinary one, the usual way; a client starts the workflows, and the ' +
      'worker has no store and no journal. The product: one local activity. It answers a delivery once it is stored, then starts its run. mongod, Temporal, practice service, ' +
      'api, worker and the callers share the machine; rate limits are lifted.',
    speeds(measured),
    'Processor milliseconds per run, by process:',
    processors(measured),
  ].join('\n\n');
}

function speeds(measured: readonly Measured[]): string {
  const head = ['callers × runs', 'side', 'accepted/s', 'accept p50 ms', 'accept p95 ms', 'finished/s'];
  const rows = measured.flatMap(({ callers, runs, product, bare }) => {
    const of = (found: Round[]) => {
      const acceptMs = found.flatMap((round) => round.acceptMs);
      return [
        median(found.map((round) => round.acceptedPerSecond)),
        quantile(acceptMs, 0.5),
        quantile(acceptMs, 0.95),
        median(found.map((round) => round.finishedPerSecond)),
      ];
    };
    const [ours, theirs] = [of(product), of(bare)];
    const what = `${callers} × ${runs}`;
    return [
      [what, 'product', ...ours.map(shown)],
      [what, 'bare', ...theirs.map(shown)],
      [what, '**ratio**', ...ours.map((value, index) => ratio(value, theirs[index]!))],
    ];
  });
  return markdownTable(head, rows);
}

function processors(measured: readonly Measured[]): string {
  const names = Object.keys(measured[0]!.product[0]!.processorMs);
  const rows = measured.flatMap(({ callers, runs, product, bare }) =>
    Object.entries({ product, bare }).map(([side, found]) => {
      const used = names.map((name) => median(found.map(({ processorMs }) => processorMs[name]!)));
      const sum = used.reduce((total, one) => total + one, 0);
      return [`${callers} × ${runs}`, side, ...used.map(shown), shown(sum)];
    }),
  );
  return markdownTable(['callers × runs', 'side', ...names, 'sum'], rows);
}
