import type { Command } from 'commander';
import type { Settings } from './settings.ts';

type Register = (program: Command, settings: Settings) => void;

/** The verbs of a program, in the groups of its help. */
export interface Verbs {
  product: readonly Register[];
  author: readonly Register[];
}

const ofProduct = (register: Register): Verbs => ({ product: [register], author: [] });
const ofAuthors = (register: Register): Verbs => ({ product: [], author: [register] });

/** Verbs that stand alone in a file; loading the files of all verbs takes longer than most of them run. */
export const loneVerbs: Readonly<Record<string, () => Promise<Verbs>>> = {
  accounts: async () => ofProduct((await import('./verbs/accounts.ts')).registerAccounts),
  ask: async () => ofProduct((await import('./verbs/ask.ts')).registerAsk),
  connectors: async () => ofProduct((await import('./verbs/connectors.ts')).registerConnectors),
  deliveries: async () => ofProduct((await import('./verbs/deliveries.ts')).registerDeliveries),
  files: async () => ofProduct((await import('./verbs/files.ts')).registerFiles),
  import: async () => ofProduct((await import('./verbs/import.ts')).registerImport),
  keys: async () => ofProduct((await import('./verbs/keys.ts')).registerKeys),
  records: async () => ofProduct((await import('./verbs/records.ts')).registerRecords),
  reports: async () => ofProduct((await import('./verbs/reports.ts')).registerReports),
  runs: async () => ofProduct((await import('./verbs/runs.ts')).registerRuns),
  workflows: async () => ofProduct((await import('./verbs/workflows.ts')).registerWorkflows),
  workspaces: async () => ofProduct((await import('./verbs/workspaces.ts')).registerWorkspaces),
  build: async () => ofAuthors((await import('./author/build.ts')).registerBuild),
  diff: async () => ofAuthors((await import('./author/diff.ts')).registerDiff),
  explain: async () => ofAuthors((await import('./author/explain.ts')).registerExplain),
  lsp: async () => ofAuthors((await import('./author/lsp.ts')).registerLsp),
  test: async () => ofAuthors((await import('./author/test.ts')).registerTest),
  validate: async () => ofAuthors((await import('./author/validate.ts')).registerValidate),
};

const noVerbs: Verbs = { product: [], author: [] };

/** Loads the verb that a command line names, or all of them, for example to list them or to suggest another one. */
export async function loadVerbs(args: readonly string[]): Promise<Verbs> {
  const [name = ''] = args;
  if (args.length === 1 && ['-V', '--version'].includes(name)) return noVerbs;
  const load = Object.hasOwn(loneVerbs, name) ? loneVerbs[name] : undefined;
  return load === undefined ? (await import('./every-verb.ts')).everyVerb : load();
}
