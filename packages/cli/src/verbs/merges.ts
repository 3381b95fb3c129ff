import type { ChangeCounts, Commit } from '@tallyhook/schemas/api';
import { InvalidArgumentError, type Command } from 'commander';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

type Side = 'into' | 'from';

/** What a person decides about a merge or revert. */
interface Choices {
  take?: Side;
  acceptLoss?: boolean;
}

/** Verbs of `branches` that commit, compare and merge. */
export function registerMerges(branches: Command, settings: Settings): void {
  const commit = branches
    .command('commit')
    .description('commit everything that was changed since the last commit (see --branch)')
    .requiredOption('-m, --message <text>', 'what was changed, and why');
  withCommonOptions(commit, "tallyhook branches commit --branch spring -m 'New prices'").action(
    (options: CommonOptions & { message: string }) => commitBranch(settings, options),
  );
  const history = branches.command('history').description('list commits, and what is not committed (see --branch)');
  withCommonOptions(history, 'tallyhook branches history --branch spring').action((options: CommonOptions) =>
    listHistory(settings, options),
  );
  const compare = branches
    .command('compare')
    .argument('<from>', 'the branch to merge')
    .option('--into <name>', 'the branch that would get its changes', 'main')
    .option('--type <name>', 'list the records of one type, field by field')
    .description('show what a merge would change, without changing anything');
  withCommonOptions(compare, 'tallyhook branches compare spring --type ticket').action(
    (from: string, options: CommonOptions & { into: string; type?: string }) =>
      compareBranches(settings, options, from),
  );
  const merge = branches
    .command('merge')
    .argument('<from>', 'the branch to merge')
    .option('--into <name>', 'the branch that gets its changes', 'main')
    .option('-m, --message <text>', 'the message of the commit')
    .option('--take <side>', 'the side of all conflicts: into or from', parseSide)
    .option('--accept-loss', 'even if some values do not fit the merged types')
    .description('merge a branch into another: everything, or nothing');
  withCommonOptions(merge, 'tallyhook branches merge spring --take from').action(
    (from: string, options: CommonOptions & { into: string; message?: string } & Choices) =>
      mergeBranches(settings, options, from),
  );
  const revert = branches
    .command('revert')
    .argument('<commit>', 'the id of the commit')
    .option('-m, --message <text>', 'why it is taken back')
    .option('--take <side>', 'for records that changed again since: into keeps them, from takes them back', parseSide)
    .option('--accept-loss', 'even if some values do not fit the types as they were')
    .description('take back what a commit changed, as a new commit (see --branch)');
  withCommonOptions(revert, 'tallyhook branches revert 6b0b240ae3a0e95ece2c9a46').action(
    (id: string, options: CommonOptions & { message?: string } & Choices) => revertCommit(settings, options, id),
  );
}

function parseSide(text: string): Side {
  if (text === 'into' || text === 'from') return text;
  throw new InvalidArgumentError('Use into or from.');
}

async function commitBranch(settings: Settings, options: CommonOptions & { message: string }): Promise<void> {
  const { message } = options;
  const commit = await useApi(settings, options, (api) => api.call('POST /api/commits', { body: { message } }));
  print(settings, options, commit, () => describeCommit(commit));
}

async function listHistory(settings: Settings, options: CommonOptions): Promise<void> {
  const page = await useApi(settings, options, (api) => api.call('GET /api/commits', { query: {} }));
  print(settings, options, page, () => {
    const open = describeCounts(page.uncommitted);
    return [`Not committed: ${open === '' ? 'nothing' : open}`, ...page.commits.map(describeCommit)].join('\n');
  });
}

async function compareBranches(
  settings: Settings,
  options: CommonOptions & { into: string; type?: string },
  from: string,
): Promise<void> {
  const { into, type } = options;
  if (type !== undefined) {
    const page = await useApi(settings, options, (api) =>
      api.call('GET /api/merges/differences', { query: { from, into, type, limit: 500 } }),
    );
    const rows = page.differences.flatMap(({ label, kind, parts }) =>
      parts.map(({ part, before, after }) => [kind, printable(label), part, shown(before), shown(after)]),
    );
    return print(settings, options, page, () => table(['kind', 'record', 'field', 'before', 'after'], rows));
  }
  const preview = await useApi(settings, options, (api) =>
    api.call('GET /api/merges/preview', { query: { from, into } }),
  );
  print(settings, options, preview, () => {
    const changes = describeCounts(preview.counts);
    const conflicts = preview.conflicts.flatMap(({ type: of, label, parts }) =>
      parts.map(({ part, base, into: ours, from: theirs }) => [
        of,
        printable(label),
        part === '' ? '(whole record)' : part,
        ...[base, ours, theirs].map(shown),
      ]),
    );
    const lines = [
      changes === '' && conflicts.length + preview.types.length === 0 ? `${printable(into)} has everything.` : changes,
    ];
    for (const { type: of, removed, fields } of preview.types) {
      if (removed > 0) lines.push(`${printable(of)}: ${removed} records would be lost, as their type is gone.`);
      for (const { label, lost, examples } of fields.filter((field) => field.lost > 0)) {
        const shownValues = examples.map(({ value }) => printable(value)).join(', ');
        lines.push(`${printable(of)}: ${lost} values of ${printable(label)} would be lost: ${shownValues}`);
      }
    }
    for (const { kind, name } of preview.stops)
      lines.push(`The ${kind} ${printable(name)} would stop working, or lose a part.`);
    lines.push(...preview.refusals.map(({ detail }) => printable(detail)));
    if (conflicts.length > 0) {
      lines.push(`${preview.conflictCount} records were changed on both:`);
      lines.push(table(['type', 'record', 'field', 'before', printable(into), printable(from)], conflicts));
    }
    return lines.filter((line) => line !== '').join('\n');
  });
}

async function mergeBranches(
  settings: Settings,
  options: CommonOptions & { into: string; message?: string } & Choices,
  from: string,
): Promise<void> {
  const { into, message, take, acceptLoss } = options;
  const body = { from, into, ...(message !== undefined && { message }), ...(take && { rest: take }), acceptLoss };
  const merged = await useApi(settings, options, (api) => api.call('POST /api/merges', { body }));
  print(settings, options, merged, () =>
    merged.commit === null ? `${printable(into)} has everything already.` : describeCommit(merged.commit),
  );
}

async function revertCommit(
  settings: Settings,
  options: CommonOptions & { message?: string } & Choices,
  id: string,
): Promise<void> {
  const { message, take, acceptLoss } = options;
  const body = { ...(message !== undefined && { message }), ...(take && { rest: take }), acceptLoss };
  const reverted = await useApi(settings, options, (api) =>
    api.call('POST /api/commits/:id/revert', { path: { id }, body }),
  );
  print(settings, options, reverted, () =>
    reverted.commit === null ? 'Nothing is left to take back.' : describeCommit(reverted.commit),
  );
}

function describeCommit({ id, at, by, byName, message, counts }: Commit): string {
  return `${id}  ${at.slice(0, 16).replace('T', ' ')}  ${printable(byName ?? by)}  ${printable(message)}  (${describeCounts(counts)})`;
}

function describeCounts(counts: Record<string, ChangeCounts>): string {
  return Object.entries(counts)
    .map(([type, { created, updated, deleted }]) => `${type}: ${created} new, ${updated} changed, ${deleted} deleted`)
    .join('; ');
}

function shown(value: unknown): string {
  return value === undefined ? '' : printable(typeof value === 'string' ? value : JSON.stringify(value));
}
