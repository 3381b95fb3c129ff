import { existsSync, readdirSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { Problem } from '@tallyhook/schemas';
import type { ImportNote, MadeConnector } from '@tallyhook/sdk/imports';
import { printable } from '../output.ts';
import { placeName, readText } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { editorFiles } from './editor-files.ts';
import { writeNewFiles } from './write-files.ts';

interface FromOpenApiOptions {
  ops?: string[];
  out?: string;
  id?: string;
  baseUrl?: string;
  signIn?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** `from-openapi`: makes a connector's folder from an OpenAPI document. Exit 0 made, 1 refused, 2 bad usage. */
export function registerFromOpenApi(program: Command, settings: Settings): void {
  program
    .command('from-openapi')
    .argument('<spec>', 'an OpenAPI 3 or Swagger 2.0 document, JSON or YAML; - reads standard input')
    .description('create a connector from an OpenAPI document, and report what was left out and why')
    .option('--ops <names>', "operationIds or 'POST /path', separated by commas; * matches any characters", readNames)
    .option('--out <folder>', 'the folder to create (default: the id)')
    .option('--id <id>', 'the id of the connector (default: from the title)', readId)
    .option('--base-url <address>', 'the base address of all paths (default: the first server)')
    .option('--sign-in <name>', 'the security scheme to sign in with (default: the one that covers most operations)')
    .option('--dry-run', 'write nothing, and show what would be written')
    .option('--json', 'print the result as JSON, with everything that was left out')
    .addHelpText('after', "\nExample:\n  $ tallyhook from-openapi openapi.yaml --ops 'createPet,listPets' --out pets")
    .action(async (spec: string, options: FromOpenApiOptions) => {
      // Loaded on demand; other verbs don't need YAML.
      const { completeFolder, connectorFromOpenApi, readDocument } = await import('@tallyhook/sdk/imports');
      const document = readDocument(await readText(settings, spec), placeName(spec));
      const connector = connectorFromOpenApi(document, { ...options, operations: options.ops });
      const made = await completeFolder(connector, editorFiles());
      const folder = options.out ?? made.id;
      if (options.dryRun !== true) writeFolder(folder, made.texts);
      const text = options.json === true ? toJson(folder, made, options) : toText(folder, made, options);
      settings.output.write(`${text}\n`);
    });
}

function readNames(text: string): string[] {
  // Commas separate names; no operationId contains one.
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function readId(text: string): string {
  if (/^[a-z][a-z0-9-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError('Use lower-case letters, digits and hyphens, starting with a letter.');
}

function writeFolder(folder: string, texts: ReadonlyMap<string, string>): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Problem('already_exists', `The folder "${folder}" is not empty. Choose another one with --out.`);
  }
  writeNewFiles(folder, texts);
}

function toJson(folder: string, { id, texts, actions, notes }: MadeConnector, { dryRun }: FromOpenApiOptions): string {
  const of = (kind: ImportNote['kind']): object[] =>
    notes.filter((note) => note.kind === kind).map(({ pointer, what, reason }) => ({ pointer, what, reason }));
  const answer = {
    id,
    folder,
    written: dryRun !== true,
    files: [...texts.keys()],
    actions,
    leftOut: of('leftOut'),
    loosened: of('loosened'),
  };
  return JSON.stringify(answer, null, 2);
}

function toText(folder: string, made: MadeConnector, { dryRun }: FromOpenApiOptions): string {
  const count = Object.keys(made.actions).length;
  const lines = [
    `${folder}: ${made.id}, ${count} action${count === 1 ? '' : 's'}${dryRun === true ? ' (nothing was written)' : ''}`,
  ];
  const leftOut = made.notes.filter(({ kind }) => kind === 'leftOut');
  if (leftOut.length > 0) lines.push('', `Left out (${leftOut.length}):`, ...leftOut.map(lineOf));
  const loosened = Map.groupBy(
    made.notes.filter(({ kind }) => kind === 'loosened'),
    ({ reason }) => reason,
  );
  if (loosened.size > 0) lines.push('', 'Simplified (--json lists every place):');
  for (const [reason, notes] of loosened) {
    const others = notes.length - 1;
    const more = others === 0 ? '' : `, and in ${others} more place${others === 1 ? '' : 's'}`;
    lines.push(`  ${printable(notes[0]!.pointer)}  ${printable(reason)}${more}`);
  }
  if (dryRun !== true) lines.push('', `$ tallyhook validate ${folder}`, `$ tallyhook test ${folder}`);
  return lines.join('\n');
}

function lineOf({ pointer, what, reason }: ImportNote): string {
  return `  ${printable(pointer)}  ${what === undefined ? '' : `${printable(what)}: `}${printable(reason)}`;
}
