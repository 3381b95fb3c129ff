import type { Command } from 'commander';
import { printable } from '../../output.ts';
import type { Settings } from '../../settings.ts';
import { print, withCommonOptions } from '../../verb.ts';
import { wholeNumber } from '../../verbs/runs.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { findDelivery } from './find-delivery.ts';
import { type SendHookOptions, sendDeliveries, type SentDelivery } from './send-deliveries.ts';

type HookOptions = SendHookOptions & { connector: string; fixture: string };

/** `hook`: sends deliveries as another service would. */
export function registerHook(program: Command, settings: Settings): void {
  const hook = program
    .command('hook')
    .description('send test deliveries as a service would')
    .addHelpText(
      'after',
      '\nExample:\n  $ tallyhook hook send events --connector packages/connectors/github --fixture issue-opened',
    );
  const send = hook
    .command('send')
    .argument('<webhook>', 'the name of the webhook')
    .requiredOption('--fixture <name>', 'the fixture to deliver')
    .option('--connector <folder>', 'the connector folder', '.')
    .option('--times <number>', 'how many times to deliver it', wholeNumber, 1)
    .option('--account <id>', 'deliver to the own address of this linked account, where builds receive')
    .option('--to <address>', 'the address of the product (default: --url, TALLYHOOK_URL, or where you logged in)')
    .description('deliver a fixture to the product and show the outcome');
  withCommonOptions(
    send,
    'tallyhook hook send events --connector packages/connectors/github --fixture issue-opened --times 2',
  ).action(async (webhook: string, options: HookOptions) => {
    const { package: released, fixtures } = compileOrFail(options.connector);
    const delivery = findDelivery(released, fixtures, { webhook, fixture: options.fixture });
    const sent = await sendDeliveries(settings, released.connector.id, delivery, options);
    const warnings = delivery.warnings.map((warning) => `warning: ${printable(warning)}`);
    print(settings, options, sent, () =>
      [...delivery.events.map(eventText), ...warnings, ...sent.map(sentText)].join('\n'),
    );
    if (sent.some(({ status }) => status >= 400)) process.exitCode = 1;
  });
}

function eventText({
  event,
  deliveryId,
  externalId,
}: {
  event: string;
  deliveryId: string | null;
  externalId: string | null;
}): string {
  const id = deliveryId === null ? 'no delivery id: each delivery counts as new' : `delivery id ${deliveryId}`;
  return `${event}, ${id}, account ${externalId ?? 'any'}`;
}

function sentText({ status, deliveries, note, body }: SentDelivery): string {
  if (status >= 400) return `answered ${status}: ${body}${status === 404 ? `\n${note}` : ''}`;
  if (deliveries.length === 0) return `answered ${status}${body === '' ? '' : ` ${body}`}, ${note}`;
  return deliveries
    .map(({ id, result, outcome, runs, reason }) => {
      const facts = [result, outcome, ...runs.map((run) => `run ${run}`)].filter((fact) => fact !== undefined);
      return `answered ${status}, stored as ${[id, ...facts].join(', ')}${reason === undefined ? '' : `; ${reason}`}`;
    })
    .join('\n');
}
