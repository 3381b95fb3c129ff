import { formatProblems } from '@tallyhook/sdk';
import type { TestedFixture, TestedFolder } from './test-folder.ts';
import { noFixtures } from './test-report.ts';

/** The outcome of tests as JUnit's XML, which build servers read: a suite for each connector. */
export function junitXml(folders: readonly TestedFolder[]): string {
  const suites = folders.map(suiteXml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}</testsuites>\n`;
}

function suiteXml(folder: TestedFolder): string {
  const name = folder.package?.connector.id ?? folder.folder;
  const cases = casesOf(folder);
  const failures = cases.filter(({ differences }) => differences.length > 0).length;
  const seconds = cases.reduce((sum, { timeMs }) => sum + timeMs, 0) / 1000;
  const head = `  <testsuite name="${escape(name)}" tests="${cases.length}" failures="${failures}" time="${seconds.toFixed(3)}">\n`;
  return `${head}${cases.map((fixture) => caseXml(name, fixture)).join('')}  </testsuite>\n`;
}

/** What keeps a connector from being tested at all is one test that failed. */
function casesOf({ package: released, problems, tested, fixtures }: TestedFolder): readonly TestedFixture[] {
  const failed = (name: string, difference: string): TestedFixture[] => [
    { name, kind: 'connector', differences: [difference], changes: [], timeMs: 0 },
  ];
  if (released === undefined) return failed('compile', formatProblems(problems, { format: 'text' }));
  return fixtures.length === 0 ? failed('fixtures', noFixtures) : tested;
}

function caseXml(suite: string, { name, differences, timeMs }: TestedFixture): string {
  const open = `    <testcase classname="${escape(suite)}" name="${escape(name)}" time="${(timeMs / 1000).toFixed(3)}"`;
  if (differences.length === 0) return `${open}/>\n`;
  const [first = ''] = differences[0]!.split('\n');
  const failure = `<failure message="${escape(first)}">${escape(differences.join('\n'))}</failure>`;
  return `${open}>\n      ${failure}\n    </testcase>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way to write most control characters. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
