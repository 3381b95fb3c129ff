import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { canonicalJson, type ConnectorPackage, formatProblems } from '@tallyhook/sdk';
import type { Settings } from '../settings.ts';
import { checkFolder, type CheckedFolder, countInWords } from './check-folder.ts';

interface BuildOptions {
  output?: string;
  json?: boolean;
}

/** `build`: one file to release from the folder of a connector. Exit 0 built, 1 errors, 2 not understood. */
export function registerBuild(program: Command, settings: Pick<Settings, 'output' | 'errors'>): void {
  const verb: Command = program
    .command('build')
    .argument('<folder>', 'the folder of a connector')
    .description('make the package of a connector; the same folder gives the same bytes')
    .option('-o, --output <file>', 'where to write it (default: ID-VERSION.json)')
    .option('--json', 'print what was built, or the problems, as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook build packages/connectors/github -o github.json')
    .action((folder: string, options: BuildOptions) => {
      const checked = checkFolder(folder) ?? verb.error(`error: there is no folder "${folder}"`, { exitCode: 2 });
      if (checked.package === undefined) return refuse(settings, options, checked);
      const { id, version } = checked.package.connector;
      const file = options.output ?? `${id}-${version}.json`;
      const sizeBytes = write(checked.package, file, (reason) => verb.error(`error: ${reason}`, { exitCode: 2 }));
      const built = { file, id, version, sha256: checked.package.sha256, sizeBytes };
      const text = `${file}: ${id} ${version}, ${sizeBytes} bytes, sha256 ${built.sha256}`;
      settings.output.write(`${options.json === true ? JSON.stringify(built, null, 2) : text}\n`);
    });
}

function write(compiled: ConnectorPackage, file: string, refuseFile: (reason: string) => never): number {
  const bytes = Buffer.from(`${canonicalJson(compiled)}\n`, 'utf8');
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    refuseFile(`"${file}" cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  return bytes.length;
}

function refuse(settings: Pick<Settings, 'output' | 'errors'>, options: BuildOptions, checked: CheckedFolder): void {
  const { problems, folder } = checked;
  if (options.json === true) settings.output.write(`${JSON.stringify({ problems }, null, 2)}\n`);
  else
    settings.errors.write(`${formatProblems(problems, { format: 'text' })}\n\n${folder}: ${countInWords(problems)}\n`);
  process.exitCode = 1;
}
