import type { Command } from 'commander';
import { type ChangeWeight, type Comparison, comparePackages, type ConnectorPackage } from '@tallyhook/sdk';
import { printableLines } from '../output.ts';
import type { Settings } from '../settings.ts';
import { readWithoutFixtures } from './read-connector.ts';

/**
 * `diff`: compares two versions. Exit 0 if the version number reflects the changes, 1 if its step is too small, 2 bad
 * usage.
 */
export function registerDiff(program: Command, settings: Pick<Settings, 'output' | 'errors'>): void {
  program
    .command('diff')
    .argument('<old>', 'the old version: a connector folder, or a package written by build')
    .argument('<new>', 'the new version: a folder or a package')
    .description(
      'show what breaks between two versions of a connector and which version number that requires; exits with 1 if the new number is too low',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook diff github-1.1.1.json packages/connectors/github')
    .action((oldPath: string, newPath: string, { json = false }: { json?: boolean }) => {
      const [before, after] = [oldPath, newPath].map((path) => {
        const { released, warning } = readWithoutFixtures(path);
        if (warning !== undefined) settings.errors.write(`${printableLines(warning)}\n`);
        return released;
      }) as [ConnectorPackage, ConnectorPackage];
      const comparison = comparePackages(before, after);
      const [old, now] = [before.connector.version, after.connector.version];
      const title = `${after.connector.id} ${old} → ${now}`;
      const text = json ? JSON.stringify({ old, new: now, ...comparison }, null, 2) : toText(title, comparison);
      settings.output.write(`${text}\n`);
      if (!comparison.isEnough) process.exitCode = 1;
    });
}

function toText(title: string, { changes, needed, isEnough }: Comparison): string {
  if (changes.length === 0) return `${title}: ${isEnough ? 'no changes' : `the version must be ${needed} or higher`}`;
  const lines = changes.map(
    ({ file, pointer, weight, message }) => `${weight.padEnd(10)}  ${file}  ${pointer}  ${message}`,
  );
  const verdict = isEnough ? 'the version is high enough' : `the version must be ${needed} or higher`;
  return [...lines, '', `${title}: ${formatCounts(changes)}; ${verdict}`].join('\n');
}

const words: Record<ChangeWeight, [one: string, several: string]> = {
  breaking: ['breaking change', 'breaking changes'],
  addition: ['addition', 'additions'],
  correction: ['correction', 'corrections'],
};

function formatCounts(changes: Comparison['changes']): string {
  return (Object.keys(words) as ChangeWeight[])
    .map((weight) => ({ weight, number: changes.filter((change) => change.weight === weight).length }))
    .filter(({ number }) => number > 0)
    .map(({ weight, number }) => `${number} ${words[weight][number === 1 ? 0 : 1]}`)
    .join(', ');
}
