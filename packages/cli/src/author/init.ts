import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  fileChoices,
  makeStarter,
  readStarter,
  signatureChoices,
  signInChoices,
  type StarterName,
  starterNames,
  usualAnswers,
  webhookChoices,
} from '@tallyhook/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printable } from '../output.ts';
import { readText } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { editorFiles } from './editor-files.ts';
import { askAnswers, type GivenAnswers } from './init-questions.ts';
import { readBaseUrl } from './read-base-url.ts';
import { writeNewFiles } from './write-files.ts';

interface InitOptions extends GivenAnswers {
  template?: StarterName;
  curl?: string;
  id?: string;
  yes?: boolean;
  json?: boolean;
}

/** The options that answer a question. */
const questions = ['baseUrl', 'signIn', 'webhooks', 'signature', 'file'] as const;

/** The files that a connector begins with, and remarks for its author. */
interface Begun {
  name: string;
  texts: ReadonlyMap<string, string>;
  notes: string[];
}

/** `init`: makes a connector that passes validate and test. Exit 0 made, 1 already exists, 2 bad usage. */
export function registerInit(program: Command, settings: Pick<Settings, 'input' | 'output' | 'errors'>): void {
  const choice = (flags: string, description: string, choices: object, usual: string): Option =>
    new Option(flags, `${description} (default: "${usual}")`).choices(Object.keys(choices));
  const verb: Command = program
    .command('init')
    .argument('<folder>', 'the folder to create')
    .description('create a new connector that passes validate and test; on a terminal it asks about the service')
    .addOption(
      new Option('--template <template>', 'start from an example, and ask nothing')
        .choices(starterNames)
        .conflicts([...questions, 'curl']),
    )
    .addOption(
      new Option(
        '--curl <command>',
        'start from a request as a curl command; - reads it from standard input',
      ).conflicts([...questions]),
    )
    .option('--id <id>', 'the id of the connector (default: the name of the folder)', readId)
    .option('--name <name>', 'the name of the service (default: from the id)')
    .option('--base-url <address>', `the base address of its API (default: "${usualAnswers.baseUrl}")`, readAddress)
    .addOption(choice('--sign-in <kind>', 'how one signs in', signInChoices, usualAnswers.signIn))
    .addOption(
      choice('--webhooks <id>', 'where a webhook has the id of its delivery', webhookChoices, usualAnswers.webhooks),
    )
    .addOption(choice('--signature <kind>', 'how webhooks are signed', signatureChoices, usualAnswers.signature))
    .addOption(choice('--file <way>', 'how an action sends a file', fileChoices, usualAnswers.file))
    .option('-y, --yes', 'ask nothing, and use the defaults')
    .option('--json', 'print the files as JSON, and ask nothing')
    .addHelpText('after', '\nExample:\n  $ tallyhook init my-crm --sign-in oauth2 --file pieces --name "My CRM"')
    .addHelpText('after', '\nFrom an OpenAPI document: tallyhook from-openapi --help')
    .action(async (folder: string, options: InitOptions) => {
      const id = options.id ?? idFrom(basename(resolve(folder)));
      if (id === undefined)
        return verb.error(`error: "${basename(folder)}" is not a valid id; pass one with --id`, { exitCode: 2 });
      if ((options.signature ?? 'none') !== 'none' && (options.webhooks ?? 'none') === 'none')
        return verb.error('error: --signature needs --webhooks', { exitCode: 2 });
      const { name, texts, notes } = await begin(settings, folder, { ...options, id });
      const files = writeNewFiles(folder, new Map([...texts, ...editorFiles()]));
      const next = ['validate', 'test'].map((verb) => `tallyhook ${verb} ${quoted(folder)}`);
      const remarks = notes.length === 0 ? [] : ['', ...notes.map(printable)];
      const shown = [...files, ...remarks, '', ...next.map((line) => `$ ${line}`)];
      const answer = { folder, id, name, files, ...(notes.length > 0 && { notes }), next };
      settings.output.write(`${options.json === true ? JSON.stringify(answer, null, 2) : shown.join('\n')}\n`);
    });
}

async function begin(
  settings: Pick<Settings, 'input' | 'errors'>,
  folder: string,
  { id, name: called, template, curl, yes, json, ...given }: InitOptions & { id: string },
): Promise<Begun> {
  const usualName = called ?? nameFrom(id);
  if (template !== undefined)
    return { name: usualName, texts: readStarter(template, { id, name: usualName }), notes: [] };
  if (curl !== undefined)
    return beginFromCurl(curl === '-' ? await readText(settings, '-') : curl, { id, name: usualName });
  // Nobody should answer questions for a folder that is refused afterwards.
  const asks =
    settings.input.isTTY === true && yes !== true && json !== true && !existsSync(join(folder, 'connector.json'));
  const known = { ...given, ...(called !== undefined && { name: called }) };
  const answers = asks ? await askAnswers(settings, known, usualName) : { ...usualAnswers, name: usualName, ...given };
  return { name: answers.name, texts: makeStarter({ ...answers, id }), notes: [] };
}

async function beginFromCurl(command: string, called: { id: string; name: string }): Promise<Begun> {
  // Loaded on demand; other connectors don't need YAML.
  const { completeFolder, connectorFromCurl } = await import('@tallyhook/sdk/imports');
  const { made, notes } = connectorFromCurl(command, called);
  const { texts } = await completeFolder(made);
  return { name: called.name, texts, notes };
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return /^[\w./~+@%:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function readId(text: string): string {
  if (idFrom(text) === text) return text;
  throw new InvalidArgumentError('Use lower-case letters, digits and hyphens, starting with a letter.');
}

function readAddress(text: string): string {
  try {
    return readBaseUrl(text);
  } catch (error) {
    throw error instanceof Error ? new InvalidArgumentError(error.message) : error;
  }
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
