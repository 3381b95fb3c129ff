import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sourceProblemCodes } from '@tallyhook/sdk';
import { runVerb } from '../../test/run-verb.ts';
import { compileOrFail } from './compile-or-fail.ts';
import { routesText } from './mock/mock.ts';
import { startMock } from './mock/start-mock.ts';

describe('AGENTS.md of a connector', () => {
  let home: string;
  let folder: string;
  let advice: string;
  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-agents-'));
    folder = join(home, 'my-crm');
    assert.equal((await runVerb(['init', folder])).code, 0);
    advice = readFileSync(join(folder, 'AGENTS.md'), 'utf8');
  });
  after(() => rmSync(home, { recursive: true }));

  const start = process.cwd();
  beforeEach(() => process.chdir(folder));
  afterEach(() => process.chdir(start));

  it('names commands that work in the order shown, also for the account and the fixture', async () => {
    const { package: released, fixtures } = compileOrFail(folder);
    const mock = await startMock({ released, fixtures });
    try {
      const commands = [...advice.matchAll(/^\$ tallyhook (.+)$/gm)].map(([, line]) => line!);
      assert.equal(commands.length, 17);
      for (const line of commands) {
        const { code, out, err } = await runVerb(wordsOf(line), {
          sessionFile: join(home, 'settings/session.json'),
          environment: { TALLYHOOK_ROUTES: routesText(mock.routes) },
          input: Readable.from(['canary-key-4711\n']),
        });
        assert.equal(code, 0, `${line}\n${out}${err}`);
        if (/--json|--format json/.test(line)) assert.doesNotThrow(() => JSON.parse(out), `${line}\n${out}`);
      }
    } finally {
      await mock.close();
    }
    const recorded = readFileSync(join(folder, 'fixtures/contact-recorded.json'), 'utf8');
    assert.deepEqual([/Ada Lovelace/.test(recorded), /canary-key-4711/.test(recorded)], [true, false]);
    assert.equal((await runVerb(['validate', folder])).code, 0);
  });

  it('names codes and keys that exist', () => {
    const named = [...advice.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code!);
    assert.ok(named.length > 12);
    const known = [...Object.keys(sourceProblemCodes), 'rate_limit'];
    assert.deepEqual(
      named.filter((code) => !known.includes(code)),
      [],
    );
  });

  it('is not part of the package', async () => {
    const { out } = await runVerb(['build', folder, '-o', '-']);
    assert.ok(!out.includes('coding assistants'));
  });
});

/** Splits a command line at spaces outside single quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}
