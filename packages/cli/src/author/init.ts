import { basename, resolve } from 'node:path';
import { readStarter, type StarterName, starterNames } from '@tallyhook/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../settings.ts';
import { editorFiles } from './editor-files.ts';
import { writeNewFiles } from './write-files.ts';

interface InitOptions {
  template: StarterName;
  id?: string;
  name?: string;
  json?: boolean;
}

/** `init`: makes a connector that passes validate and test. Exit 0 made, 1 already exists, 2 bad usage. */
export function registerInit(program: Command, settings: Pick<Settings, 'output'>): void {
  const verb: Command = program
    .command('init')
    .argument('<folder>', 'the folder to create')
    .description('create a new connector that passes validate and test')
    .addOption(
      new Option('--template <template>', 'what to start from: an API key, OAuth 2, a webhook, or a file upload')
        .choices(starterNames)
        .default('key'),
    )
    .option('--id <id>', 'the id of the connector (default: the name of the folder)', readId)
    .option('--name <name>', 'the name of the service (default: from the id)')
    .option('--json', 'print the files as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook init my-crm --template oauth2 --name "My CRM"')
    .action((folder: string, { template, id: given, name: called, json = false }: InitOptions) => {
      const id = given ?? idFrom(basename(resolve(folder)));
      if (id === undefined)
        return verb.error(`error: "${basename(folder)}" is not a valid id; pass one with --id`, { exitCode: 2 });
      const name = called ?? nameFrom(id);
      const texts = readStarter(template, { id, name });
      const files = writeNewFiles(folder, new Map([...texts, ...editorFiles()]));
      const next = ['validate', 'test'].map((verb) => `tallyhook ${verb} ${quoted(folder)}`);
      const shown = [...files, '', ...next.map((line) => `$ ${line}`)];
      const text = json ? JSON.stringify({ folder, id, name, files, next }, null, 2) : shown.join('\n');
      settings.output.write(`${text}\n`);
    });
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return /^[\w./~+@%:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function readId(text: string): string {
  if (idFrom(text) === text) return text;
  throw new InvalidArgumentError('Use lower-case letters, digits and hyphens, starting with a letter.');
}

function idFrom(text: string): string | undefined {
  const id = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return /^[a-z][a-z0-9-]{0,63}$/.test(id) ? id : undefined;
}

/** `my-crm` → `My crm` */
function nameFrom(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}
