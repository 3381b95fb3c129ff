import { existsSync, readFileSync } from 'node:fs';
import { type ConnectorPackage, writeDocs, writeTypes } from '@tallyhook/sdk';
import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { readConnector } from './read-connector.ts';
import { writeText } from './write-files.ts';

interface WriteOptions {
  output?: string;
  check?: boolean;
  json?: boolean;
}

/** `types` and `docs`: files made from a connector. Exit 0 written or as it should be, 1 stale, 2 not understood. */
export function registerWrittenFiles(program: Command, settings: Pick<Settings, 'output' | 'errors'>): void {
  const verb = (name: string, what: string, ending: string, write: (released: ConnectorPackage) => string): void => {
    program
      .command(name)
      .argument('[folder]', 'the folder of a connector, or the package that build wrote', '.')
      .description(`write ${what} of a connector`)
      .option('-o, --output <file>', `where to write it (default: ID${ending})`)
      .option('--check', 'write nothing, and end with 1 where the file is not what the connector gives')
      .option('--json', 'print what was written as JSON')
      .addHelpText('after', `\nExample:\n  $ tallyhook ${name} packages/connectors/github -o github${ending}`)
      .action((folder: string, { output, check = false, json = false }: WriteOptions) => {
        const released = readConnector(folder);
        const file = output ?? `${released.connector.id}${ending}`;
        const text = write(released);
        const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== text;
        if (!check && isStale) writeText(file, text);
        const answer = { file, written: !check && isStale, stale: check && isStale };
        const words = isStale ? (check ? `is stale: tallyhook ${name} ${folder} -o ${file}` : 'written') : 'up to date';
        settings.output.write(`${json ? JSON.stringify(answer, null, 2) : `${file}: ${words}`}\n`);
        if (check && isStale) process.exitCode = 1;
      });
  };
  verb('types', 'the types of the inputs, outputs and events', '.d.ts', writeTypes);
  verb('docs', 'what it can do, as Markdown,', '.md', writeDocs);
}
