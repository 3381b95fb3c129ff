import assert from 'node:assert/strict';
import { globSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  actionSchema,
  connectorSchema,
  createValidator,
  questionSchema,
  requestSchema,
  workflowSchema,
  workflowTestsSchema,
} from '@tallyhook/schemas';
import { clone } from './product.ts';

/** Validators of the examples, by a key that identifies the kind of example. */
const validators: Record<string, (value: unknown) => unknown[]> = {
  measures: createValidator(questionSchema),
  trigger: createValidator(workflowSchema),
  tests: createValidator(workflowTestsSchema),
  request: createValidator(actionSchema, [requestSchema]),
  signIn: partOfConnector('signIn'),
  errors: partOfConnector('errors', 'retry'),
};

function partOfConnector(...names: ('signIn' | 'errors' | 'retry')[]): (value: unknown) => unknown[] {
  const properties = Object.fromEntries(
    names.map((name) => [name, { $ref: `connector.schema.json#/properties/${name}` }]),
  );
  const schema = { type: 'object', additionalProperties: false, properties };
  return createValidator(schema, [connectorSchema, requestSchema]);
}

const pages = globSync(['*.md', 'docs/guides/*.md'], { cwd: clone });

describe('the guides', () => {
  for (const page of pages) {
    const text = readFileSync(join(clone, page), 'utf8');

    it(`show valid JSON that matches its schema: ${page}`, () => {
      for (const [, block] of text.matchAll(/^```json\n([^]*?)^```$/gm)) {
        const value = JSON.parse(block ?? '') as object;
        const validate = validators[Object.keys(value).find((key) => key in validators) ?? ''];
        if (validate !== undefined) assert.deepEqual(validate(value), [], block);
      }
    });

    it(`link only to existing files: ${page}`, () => {
      for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        assert.ok(existsSync(join(clone, dirname(page), target!)), `${page} links to ${target}`);
      }
    });
  }

  it('name exactly the settings that the product reads', () => {
    const sources = globSync(['packages/*/src/main.ts', 'packages/{local/src,store/src/storages}/*settings.ts'], {
      cwd: clone,
    });
    const read = sources.flatMap((file) => settingsIn(readFileSync(join(clone, file), 'utf8')));
    const rows = readFileSync(join(clone, 'docs/guides/settings.md'), 'utf8').match(/^\| `[A-Z].*$/gm) ?? [];
    const named = rows.flatMap((row) => settingsIn(row.split('|')[1] ?? ''));
    assert.deepEqual(named.toSorted(), [...new Set(read)].toSorted());
  });
});

function settingsIn(text: string): string[] {
  return text.match(/\b(TALLYHOOK_[A-Z0-9_]+|MONGODB_URI|TEMPORAL_[A-Z]+|PORT)\b/g) ?? [];
}
