import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runVerb } from '../../test/run-verb.ts';

const shipped = join(import.meta.dirname, '../../../connectors/github');
/** A small part of the shipped connector: one action, one webhook that people set up, six fixtures. */
const kept = [
  'actions/comment-on-issue',
  'fixtures/comment-on-issue',
  'fixtures/comment-on-missing-issue',
  'fixtures/issue-opened',
  'fixtures/no-delivery-id',
  'fixtures/ping',
  'fixtures/push-as-form',
];
const isKept = (path: string): boolean =>
  !/\/(actions|fixtures|workflows)\/[^/]+\.json$/.test(path) || kept.some((name) => path.endsWith(`/${name}.json`));

describe('tallyhook test', () => {
  let folder: string;
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-test-'));
    folder = join(home, 'github');
    cpSync(shipped, folder, { recursive: true, filter: isKept });
    const webhook = join(folder, 'webhooks/events.json');
    const { subscribe, unsubscribe, ...byHand } = JSON.parse(readFileSync(webhook, 'utf8')) as Record<string, unknown>;
    assert.ok(subscribe && unsubscribe);
    writeFileSync(webhook, JSON.stringify(byHand, null, 2));
  });
  let watching: ChildProcess | undefined;
  afterEach(() => {
    // Stops the watcher if a test timed out waiting.
    watching?.kill();
    rmSync(home, { recursive: true });
  });

  const edit = (file: string, from: string, to: string): void => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} holds ${from}`);
    writeFileSync(path, text.replace(from, to));
  };

  it('reports a name that is neither a folder nor a fixture', async () => {
    const { code, err } = await runVerb(['test', 'nofolder']);
    assert.deepEqual([code, /There is no folder or fixture "nofolder"\./.test(err)], [2, true], err);
  });

  it('runs every fixture and exits with 0 if all pass', async () => {
    const { code, out } = await runVerb(['test', folder]);
    assert.equal(code, 0);
    assert.match(out, /^.*github: github 1\.1\.1\n {2}✔ comment-on-issue\n[^]* {2}6 passed \(\d+ ms\)\n$/);
  });

  it('runs fixtures whose names contain a pattern, and tells folders from patterns', async () => {
    const { code, out } = await runVerb(['test', 'ping', folder, 'push']);
    assert.equal(code, 0);
    assert.deepEqual(out.match(/✔ .*/g), ['✔ ping', '✔ push-as-form']);
  });

  it('runs the fixtures of each connector in a folder of connectors', async () => {
    cpSync(folder, join(home, 'second'), { recursive: true });
    const { code, out } = await runVerb(['test', home, 'ping']);
    assert.equal(code, 0);
    assert.deepEqual(out.match(/^\S.*(?=: github)/gm), [folder, join(home, 'second')]);
  });

  it('shows what differs and exits with 1 if a fixture fails', async () => {
    edit('actions/comment-on-issue.json', '/comments"', '/comment"');
    const { code, out } = await runVerb(['test', folder, 'on-issue']);
    assert.equal(code, 1);
    assert.match(
      out,
      / {2}✘ comment-on-issue\n {6}request 1, POST https.*\/comment, is not recorded; the nearest is exchange 1:\n {8}path is ".*\/7\/comment", recorded ".*\/7\/comments"\n/,
    );
    assert.match(out, / {2}0 passed, 1 failed/);
  });

  it('shows mistakes in the connector instead of running fixtures', async () => {
    edit('actions/comment-on-issue.json', '"method"', '"mehtod"');
    const { code, out } = await runVerb(['test', folder]);
    assert.equal(code, 1);
    assert.match(out, /did you mean "method"/);
    assert.match(out, /not tested because it does not compile\n$/);
  });

  it('exits with 1 if there is nothing to run, and says what to do', async () => {
    rmSync(join(folder, 'fixtures'), { recursive: true });
    const { code, out } = await runVerb(['test', folder]);
    assert.equal(code, 1);
    assert.match(out, /no fixtures: write one to fixtures\/NAME\.json/);
    assert.match((await runVerb(['validate', folder])).out, /, no problems, no fixtures\n$/);
  });

  it('lists what is not tested, and exits with 1 if the coverage is below --min', async () => {
    for (const name of ['comment-on-missing-issue', 'ping']) rmSync(join(folder, `fixtures/${name}.json`));
    const short = await runVerb(['test', folder, '--min', '80']);
    assert.equal(short.code, 1);
    assert.match(
      short.out,
      /coverage: 3 of 5 \(60%\), but 80% is required\n {4}not tested: action comment-on-issue, an error\n {4}not tested: webhook events, an ignored delivery\n/,
    );
    assert.equal((await runVerb(['test', folder, '--min', '60'])).code, 0);
  });

  it('prints JSON with each fixture, its differences and the coverage', async () => {
    edit('fixtures/ping.json', '"ignored"', '"handshake"');
    const { code, out } = await runVerb(['test', folder, 'ping', 'push', '--json']);
    assert.equal(code, 1);
    const { passed, connectors } = JSON.parse(out) as {
      passed: boolean;
      connectors: {
        fixtures: { name: string; passed: boolean; differences: string[] }[];
        coverage: { percent: number };
      }[];
    };
    assert.equal(passed, false);
    assert.deepEqual(
      connectors[0]!.fixtures.map((fixture) => [fixture.name, fixture.passed, fixture.differences]),
      [
        ['ping', false, ['the delivery is "ignored", expected "handshake"']],
        ['push-as-form', true, []],
      ],
    );
    assert.equal(connectors[0]!.coverage.percent, 20);
  });

  it('reports no coverage for a connector that does not compile, and fails any --min', async () => {
    edit('connector.json', '"hosts"', '"host"');
    const { code, out } = await runVerb(['test', folder, '--coverage', '--min', '0', '--json']);
    const { connectors } = JSON.parse(out) as { connectors: { passed: boolean; problems: unknown[] }[] };
    assert.deepEqual([code, connectors[0]!.passed, 'coverage' in connectors[0]!], [1, false, false]);
    assert.ok(connectors[0]!.problems.length > 0);
  });

  it('writes JUnit XML for build servers, with special characters escaped', async () => {
    edit('fixtures/ping.json', '"kind": "ignored"', '"kind": "ignored", "body": "<a & \\"b\\"\\u0001>"');
    const file = join(home, 'junit.xml');
    await runVerb(['test', folder, 'ping', 'push', '--junit', file]);
    const xml = readFileSync(file, 'utf8').replaceAll(/time="[\d.]+"/g, 'time="0"');
    const message =
      'the body of the response is &quot;&quot;, expected &quot;&lt;a &amp; \\&quot;b\\&quot;\\u0001&gt;&quot;';
    assert.equal(
      xml,
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites>',
        '  <testsuite name="github" tests="2" failures="1" time="0">',
        '    <testcase classname="github" name="ping" time="0">',
        `      <failure message="${message}">${message}</failure>`,
        '    </testcase>',
        '    <testcase classname="github" name="push-as-form" time="0"/>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });

  it('reports a connector without fixtures to build servers as a failed test', async () => {
    rmSync(join(folder, 'fixtures'), { recursive: true });
    const file = join(home, 'junit.xml');
    assert.equal((await runVerb(['test', folder, '--junit', file])).code, 1);
    const xml = readFileSync(file, 'utf8');
    assert.match(xml, /<testsuite name="github" tests="1" failures="1" time="0.000">/);
    assert.match(
      xml,
      /<testcase classname="github" name="fixtures" [^>]*>\n +<failure message="no fixtures: write one /,
    );
  });

  it('reports low coverage to build servers as a failed test', async () => {
    for (const name of ['comment-on-missing-issue', 'ping']) rmSync(join(folder, `fixtures/${name}.json`));
    const file = join(home, 'junit.xml');
    assert.equal((await runVerb(['test', folder, '--min', '80', '--junit', file])).code, 1);
    const xml = readFileSync(file, 'utf8');
    assert.match(xml, /<testsuite name="github" tests="\d+" failures="1" /);
    assert.match(
      xml,
      /name="coverage" time="0.000">\n +<failure message="coverage: 3 of 5 \(60%\), but 80% is required">/,
    );
    assert.match(xml, /not tested: webhook events, an ignored delivery/);
    assert.equal((await runVerb(['test', folder, '--min', '60', '--junit', file])).code, 0);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /coverage/);
  });

  it('exits with 2 for a missing folder, an invalid percentage or an unmatched pattern', async () => {
    const missing = await runVerb(['test', join(home, 'gihub')]);
    assert.deepEqual([missing.code, /There is no folder ".*gihub"/.test(missing.err)], [2, true]);
    const percentage = await runVerb(['test', folder, '--min', '101']);
    assert.deepEqual([percentage.code, /Expected a number from 0 to 100/.test(percentage.err)], [2, true]);
    const pattern = await runVerb(['test', folder, 'pink']);
    assert.deepEqual(
      [pattern.code, /No fixture or folder matches "pink"\. Did you mean "ping"\?/.test(pattern.err)],
      [2, true],
    );
  });

  it('--update rewrites expectations, shows the changes, and leaves all other lines unchanged', async () => {
    const file = join(folder, 'fixtures/comment-on-issue.json');
    const before = readFileSync(file, 'utf8');
    edit('actions/comment-on-issue.json', '/comments"', '/notes"');
    const { code, out } = await runVerb(['test', folder, '--update']);
    assert.equal(code, 0);
    assert.match(
      out,
      / {2}✔ comment-on-issue, rewritten:\n {6}exchanges\[0\]\.request\.url is ".*\/7\/notes", before ".*\/7\/comments"\n/,
    );
    assert.match(out, / {2}6 passed, 2 of them rewritten \(/);
    assert.equal(readFileSync(file, 'utf8'), before.replace('/7/comments"', '/7/notes"'));
    const again = await runVerb(['test', folder, '--update']);
    assert.doesNotMatch(again.out, /rewritten/);
  });

  it('--update leaves a fixture with other differences unchanged, says so and exits with 1', async () => {
    edit('actions/comment-on-issue.json', '"POST"', '"PUT"');
    edit('fixtures/ping.json', '"ignored"', '"handshake"');
    const file = join(folder, 'fixtures/comment-on-issue.json');
    const before = readFileSync(file, 'utf8');
    const { code, out } = await runVerb(['test', folder, 'comment-on-issue', 'ping', '--update', '--json']);
    assert.equal(code, 1);
    const { connectors } = JSON.parse(out) as {
      connectors: { fixtures: { differences: string[]; changes?: string[] }[] }[];
    };
    const [comment, ping] = connectors[0]!.fixtures;
    assert.match(
      comment!.differences.at(-1)!,
      /not rewritten: request 1, PUT .* cannot use the recorded answer, which belongs to POST/,
    );
    assert.deepEqual([comment!.changes, readFileSync(file, 'utf8')], [undefined, before]);
    assert.deepEqual(ping!.changes, ['expect.kind is "ignored", before "handshake"']);
    assert.equal((await runVerb(['test', folder, '--update', '--watch'])).code, 2);
  });

  for (const [title, named] of [
    ['runs again after each change', () => folder],
    ['keeps running when the working folder disappears and returns', () => '.'],
  ] as const)
    it(`--watch ${title}`, async () => {
      const main = join(import.meta.dirname, '../main.ts');
      const child = spawn(process.execPath, [main, 'test', named(), 'ping', '--watch'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      watching = child;
      try {
        const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
        const next = async (wanted: RegExp): Promise<void> => {
          for (;;) {
            const { value, done } = await lines.next();
            if (done === true) assert.fail(`the output ended before ${wanted}`);
            if (wanted.test(value)) return;
          }
        };
        await next(/✔ ping/);
        edit('fixtures/ping.json', '"ignored"', '"handshake"');
        await next(/✘ ping/);
        if (named() === '.') {
          // Like checking out another branch and then the first one again.
          const aside = `${folder}-aside`;
          renameSync(folder, aside);
          cpSync(aside, folder, { recursive: true });
          rmSync(aside, { recursive: true });
        }
        edit('fixtures/ping.json', '"handshake"', '"ignored"');
        await next(/✔ ping/);
      } finally {
        child.kill();
        await once(child, 'exit');
      }
    });
});
