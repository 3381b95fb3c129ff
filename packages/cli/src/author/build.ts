import type { Command } from 'commander';
import { canonicalJson } from '@tallyhook/sdk';
import type { Settings } from '../settings.ts';
import { outsideFolder, refuseInside } from './outside-folder.ts';
import { compileOrFail } from './compile-or-fail.ts';
import { writeWhole } from '../whole-file.ts';

interface BuildOptions {
  output?: string;
  json?: boolean;
}

/** `build`: packs a connector's folder into one file for release. Exit 0 built, 1 errors, 2 bad usage. */
export function registerBuild(program: Command, settings: Pick<Settings, 'output' | 'errors'>): void {
  program
    .command('build')
    .argument('<folder>', 'the connector folder')
    .description('build the connector package; the same folder always gives the same bytes')
    .option(
      '-o, --output <file>',
      'the file to write, or - for standard output (default: ID-VERSION.json in the current folder, or next to the connector folder if you are inside it)',
    )
    .option('--json', 'print the result or the problems as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook build packages/connectors/github -o github.json')
    .action((folder: string, options: BuildOptions) => {
      const isStandard = options.output === '-';
      if (options.output !== undefined && !isStandard) refuseInside(folder, options.output);
      const { package: released } = compileOrFail(folder);
      const { id, version } = released.connector;
      const file = options.output ?? outsideFolder(folder, `${id}-${version}.json`);
      const text = `${canonicalJson(released)}\n`;
      if (isStandard) settings.output.write(text);
      else writeWhole(file, text);
      const sizeBytes = Buffer.byteLength(text);
      const built = { file, id, version, sha256: released.sha256, sizeBytes };
      // A file cannot contain its own digest: this one covers everything else, so `sha256sum` of the file differs.
      const words = `${file}: ${id} ${version}, ${sizeBytes} bytes, sha256 of all other fields ${built.sha256}`;
      // With `--output -`, standard output carries the package only.
      const stream = isStandard ? settings.errors : settings.output;
      stream.write(`${options.json === true ? JSON.stringify(built, null, 2) : words}\n`);
    });
}
