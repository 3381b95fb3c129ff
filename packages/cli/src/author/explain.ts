import type { Command } from 'commander';
import { explainCode, sourceProblemCodes, type SourceProblemCode } from '@tallyhook/sdk';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';

/** `explain`: explains a code of `validate`. Exit 0 explained, 2 unknown code. */
export function registerExplain(program: Command, settings: Pick<Settings, 'output'>): void {
  const verb: Command = program
    .command('explain')
    .argument('[code]', 'a code such as unknown_key (default: list all codes)')
    .description('explain a code of validate, with a bad and a good example')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook explain unknown_key')
    .action((code: string | undefined, { json = false }: { json?: boolean }) => {
      const print = (answer: unknown, text: string): void =>
        void settings.output.write(`${json ? JSON.stringify(answer, null, 2) : text}\n`);
      if (code === undefined)
        return print(
          listCodes(),
          table(
            ['code', 'title'],
            listCodes().map(({ code: name, title }) => [name, title]),
          ),
        );
      const explained = explainCode(code);
      if ('title' in explained) return print(explained, toText(explained));
      verb.error(`error: unknown code "${code}"; ${adviseCode(code, explained.nearest)}`, { exitCode: 2 });
    });
}

/** Advice for an unknown code: the nearest one, or those that contain the given word. */
function adviseCode(given: string, near: string | undefined): string {
  if (near !== undefined) return `did you mean "${near}"?`;
  const held = listCodes().filter(({ code }) => given.length >= 3 && code.includes(given.toLowerCase()));
  const all = '`tallyhook explain` lists all codes';
  return held.length === 0 ? all : `similar codes: ${held.map(({ code }) => code).join(', ')}; ${all}`;
}

function listCodes(): { code: string; title: string }[] {
  return Object.entries(sourceProblemCodes).map(([code, { title }]) => ({ code, title }));
}

type Explained = { code: SourceProblemCode; title: string; why: string; file: string; bad: string; good: string };

function toText({ code, title, why, file, bad, good }: Explained): string {
  return [`${code}: ${title}`, '', why, '', `In ${file}`, `  bad:   ${bad}`, `  good:  ${good}`].join('\n');
}
