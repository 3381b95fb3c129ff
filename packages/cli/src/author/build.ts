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
    .argument('<folder>', 'the folder of a connector')
    .description('make the package of a connector; the same folder gives the same bytes')
    .option(
      '-o, --output <file>',
      "where to write it, - for standard output (default: ID-VERSION.json here; where here is inside the connector's folder, beside that folder)",
    )
    .option('--json', 'print what was built, or the problems, as JSON')
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
      const words = `${file}: ${id} ${version}, ${sizeBytes} bytes, sha256 of all but itself ${built.sha256}`;
      // With `--output -`, standard output carries the package only.
      const said = isStandard ? settings.errors : settings.output;
      said.write(`${options.json === true ? JSON.stringify(built, null, 2) : words}\n`);
    });
}
