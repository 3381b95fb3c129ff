import { type CoverageTarget, coverageOf, runFixture } from '@tallyhook/sdk';
import type { CheckedFolder } from './check-folder.ts';

/** One fixture that was run; it passed where nothing differs. */
export interface TestedFixture {
  name: string;
  kind: string;
  differences: string[];
  timeMs: number;
}

/** A connector whose fixtures were run; none were where it does not compile. */
export interface TestedFolder extends CheckedFolder {
  tested: TestedFixture[];
  coverage: CoverageTarget[];
}

/** Runs the fixtures of a connector whose names hold one of the patterns; all of them where there is no pattern. */
export async function testFolder(checked: CheckedFolder, patterns: readonly string[]): Promise<TestedFolder> {
  const { package: released, fixtures } = checked;
  if (released === undefined) return { ...checked, tested: [], coverage: [] };
  const chosen = fixtures.filter(
    ({ name }) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern)),
  );
  const tested: TestedFixture[] = [];
  for (const { name, fixture } of chosen) {
    const startedAt = performance.now();
    const differences = await runFixture(released, fixture);
    tested.push({ name, kind: fixture.kind, differences, timeMs: performance.now() - startedAt });
  }
  const passed = chosen.filter((_, index) => tested[index]!.differences.length === 0).map(({ fixture }) => fixture);
  return { ...checked, tested, coverage: coverageOf(released, passed) };
}

/** How much of what should be tested is, in percent; all of it where there is nothing. */
export function coveragePercent(coverage: readonly CoverageTarget[]): number {
  if (coverage.length === 0) return 100;
  return (100 * coverage.filter(({ isCovered }) => isCovered).length) / coverage.length;
}

/** Whether a connector compiles and all its fixtures pass; one without fixtures is not tested. */
export function hasPassed({ package: released, tested, fixtures }: TestedFolder): boolean {
  return released !== undefined && fixtures.length > 0 && tested.every(({ differences }) => differences.length === 0);
}
