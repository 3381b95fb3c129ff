import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '@tallyhook/schemas';
import { compileConnector } from '../src/compile/compile-connector.ts';
import { readPackage } from '../src/compile/read-package.ts';
import { coverageOf } from '../src/fixtures/coverage.ts';
import { runFixture } from '../src/fixtures/run-fixture.ts';

const home = join(import.meta.dirname, '../../connectors');
const listed = (JSON.parse(readFileSync(join(home, 'index.json'), 'utf8')) as { connectors: string[] }).connectors;

describe('shipped connectors', () => {
  it('are all listed', () => {
    const folders = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      listed,
      folders
        .map(({ name }) => name)
        .filter((name) => name !== 'node_modules')
        .sort(),
    );
  });

  for (const name of listed) {
    describe(name, () => {
      const folder = join(home, name);
      const compiled = compileConnector(folder);

      it('compiles without problems', () => assert.deepEqual(compiled.problems, []));

      it('has the id of its folder', () => assert.equal(compiled.package?.connector.id, name));

      it('can be released', () => {
        assert.deepEqual(readPackage(JSON.parse(JSON.stringify(compiled.package))), compiled.package);
      });

      it('has fixtures for at least 85 percent of its declarations', async () => {
        const coverage = await coverageOf(
          compiled.package!,
          compiled.fixtures.map(({ fixture }) => fixture),
        );
        const missing = coverage.filter(({ isCovered }) => !isCovered).map((target) => target.name);
        assert.ok(missing.length <= coverage.length * 0.15, `not tested: ${missing.join('; ')}`);
      });

      for (const file of readdirSync(join(folder, 'fixtures'))) {
        const fixture = JSON.parse(readFileSync(join(folder, 'fixtures', file), 'utf8')) as Fixture;
        it(`passes ${file}`, async () => assert.deepEqual(await runFixture(compiled.package!, fixture), []));
      }
    });
  }
});
