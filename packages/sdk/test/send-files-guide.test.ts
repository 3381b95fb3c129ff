import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileConnector } from '../src/index.ts';
import { soundConnector } from './sound-connector.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/send-files.md'), 'utf8');
const examples = [...guide.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text]) => text!);

describe('the guide to sending files', () => {
  it('has examples', () => assert.ok(examples.length >= 4));

  for (const text of examples) {
    const { label } = JSON.parse(text) as { label: string };
    it(`shows an action that compiles: ${label}`, () => {
      const connector = JSON.parse(soundConnector['connector.json']!) as { hosts: string[]; request: object };
      connector.hosts = [...new Set([...connector.hosts, 'api.example.com'])];
      const files = { ...soundConnector, 'connector.json': JSON.stringify(connector), 'actions/example.json': text };
      const { problems } = compileConnector(new Map(Object.entries(files)));
      assert.deepEqual(
        problems.filter(({ file }) => file === 'actions/example.json'),
        [],
      );
    });
  }
});
