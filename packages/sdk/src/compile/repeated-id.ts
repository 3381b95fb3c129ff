import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from './parse-json.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** Warns that a valid connector has the same id as another one in the same check. */
export function repeatedId(folder: string, other: string): SourceProblem {
  const path = 'connector.json';
  const text = readFileSync(join(folder, path), 'utf8');
  const { root, value } = parseJson(text);
  const message = `the connector in "${other}" has the same id`;
  const hint = 'give each connector its own id';
  return locate({ path, text, root: root!, value }, ['id'], {
    code: 'repeated_id',
    message,
    hint,
    severity: 'warning',
  });
}
