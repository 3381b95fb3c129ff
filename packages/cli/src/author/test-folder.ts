import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import {
  type ConnectorPackage,
  type CoverageTarget,
  coverageOf,
  type NamedFixture,
  rewriteJson,
  runFixture,
  updateFixture,
} from '@tallyhook/sdk';
import type { CheckedFolder } from './check-folder.ts';
import { writeWhole } from '../whole-file.ts';

/** The result of one fixture; it passed if there are no differences. */
export interface TestedFixture {
  name: string;
  kind: string;
  differences: string[];
  /** What changed in the file's expectations; only when fixtures are rewritten. */
  changes: string[];
  timeMs: number;
}

/** Which fixtures to run, and whether to rewrite those that differ. */
export interface TestFolderOptions {
  /** Substrings of names; default: all fixtures. */
  patterns?: readonly string[];
  update?: boolean;
}

/** A connector and the results of its fixtures; empty if it does not compile. */
export interface TestedFolder extends CheckedFolder {
  tested: TestedFixture[];
  /** What the fixtures cover; undefined if it does not compile. */
  coverage: CoverageTarget[] | undefined;
}

/** Runs the chosen fixtures of a connector. */
export async function testFolder(
  checked: CheckedFolder,
  { patterns = [], update = false }: TestFolderOptions = {},
): Promise<TestedFolder> {
  const { folder, package: released, fixtures } = checked;
  if (released === undefined) return { ...checked, tested: [], coverage: undefined };
  const chosen = fixtures.filter(
    ({ name }) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern)),
  );
  const tested: TestedFixture[] = [];
  const passed: NamedFixture['fixture'][] = [];
  for (const { name, fixture } of chosen) {
    const startedAt = performance.now();
    const differences = await runFixture(released, fixture);
    const rewritten =
      update && differences.length > 0
        ? await rewrite(released, { file: join(folder, 'fixtures', `${name}.json`), fixture, differences })
        : { fixture, differences, changes: [] };
    const { fixture: current, ...outcome } = rewritten;
    tested.push({ name, kind: fixture.kind, ...outcome, timeMs: performance.now() - startedAt });
    if (outcome.differences.length === 0) passed.push(current);
  }
  return { ...checked, tested, coverage: await coverageOf(released, passed) };
}

interface Rewritten extends Pick<TestedFixture, 'differences' | 'changes'> {
  fixture: NamedFixture['fixture'];
}

/**
 * Rewrites a fixture's expectations to match the connector; if that is refused, the file stays and the result says why.
 */
async function rewrite(
  released: ConnectorPackage,
  { file, fixture, differences }: Omit<Rewritten, 'changes'> & { file: string },
): Promise<Rewritten> {
  try {
    const updated = await updateFixture(released, fixture);
    writeWhole(file, rewriteJson(readFileSync(file, 'utf8'), updated.fixture));
    return { ...updated, differences: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fixture, differences: [...differences, error.message], changes: [] };
  }
}

/** Coverage in percent; 100 if there is nothing to cover. */
export function coveragePercent(coverage: readonly CoverageTarget[]): number {
  if (coverage.length === 0) return 100;
  return (100 * coverage.filter(({ isCovered }) => isCovered).length) / coverage.length;
}

/** Whether a connector compiles and all its fixtures pass; without fixtures it counts as untested. */
export function hasPassed({ package: released, tested, fixtures }: TestedFolder): boolean {
  return released !== undefined && fixtures.length > 0 && tested.every(({ differences }) => differences.length === 0);
}
