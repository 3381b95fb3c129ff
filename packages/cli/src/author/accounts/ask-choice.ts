import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Choosable } from '@tallyhook/sdk';
import { printableLines } from '../../output.ts';
import type { Settings } from '../../settings.ts';

/**
 * Lets a person at a terminal choose one of several options by its number or its value. Asks again after a wrong
 * answer; undefined if the input ends.
 */
export async function askChoice(
  { input, errors }: Settings,
  options: readonly Choosable[],
): Promise<string | undefined> {
  const list = options.map(({ label, value }, index) => `  ${index + 1}  ${label} (${value})`);
  errors.write(`${printableLines(['The service offers several choices:', ...list].join('\n'))}\n`);
  // The terminal itself echoes and edits the line.
  const lines = createInterface({ input, terminal: false });
  try {
    for (;;) {
      errors.write(`Which one, 1 to ${options.length}? `);
      const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
      if (line === undefined) return undefined;
      const answer = line.trim();
      const chosen = options.find(({ value }, index) => value === answer || String(index + 1) === answer);
      if (chosen !== undefined) return chosen.value;
    }
  } finally {
    lines.close();
  }
}
