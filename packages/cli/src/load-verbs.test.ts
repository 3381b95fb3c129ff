import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { everyVerb } from './every-verb.ts';
import { loadVerbs, loneVerbs, type Verbs } from './load-verbs.ts';
import { createProgram } from './program.ts';
import type { Settings } from './settings.ts';

// Help needs no settings.
const programOf = (verbs: Verbs): Command => createProgram({} as Settings, verbs);

function helpsOf(command: Command): string[] {
  return [command.helpInformation(), ...command.commands.flatMap(helpsOf)];
}

describe('a verb that is loaded alone', () => {
  const all = programOf(everyVerb);
  for (const name of Object.keys(loneVerbs)) {
    it(`is the same as among all verbs: ${name}`, async () => {
      const { commands } = programOf(await loadVerbs([name, '--help']));
      assert.deepEqual(
        commands.map((verb) => verb.name()),
        [name],
      );
      const known = all.commands.find((verb) => verb.name() === name);
      assert.deepEqual(helpsOf(commands[0]!), helpsOf(known!));
    });
  }

  it('is not what help, a misspelt verb or an option gets', async () => {
    for (const args of [[], ['help', 'validate'], ['--help'], ['valdate'], ['--version', 'validate'], ['constructor']])
      assert.equal(await loadVerbs(args), everyVerb);
  });
});
