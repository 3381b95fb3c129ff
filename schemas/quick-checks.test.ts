import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quickChecks } from './generated/quick-checks.ts';
import {
  actionSchema,
  connectorSchema,
  createSchemaCheck,
  fixtureSchema,
  requestSchema,
  type SchemaCheck,
  webhookSchema,
} from './index.ts';
import { composeWorkflowSchema, workflowKinds } from './kinds/index.ts';

type Kind = keyof typeof quickChecks;

const full: Record<Kind, SchemaCheck> = {
  connector: createSchemaCheck(connectorSchema, [requestSchema]),
  action: createSchemaCheck(actionSchema, [requestSchema]),
  webhook: createSchemaCheck(webhookSchema, [requestSchema, actionSchema]),
  fixture: createSchemaCheck(fixtureSchema, [requestSchema]),
  workflow: createSchemaCheck(composeWorkflowSchema(workflowKinds)),
};
const folders = { action: 'actions', webhook: 'webhooks', fixture: 'fixtures', workflow: 'workflows' };
const connectors = join(import.meta.dirname, '..', 'packages', 'connectors');

function filesOf(kind: Kind): string[] {
  const pattern = kind === 'connector' ? '*/connector.json' : `*/${folders[kind]}/**/*.json`;
  return globSync(pattern, { cwd: connectors });
}

/** The value with each key removed, renamed and replaced by a value of another type, one change at a time. */
function* spoilt(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const put = (changed: unknown): unknown =>
      Array.isArray(value)
        ? value.map((entry: unknown, index) => (String(index) === key ? changed : entry))
        : { ...value, [key]: changed };
    const others = Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    if (!Array.isArray(value)) yield* [others, { ...others, [`${key}x`]: inner }];
    for (const other of [null, '', 7, -1, true, [], {}, 'y'.repeat(3_000)]) yield put(other);
    for (const worse of spoilt(inner)) yield put(worse);
  }
}

describe('the quick check of a file of a connector', () => {
  for (const kind of Object.keys(full) as Kind[]) {
    it(`accepts exactly the values that fit the schema of ${kind}`, function () {
      this.timeout(60_000);
      const files = filesOf(kind);
      assert.ok(files.length > 0);
      const seen = { valid: 0, wrong: 0 };
      const sample = files.filter((_, index) => index % Math.ceil(files.length / 3) === 0);
      for (const path of sample) {
        const value: unknown = JSON.parse(readFileSync(join(connectors, path), 'utf8'));
        for (const changed of [value, ...spoilt(value)]) {
          const isValid = full[kind](changed).length === 0;
          seen[isValid ? 'valid' : 'wrong'] += 1;
          if (quickChecks[kind](changed) !== isValid)
            assert.fail(`${basename(path)} changed to ${JSON.stringify(changed)}`);
        }
      }
      assert.ok(seen.valid > 0 && seen.wrong > 0, JSON.stringify(seen));
    });

    it(`accepts the examples and refuses the counter-examples of ${kind}`, () => {
      const schemas = { connectorSchema, actionSchema, webhookSchema, fixtureSchema };
      const schema = (kind === 'workflow' ? composeWorkflowSchema(workflowKinds) : schemas[`${kind}Schema`]) as {
        examples: unknown[];
        antiExamples: { value: unknown; code: string }[];
      };
      for (const example of schema.examples) assert.equal(quickChecks[kind](example), true, JSON.stringify(example));
      for (const { value, code } of schema.antiExamples)
        // The depth is checked before any schema.
        if (code !== 'too_deep') assert.equal(quickChecks[kind](value), false, JSON.stringify(value));
    });
  }
});
