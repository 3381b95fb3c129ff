import { readFileSync } from 'node:fs';
import { type ConnectorPackage, type NamedFixture, writeDocs, writeTypes } from '@tallyhook/sdk';
import type { Command } from 'commander';
import type { Settings } from '../settings.ts';
import { outsideFolder, refuseInside } from './outside-folder.ts';
import { isFile } from './check-folder.ts';
import { readWithFixtures } from './read-connector.ts';
import { writeWhole } from '../whole-file.ts';

interface WriteOptions {
  output?: string;
  check?: boolean;
  json?: boolean;
}

/** `types` and `docs`: files generated from a connector. Exit 0 written or up to date, 1 stale, 2 bad usage. */
export function registerWrittenFiles(program: Command, settings: Pick<Settings, 'output' | 'errors'>): void {
  type Write = (released: ConnectorPackage, fixtures: readonly NamedFixture[]) => string;
  const verb = (name: string, what: string, ending: string, write: Write): void => {
    program
      .command(name)
      .argument('[folder]', 'a connector folder, or a package written by build', '.')
      .description(`write ${what}`)
      .option(
        '-o, --output <file>',
        `the file to write, or - for standard output (default: ID${ending} in the current folder, or next to the connector folder if you are inside it)`,
      )
      .option('--check', 'write nothing, and exit with 1 if the file is out of date')
      .option('--json', 'print the result as JSON')
      .addHelpText('after', `\nExample:\n  $ tallyhook ${name} packages/connectors/github -o github${ending}`)
      .action((folder: string, { output, check = false, json = false }: WriteOptions) => {
        if (output !== undefined && output !== '-') refuseInside(folder, output);
        const { released, fixtures } = readWithFixtures(folder);
        const text = write(released, fixtures);
        if (output === '-') return void settings.output.write(text);
        const file = output ?? outsideFolder(folder, `${released.connector.id}${ending}`);
        const isStale = !isFile(file) || readFileSync(file, 'utf8') !== text;
        if (!check && isStale) writeWhole(file, text);
        const answer = { file, written: !check && isStale, stale: check && isStale };
        const words = isStale
          ? check
            ? `out of date, run tallyhook ${name} ${folder} -o ${file}`
            : 'written'
          : 'up to date';
        settings.output.write(`${json ? JSON.stringify(answer, null, 2) : `${file}: ${words}`}\n`);
        if (check && isStale) process.exitCode = 1;
      });
  };
  verb('types', 'TypeScript types for the inputs, outputs and events of a connector', '.d.ts', (released, fixtures) =>
    writeTypes(
      released,
      fixtures.map(({ fixture }) => fixture),
    ),
  );
  verb('docs', 'Markdown documentation of a connector', '.md', (released) => writeDocs(released));
}
