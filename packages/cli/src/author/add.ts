import { Problem } from '@tallyhook/schemas';
import { sampleActionFixture, sampleWebhookFixture } from '@tallyhook/sdk';
import { adviseName } from './advise-name.ts';
import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { schemaFolder } from '@tallyhook/sdk';
import { newAction, newWebhook, withPart } from './new-parts.ts';
import { readConnector } from './read-connector.ts';
import { writeNewFiles } from './write-files.ts';

interface AddOptions {
  connector: string;
  action?: string;
  webhook?: string;
  json?: boolean;
}

/** The files of a new part, by path within the connector. */
type Made = [path: string, kind: 'action' | 'webhook' | 'fixture', value: object][];

/** `add`: adds a part to a connector, which stays valid. Exit 0 added, 1 refused, 2 bad usage. */
export function registerAdd(program: Command, settings: Pick<Settings, 'output'>): void {
  const add = program
    .command('add')
    .description('add an action, a webhook or a fixture to a connector')
    .addHelpText('after', '\nExample:\n  $ tallyhook add action find-contacts --connector my-crm');
  const part = (kind: string, description: string, example: string): Command =>
    add
      .command(kind)
      .argument('<name>', 'the file name: lower-case letters, digits and hyphens', readName)
      .description(description)
      .option('--connector <folder>', 'the connector folder', '.')
      .option('--json', 'print the files as JSON')
      .addHelpText('after', `\nExample:\n  $ tallyhook add ${kind} ${example} --connector my-crm`);
  const write = ({ connector, json }: AddOptions, made: Made): void => {
    const texts = made.map(([path, kind, value]): [string, string] => {
      const whole = { $schema: `../${schemaFolder}/${kind}.schema.json`, ...value };
      return [path, `${JSON.stringify(whole, null, 2)}\n`];
    });
    const files = writeNewFiles(connector, new Map(texts));
    settings.output.write(`${json === true ? JSON.stringify({ files }, null, 2) : files.join('\n')}\n`);
  };
  part('action', 'add an action, with a fixture', 'find-contacts').action(async (name: string, options: AddOptions) =>
    write(options, await makeAction(name, options)),
  );
  part('webhook', 'add a webhook, with a fixture', 'events').action((name: string, options: AddOptions) =>
    write(options, makeWebhook(name, options)),
  );
  const fixture: Command = part(
    'fixture',
    'add a passing fixture, generated from the connector',
    'no-email --action create-contact',
  )
    .option('--action <name>', 'the action it tests')
    .option('--webhook <name>', 'the webhook it tests')
    .action(async (name: string, options: AddOptions) => {
      if ((options.action === undefined) === (options.webhook === undefined))
        return fixture.error('error: pass either --action or --webhook', { exitCode: 2 });
      write(options, await makeFixture(name, options));
    });
}

function readName(name: string): string {
  if (/^[a-z][a-z0-9-]{0,63}$/.test(name)) return name;
  const advice = 'Use lower-case letters, digits and hyphens, starting with a letter, such as create-contact.';
  throw new Problem('invalid_usage', `"${name}" is not a valid file name. ${advice}`);
}

async function makeAction(name: string, { connector: folder }: AddOptions): Promise<Made> {
  const before = readConnector(folder);
  const action = newAction(name, before.connector);
  const after = withPart(before, { actions: { ...before.actions, [name]: action } });
  return [
    [`actions/${name}.json`, 'action', action],
    [`fixtures/${name}.json`, 'fixture', await sampleActionFixture(after, name)],
  ];
}

function makeWebhook(name: string, { connector: folder }: AddOptions): Made {
  const before = readConnector(folder);
  const webhook = newWebhook(name);
  const after = withPart(before, { webhooks: { ...before.webhooks, [name]: webhook } });
  return [
    [`webhooks/${name}.json`, 'webhook', webhook],
    [`fixtures/${name}.json`, 'fixture', sampleWebhookFixture(after, name)],
  ];
}

async function makeFixture(name: string, { connector: folder, action, webhook }: AddOptions): Promise<Made> {
  const released = readConnector(folder);
  refuseUnknown('action', action, Object.keys(released.actions));
  refuseUnknown('webhook', webhook, Object.keys(released.webhooks));
  const fixture =
    action === undefined ? sampleWebhookFixture(released, webhook!) : await sampleActionFixture(released, action);
  return [[`fixtures/${name}.json`, 'fixture', fixture]];
}

function refuseUnknown(kind: string, name: string | undefined, known: string[]): void {
  if (name === undefined || known.includes(name)) return;
  throw new Problem('invalid_usage', `The connector has no ${kind} "${name}". ${adviseName(name, known)}`);
}
