import { type Command, Option } from 'commander';
import type { DeliveryConfirmation } from '@tallyhook/schemas/api';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { sayMore, startedText, wholeNumber } from './runs.ts';

const outcomes = ['accepted', 'untriggered', 'conflict'] as const;

/** Which deliveries. */
interface ChoiceOptions extends CommonOptions {
  connector?: string;
  outcome?: (typeof outcomes)[number];
}

interface ListOptions extends ChoiceOptions {
  find?: string;
  limit: number;
  cursor?: string;
}

interface DeleteOptions extends ChoiceOptions {
  before?: string;
}

/** `deliveries`: what other services have sent. */
export function registerDeliveries(program: Command, settings: Settings): void {
  const deliveries = program
    .command('deliveries')
    .description('deliveries of other services, kept for 30 days')
    .addHelpText('after', '\nExample:\n  $ tallyhook deliveries list --outcome untriggered');
  const list = deliveries
    .command('list')
    .description('list the deliveries of the workspace, newest first')
    .option('--connector <id>', 'only those of this connector')
    .addOption(new Option('--outcome <what>', 'what they did').choices(outcomes))
    .option('--find <id>', 'only those with this id of their sender')
    .option('--limit <number>', 'how many to list', wholeNumber, 20)
    .option('--cursor <text>', 'the nextCursor of the previous page');
  withCommonOptions(list, 'tallyhook deliveries list --connector github').action((options: ListOptions) =>
    listDeliveries(settings, options),
  );
  const show = deliveries
    .command('show')
    .argument('<id>', 'the id that `deliveries list` shows')
    .description('show a delivery with its content, its runs, and why it started none');
  withCommonOptions(show, 'tallyhook deliveries show 65f000000000000000000001').action(
    (id: string, options: CommonOptions) => showDelivery(settings, options, id),
  );
  const remove = deliveries
    .command('delete')
    .argument('[ids...]', 'the ids of the deliveries')
    .description('delete deliveries, by id or all that the options describe; sent again, they start nothing')
    .option('--connector <id>', 'those of this connector')
    .addOption(new Option('--outcome <what>', 'what they did').choices(outcomes))
    .option('--before <moment>', 'those that came before, such as 2027-01-31T12:00:00Z');
  withCommonOptions(remove, 'tallyhook deliveries delete --connector http --outcome untriggered').action(
    async (ids: string[], { connector, outcome, before, ...options }: DeleteOptions) => {
      const body = { ...(ids.length > 0 && { ids }), connector, outcome, before };
      const done = await useApi(settings, options, (api) => api.call('POST /api/delivery-deletions', { body }));
      print(settings, options, done, () => `Deleted ${done.deleted} deliveries`);
    },
  );
  const replay = deliveries
    .command('replay')
    .argument('<workflow>', 'the id of the workflow')
    .argument('<ids...>', 'the ids of the deliveries')
    .description('run a workflow with deliveries that came before; it does again what it did');
  withCommonOptions(replay, 'tallyhook deliveries replay 65f000000000000000000001 65f000000000000000000002').action(
    (workflow: string, ids: string[], options: CommonOptions) =>
      replayDeliveries(settings, options, { workflow, deliveries: ids }),
  );
}

async function listDeliveries(settings: Settings, options: ListOptions): Promise<void> {
  const { connector, outcome, find, limit, cursor } = options;
  const page = await useApi(settings, options, (api) =>
    api.call('GET /api/deliveries', { query: { connector, outcome, find, limit, cursor } }),
  );
  const text = () =>
    table(
      ['id', 'came', 'connector', 'event', "sender's id", 'outcome', 'runs', 'repeats'],
      page.deliveries.map(({ id, receivedAt, connector: from, event, deliveryId, outcome: did, targets, repeats }) => [
        ...[id, receivedAt, from, event, deliveryId, did],
        ...[targets.length, repeats],
      ]),
    );
  print(settings, options, page, () => [text(), ...(page.confirmations ?? []).map(confirmationLine)].join('\n'));
  sayMore(settings, options, page.nextCursor);
}

function confirmationLine({
  connector,
  host,
  state,
  attempts,
  receivedAt,
  nextAt,
  reason,
}: DeliveryConfirmation): string {
  const again = nextAt === null ? '' : `, again at ${nextAt}`;
  const why = reason === null ? '' : ` (${printable(reason)}${again})`;
  return `confirmation of ${connector} at ${printable(host)}, asked for ${receivedAt}: ${state} after ${attempts} calls${why}`;
}

async function showDelivery(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const found = await useApi(settings, options, (api) => api.call('GET /api/deliveries/:id', { path: { id } }));
  const { delivery, content, conflicts, runs, reason } = found;
  print(settings, options, found, () =>
    [
      `Delivery ${id} of ${delivery.connector}: ${printable(delivery.event)}, came ${delivery.receivedAt}`,
      `  sender's id  ${printable(delivery.deliveryId)}`,
      `  came again   ${delivery.repeats} times`,
      ...conflicts.map(({ id: other, at }) => `  other body   ${other}  came ${at}; \`deliveries replay\` runs it`),
      ...runs.map(
        ({ id: run, workflowName, status }) => `  run          ${run}  ${status}  ${printable(workflowName)}`,
      ),
      ...(reason === null ? [] : [`  why no run   ${printable(reason)}`]),
      `  payload      ${content === null ? 'not kept' : printable(content.payload)}`,
      ...(content === null ? [] : [`  headers      ${printable(content.headers)}`]),
    ].join('\n'),
  );
}

async function replayDeliveries(
  settings: Settings,
  options: CommonOptions,
  body: { workflow: string; deliveries: string[] },
): Promise<void> {
  const runs = await useApi(settings, options, (api) => api.call('POST /api/delivery-replays', { body }));
  print(settings, options, runs, () => runs.map(startedText).join('\n'));
}
