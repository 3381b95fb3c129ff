import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Warns of duplicate entries in a list: one of them may be a mistake. */
export function checkRepeated(context: CheckContext, path: JsonPath, entries: readonly unknown[] | undefined): void {
  for (const [index, entry] of (entries ?? []).entries()) {
    if (entries!.indexOf(entry) === index) continue;
    const message = `duplicate entry ${JSON.stringify(entry)}`;
    const finding = { code: 'duplicate_entry', message, hint: 'keep one of them', severity: 'warning' } as const;
    context.report([...path, index], finding);
  }
}
