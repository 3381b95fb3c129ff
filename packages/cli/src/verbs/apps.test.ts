import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVerb } from '../../test/run-verb.ts';

const crm = join(import.meta.dirname, '../../../store/apps/crm');

describe('app verbs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-app-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('validate reports an app without mistakes', async () => {
    const { code, out } = await runVerb(['app', 'validate', crm]);
    assert.deepEqual([code, out], [0, `${crm}: crm 1.0.0, no mistakes\n`]);
  });

  it('validate names the file of every mistake', async () => {
    const broken = join(folder, 'broken');
    cpSync(crm, broken, { recursive: true });
    const change = (path: string, from: string, to: string) =>
      writeFileSync(join(broken, path), readFileSync(join(broken, path), 'utf8').replace(from, to));
    change('types/deal.json', '"kind": "text"', '"kind": "txet"');
    writeFileSync(join(broken, 'reports/forgotten.json'), '{}');
    const unlisted = await runVerb(['app', 'validate', broken]);
    assert.equal(unlisted.code, 1);
    assert.match(unlisted.err, /reports\/forgotten\.json is not listed under "reports" in app\.json/);
    rmSync(join(broken, 'reports/forgotten.json'));
    const misspelt = await runVerb(['app', 'validate', broken]);
    assert.match(misspelt.err, /types\/deal\.json#\/fields\/0\/kind/);
    change('types/deal.json', '"kind": "txet"', '"kind": "text"');
    change('dashboards/sales.json', '"report": "open"', '"report": "opne"');
    const loose = await runVerb(['app', 'validate', broken]);
    assert.match(loose.err, /dashboards\/sales\.json#\/tiles\/0\/report: .* the report "opne", which the app does not/);
    const missing = await runVerb(['app', 'validate', join(folder, 'nothing')]);
    assert.match(missing.err, /app\.json cannot be read/);
  });

  it('build writes the same bytes for the same folder, with the SHA-256 of the app', async () => {
    const files = ['one.json', 'two.json'].map((name) => join(folder, name));
    for (const file of files) assert.equal((await runVerb(['app', 'build', crm, '-o', file])).code, 0);
    const [one, two] = files.map((file) => readFileSync(file, 'utf8'));
    assert.equal(one, two);
    const { sha256, app } = JSON.parse(one!) as { sha256: string; app: { id: string } };
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.equal(app.id, 'crm');
  });
});
