import { isDeepStrictEqual } from 'node:util';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import { createContext } from './context.ts';
import type { ReadFile } from './read-files.ts';
import type { SourceProblem } from './source-problem.ts';

/**
 * Checks that each of several webhooks can be reached at their shared address: at most one has no `match`, and no two
 * have the same `match`.
 */
export function checkMatches(problems: SourceProblem[], files: readonly ReadFile[]): void {
  const webhooks = files
    .filter(({ kind, mistaken }) => kind === 'webhook' && mistaken.length === 0)
    .map(({ name, file }) => ({ name, file, match: (file.value as ConnectorWebhook).match }));
  for (const [index, { file, match }] of webhooks.entries()) {
    const taker = webhooks.slice(0, index).find((earlier) => isDeepStrictEqual(earlier.match, match));
    if (taker === undefined) continue;
    const message =
      match === undefined
        ? `the webhook "${taker.name}" has no "match" either, and all webhooks share one address`
        : `the webhook "${taker.name}" has the same "match" and receives every delivery first`;
    const example = '"match": [{ "path": "event.headers.x-topic", "is": "order" }]';
    const hint =
      match === undefined ? `say which deliveries belong to this one: ${example}` : 'write conditions that differ';
    const context = createContext(file, undefined, problems);
    context.report(match === undefined ? [] : ['match'], {
      code: 'unreachable_webhook',
      message,
      hint,
      ...(match === undefined ? {} : { atKey: true }),
    });
  }
}
