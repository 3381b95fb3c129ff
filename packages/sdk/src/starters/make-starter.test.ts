import assert from 'node:assert/strict';
import type { Fixture } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import { makeStarter } from './make-starter.ts';
import { readStarter } from './read-starter.ts';
import {
  fileChoices,
  signatureChoices,
  signInChoices,
  type StarterAnswers,
  usualAnswers,
  webhookChoices,
} from './starter-choices.ts';

const called = { id: 'my-crm', name: 'My CRM' };
const keysOf = <T extends object>(choices: T): (keyof T)[] => Object.keys(choices) as (keyof T)[];

/** Checks a connector as `validate` and `test` do. */
async function isSound(answers: Partial<StarterAnswers>): Promise<void> {
  const texts = makeStarter({ ...usualAnswers, ...called, ...answers });
  const { package: released, problems } = compileConnector(texts);
  assert.deepEqual(
    problems.map(({ file, message }) => `${file}: ${message}`),
    [],
    JSON.stringify(answers),
  );
  for (const [path, text] of texts) {
    if (!path.startsWith('fixtures/')) continue;
    const differences = await runFixture(released!, JSON.parse(text) as Fixture);
    assert.deepEqual(differences, [], `${path} ${JSON.stringify(answers)}`);
  }
}

describe('a connector made of answers', () => {
  it('is the starter with a key if nothing else is known', () => {
    const parsed = (texts: ReadonlyMap<string, string>) =>
      Object.fromEntries([...texts].filter(([path]) => path.endsWith('.json')).map(([p, t]) => [p, JSON.parse(t)]));
    assert.deepEqual(parsed(makeStarter({ ...usualAnswers, ...called })), parsed(readStarter('key', called)));
  });

  for (const signIn of keysOf(signInChoices)) {
    it(`passes validate and test with the sign-in ${signIn}, however it takes files and sends webhooks`, async () => {
      const baseUrl = 'https://crm.example.org:8443/api';
      for (const file of keysOf(fileChoices)) await isSound({ signIn, file, baseUrl });
      for (const webhooks of keysOf(webhookChoices).filter((choice) => choice !== 'none'))
        for (const signature of keysOf(signatureChoices)) await isSound({ signIn, webhooks, signature, baseUrl });
    });
  }
});
