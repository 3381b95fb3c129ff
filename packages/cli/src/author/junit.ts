import { formatProblems } from '@tallyhook/sdk';
import type { TestedFixture, TestedFolder } from './test-folder.ts';
import { coverageLines, noFixtures, reaches, type TestReportOptions } from './test-report.ts';

type JunitOptions = Pick<TestReportOptions, 'min'>;

/**
 * Test results as JUnit XML for build servers, one suite per connector. Coverage below `min` adds one failed test,
 * matching the exit code 1.
 */
export function junitXml(folders: readonly TestedFolder[], options: JunitOptions = {}): string {
  const suites = folders.map((folder) => suiteXml(folder, options)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}</testsuites>\n`;
}

function suiteXml(folder: TestedFolder, options: JunitOptions): string {
  const name = folder.package?.connector.id ?? folder.folder;
  const cases = casesOf(folder, options);
  const failures = cases.filter(({ differences }) => differences.length > 0).length;
  const seconds = cases.reduce((sum, { timeMs }) => sum + timeMs, 0) / 1000;
  const head = `  <testsuite name="${escape(name)}" tests="${cases.length}" failures="${failures}" time="${seconds.toFixed(3)}">\n`;
  return `${head}${cases.map((fixture) => caseXml(name, fixture)).join('')}  </testsuite>\n`;
}

/** A connector that cannot be tested at all counts as one failed test. */
function casesOf(folder: TestedFolder, { min }: JunitOptions): readonly TestedFixture[] {
  const { package: released, problems, tested, fixtures } = folder;
  if (released === undefined) return [failed('compile', formatProblems(problems, { format: 'text' }))];
  if (fixtures.length === 0) return [failed('fixtures', noFixtures)];
  if (reaches(folder, min)) return tested;
  const lines = coverageLines(folder, { coverage: true, min }).map((line) => line.trim());
  return [...tested, failed('coverage', lines.join('\n'))];
}

function failed(name: string, difference: string): TestedFixture {
  return { name, kind: 'connector', differences: [difference], changes: [], timeMs: 0 };
}

function caseXml(suite: string, { name, differences, timeMs }: TestedFixture): string {
  const open = `    <testcase classname="${escape(suite)}" name="${escape(name)}" time="${(timeMs / 1000).toFixed(3)}"`;
  if (differences.length === 0) return `${open}/>\n`;
  const [first = ''] = differences[0]!.split('\n');
  const failure = `<failure message="${escape(first)}">${escape(differences.join('\n'))}</failure>`;
  return `${open}>\n      ${failure}\n    </testcase>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent most control characters. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
