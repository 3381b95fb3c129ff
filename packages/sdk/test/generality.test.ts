import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '@tallyhook/schemas';
import { compileConnector } from '../src/compile/compile-connector.ts';
import { runFixture } from '../src/fixtures/run-fixture.ts';

const home = join(import.meta.dirname, 'generality');

describe('connectors written from the documentation of unforeseen services', () => {
  for (const name of readdirSync(home)) {
    const folder = join(home, name);
    it(`${name} compiles and passes its fixtures`, async () => {
      const compiled = compileConnector(folder);
      assert.deepEqual(compiled.problems, []);
      for (const file of readdirSync(join(folder, 'fixtures'))) {
        const fixture = JSON.parse(readFileSync(join(folder, 'fixtures', file), 'utf8')) as Fixture;
        assert.deepEqual(await runFixture(compiled.package!, fixture), [], file);
      }
    });
  }
});
