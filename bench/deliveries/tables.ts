import { markdownTable, median, quantile, ratio, shown } from '../figures.ts';
import type { Accepting } from './accepting.ts';
import type { MeasuredSize } from './many.ts';
import type { Round } from './round.ts';

/** The rounds of all sides under one load, by side; the product is the last. */
export interface Measured {
  callers: number;
  runs: number;
  rounds: Record<string, Round[]>;
}

/** Speeds of all sides, and the product's relative to each of the others. */
export function speedTable(measured: readonly Measured[]): string {
  const head = ['callers × runs', 'side', 'accepted/s', 'accept p50 ms', 'accept p95 ms', 'finished/s'];
  const of = (rounds: Round[]) => {
    const acceptMs = rounds.flatMap((round) => round.acceptMs);
    return [
      median(rounds.map((round) => round.acceptedPerSecond)),
      quantile(acceptMs, 0.5),
      quantile(acceptMs, 0.95),
      median(rounds.map((round) => round.finishedPerSecond)),
    ];
  };
  const rows = measured.flatMap(({ callers, runs, rounds }) => {
    const what = `${callers} × ${runs}`;
    const sides = Object.entries(rounds).map(([side, found]) => ({ side, values: of(found) }));
    const product = sides.at(-1)!;
    return [
      ...sides.map(({ side, values }) => [what, side, ...values.map(shown)]),
      ...sides
        .slice(0, -1)
        .map(({ side, values }) => [
          what,
          `**product ÷ ${side}**`,
          ...product.values.map((value, index) => ratio(value, values[index]!)),
        ]),
    ];
  });
  return markdownTable(head, rows);
}

/** Processor milliseconds per run of all sides, by process. */
export function processorTable(measured: readonly Measured[]): string {
  const names = Object.keys(Object.values(measured[0]!.rounds)[0]![0]!.processorMs);
  const rows = measured.flatMap(({ callers, runs, rounds }) =>
    Object.entries(rounds).map(([side, found]) => {
      const used = names.map((name) => median(found.map(({ processorMs }) => processorMs[name]!)));
      const sum = used.reduce((total, one) => total + one, 0);
      return [`${callers} × ${runs}`, side, ...used.map(shown), shown(sum)];
    }),
  );
  return markdownTable(['callers × runs', 'side', ...names, 'sum'], rows);
}

/** How deliveries were accepted, by whom. */
export function acceptTable(accepted: Record<string, Accepting>): string {
  const names = ['api or client', 'mongod'];
  const rows = Object.entries(accepted).map(([what, { acceptedPerSecond, acceptMs, processorMs }]) => [
    what,
    ...[acceptedPerSecond, quantile(acceptMs, 0.5), quantile(acceptMs, 0.99)].map(shown),
    ...names.map((name) => shown(processorMs[name] ?? NaN)),
  ]);
  return markdownTable(
    ['accepting', 'accepted/s', 'p50 ms', 'p99 ms', 'api ms per delivery', 'mongod ms per delivery'],
    rows,
  );
}

/** Each size of a store in a column, and how much more the last takes than the first. */
export function sizeTable(sizes: readonly MeasuredSize[]): string {
  const lists = Object.keys(sizes[0]!.lists);
  const quantities: [string, (size: MeasuredSize) => number][] = [
    ['one sender, p50 ms', ({ alone }) => quantile(alone, 0.5)],
    ['one sender, p99 ms', ({ alone }) => quantile(alone, 0.99)],
    ['eight senders, p50 ms', ({ together }) => quantile(together, 0.5)],
    ['eight senders, p99 ms', ({ together }) => quantile(together, 0.99)],
    ['api, processor ms', ({ processorMs }) => median(processorMs.api)],
    ['mongod, processor ms', ({ processorMs }) => median(processorMs.mongod)],
    ...lists.map((name): [string, (size: MeasuredSize) => number] => [
      `list of ${name}, ms`,
      (size) => median(size.lists[name]!),
    ]),
  ];
  const nameOf = ({ size: { workflows, kept } }: MeasuredSize) =>
    `${workflows.toLocaleString('en')} workflow${workflows === 1 ? '' : 's'}, ${kept.toLocaleString('en')} kept`;
  const rows = quantities.map(([name, of]) => {
    const values = sizes.map(of);
    return [name, ...values.map(shown), ratio(values.at(-1)!, values[0]!)];
  });
  return markdownTable(['', ...sizes.map(nameOf), 'ratio'], rows);
}
