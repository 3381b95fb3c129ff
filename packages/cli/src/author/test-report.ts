import { formatProblems } from '@tallyhook/sdk';
import { printableLines } from '../output.ts';
import { coveragePercent, hasPassed, type TestedFixture, type TestedFolder } from './test-folder.ts';

export interface TestReportOptions {
  /** Whether to show coverage. */
  coverage: boolean;
  /** Minimum coverage in percent. */
  min?: number | undefined;
}

/** The message for a connector without fixtures. */
export const noFixtures = 'no fixtures: write one to fixtures/NAME.json, or run `tallyhook record`';

/** Test results for people. */
export function testText(tested: TestedFolder, options: TestReportOptions): string {
  return printableLines(reportText(tested, options));
}

function reportText(tested: TestedFolder, options: TestReportOptions): string {
  const { folder, package: released, problems, fixtures } = tested;
  if (released === undefined)
    return `${formatProblems(problems, { format: 'text' })}\n\n${folder}: not tested because it does not compile`;
  const head = `${folder}: ${released.connector.id} ${released.connector.version}`;
  if (fixtures.length === 0) return `${head}\n  ${noFixtures}`;
  return [head, ...tested.tested.map(fixtureText), ...coverageLines(tested, options), summary(tested.tested)].join(
    '\n',
  );
}

/** Test results for scripts. */
export function testJson(tested: readonly TestedFolder[], { min }: TestReportOptions): unknown {
  const connectors = tested.map((entry) => ({
    folder: entry.folder,
    ...(entry.package === undefined
      ? {}
      : { id: entry.package.connector.id, version: entry.package.connector.version }),
    passed: hasPassed(entry) && reaches(entry, min),
    fixtures: entry.tested.map(({ name, kind, differences, changes, timeMs }) => ({
      name,
      kind,
      passed: differences.length === 0,
      differences,
      ...(changes.length > 0 && { changes }),
      timeMs: Math.round(timeMs),
    })),
    ...(entry.coverage && { coverage: { percent: coveragePercent(entry.coverage), targets: entry.coverage } }),
    problems: entry.problems,
  }));
  return { passed: connectors.every(({ passed }) => passed), connectors };
}

/** Whether coverage reaches the minimum. */
export function reaches({ coverage }: TestedFolder, min: number | undefined): boolean {
  return min === undefined || (coverage !== undefined && coveragePercent(coverage) >= min);
}

function fixtureText({ name, differences, changes }: TestedFixture): string {
  const head = differences.length > 0 ? `  ✘ ${name}` : `  ✔ ${name}${changes.length > 0 ? ', rewritten:' : ''}`;
  return [head, ...[...differences, ...changes].map((line) => indent(line, '      '))].join('\n');
}

function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
}

/** Coverage and the list of what is not covered. */
export function coverageLines({ coverage }: TestedFolder, options: TestReportOptions): string[] {
  if (!options.coverage || coverage === undefined) return [];
  const percent = coveragePercent(coverage);
  const missing = coverage.filter(({ isCovered }) => !isCovered).map(({ name }) => `    not tested: ${name}`);
  const wanted = options.min === undefined || percent >= options.min ? '' : `, but ${options.min}% is required`;
  const tested = coverage.length - missing.length;
  return [`  coverage: ${tested} of ${coverage.length} (${Math.floor(percent)}%)${wanted}`, ...missing];
}

function summary(tested: readonly TestedFixture[]): string {
  const failed = tested.filter(({ differences }) => differences.length > 0).length;
  const timeMs = tested.reduce((sum, fixture) => sum + fixture.timeMs, 0);
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const rewritten = tested.filter(({ changes }) => changes.length > 0).length;
  const rewrites = rewritten === 0 ? '' : `, ${rewritten} of them rewritten`;
  return `  ${tested.length - failed} passed${rewrites}${failures} (${Math.ceil(timeMs)} ms)`;
}
