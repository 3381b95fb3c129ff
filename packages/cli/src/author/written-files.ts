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
      .argument('[folder]', 'the folder of a connector, or the package that build wrote', '.')
      .description(`write ${what}`)
      .option(
        '-o, --output <file>',
        `where to write it, - for standard output (default: ID${ending} here; where here is inside the connector's folder, beside that folder)`,
      )
      .option('--check', 'write nothing, and end with 1 where the file is not what the connector gives')
      .option('--json', 'print what was written as JSON')
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
        const words = isStale ? (check ? `is stale: tallyhook ${name} ${folder} -o ${file}` : 'written') : 'up to date';
        settings.output.write(`${json ? JSON.stringify(answer, null, 2) : `${file}: ${words}`}\n`);
        if (check && isStale) process.exitCode = 1;
      });
  };
  verb('types', 'the types of the inputs, outputs and events of a connector', '.d.ts', (released, fixtures) =>
    writeTypes(
      released,
      fixtures.map(({ fixture }) => fixture),
    ),
  );
  verb('docs', 'what a connector can do, as Markdown', '.md', (released) => writeDocs(released));
}
