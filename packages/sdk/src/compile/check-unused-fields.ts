import type { Connector } from '@tallyhook/schemas';
import type { ReadFile } from './read-files.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';
import { textsIn } from './texts-in.ts';

/** Warns of required account fields that nothing in the connector uses. */
export function checkUnusedFields(problems: SourceProblem[], { account }: Connector, files: readonly ReadFile[]): void {
  const texts = files.filter(({ kind }) => kind !== 'fixture').flatMap(({ file }) => textsIn(file.value));
  const { file } = files.find(({ kind }) => kind === 'connector')!;
  for (const [index, { name }] of (account?.fields ?? []).entries()) {
    const use = new RegExp(`\\baccount\\.\\[?${name}(?![\\w-])`);
    if (texts.some(({ text }) => use.test(text))) continue;
    const message = `nothing uses the account field "${name}"`;
    const hint = `write {{account.${name}}} where it belongs, or remove it`;
    const path = ['account', 'fields', index, 'name'];
    problems.push(locate(file, path, { code: 'unused_field', message, hint, severity: 'warning' }));
  }
}
