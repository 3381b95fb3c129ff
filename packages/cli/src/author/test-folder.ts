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

/** One fixture that was run; it passed where nothing differs. */
export interface TestedFixture {
  name: string;
  kind: string;
  differences: string[];
  /** What its file expects otherwise now; only where fixtures are rewritten. */
  changes: string[];
  timeMs: number;
}

/** Which fixtures are run, and whether those that differ are rewritten. */
export interface TestFolderOptions {
  /** Parts of names; all fixtures where there is none. */
  patterns?: readonly string[];
  update?: boolean;
}

/** A connector whose fixtures were run; none were where it does not compile. */
export interface TestedFolder extends CheckedFolder {
  tested: TestedFixture[];
  /** What of it is tested; undefined where it does not compile. */
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

/** Makes the file of a fixture expect what the connector does; where that is refused it stays, and says why. */
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

/** How much of what should be tested is, in percent; all of it where nothing is to be. */
export function coveragePercent(coverage: readonly CoverageTarget[]): number {
  if (coverage.length === 0) return 100;
  return (100 * coverage.filter(({ isCovered }) => isCovered).length) / coverage.length;
}

/** Whether a connector compiles and all its fixtures pass; one without fixtures is not tested. */
export function hasPassed({ package: released, tested, fixtures }: TestedFolder): boolean {
  return released !== undefined && fixtures.length > 0 && tested.every(({ differences }) => differences.length === 0);
}
