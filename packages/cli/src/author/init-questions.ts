import { createInterface } from 'node:readline';
import { Problem } from '@tallyhook/schemas';
import {
  fileChoices,
  signatureChoices,
  signInChoices,
  type StarterAnswers,
  usualAnswers,
  webhookChoices,
} from '@tallyhook/sdk';
import type { Settings } from '../settings.ts';
import { readBaseUrl } from './read-base-url.ts';

/** What is known of the service before the questions; what is missing is asked. */
export type GivenAnswers = Partial<StarterAnswers & { name: string }>;

/** Asks for one line; undefined when the input ended. */
type Ask = (question: string) => Promise<string | undefined>;

/**
 * Asks a person on a terminal for what a new connector needs; an empty line takes the default in brackets.
 * @throws Problem `invalid_usage` if the input ends before the last answer
 */
export async function askAnswers(
  { input, errors }: Pick<Settings, 'input' | 'errors'>,
  given: GivenAnswers,
  usualName: string,
): Promise<StarterAnswers & { name: string }> {
  // The terminal itself echoes and edits the line.
  const lines = createInterface({ input, terminal: false });
  const iterator = lines[Symbol.asyncIterator]();
  const ask: Ask = async (question) => {
    errors.write(question);
    const { value, done } = await iterator.next();
    return done === true ? undefined : value.trim();
  };
  const choose = async <T extends string>(question: string, choices: Record<T, string>, usual: T): Promise<T> => {
    const names = Object.keys(choices) as T[];
    const width = Math.max(...names.map((name) => name.length));
    errors.write(`${question}\n`);
    for (const [index, name] of names.entries())
      errors.write(`  ${index + 1}  ${name.padEnd(width)}  ${choices[name]}\n`);
    const read = (text: string): T => {
      const name = names.find((one, index) => one === text || String(index + 1) === text);
      if (name !== undefined) return name;
      throw new Error(`Answer with a number from 1 to ${names.length}, or with one of ${names.join(', ')}.`);
    };
    return untilRead(ask, `Choice [${usual}]: `, read, usual, errors);
  };
  try {
    const name =
      given.name ?? (await untilRead(ask, `Name of the service [${usualName}]: `, readName, usualName, errors));
    const baseUrl =
      given.baseUrl ??
      (await untilRead(
        ask,
        `Base address of its API [${usualAnswers.baseUrl}]: `,
        readBaseUrl,
        usualAnswers.baseUrl,
        errors,
      ));
    const signIn = given.signIn ?? (await choose('How does one sign in?', signInChoices, usualAnswers.signIn));
    const webhooks =
      given.webhooks ??
      (await choose('Does it send webhooks, and where does each have its id?', webhookChoices, 'none'));
    const signature =
      given.signature ??
      (webhooks === 'none' ? 'none' : await choose('How does it sign its webhooks?', signatureChoices, 'none'));
    const file = given.file ?? (await choose('Does an action send a file?', fileChoices, usualAnswers.file));
    return { name, baseUrl, signIn, webhooks, signature, file };
  } finally {
    lines.close();
  }
}

function readName(text: string): string {
  if (text.length <= 100) return text;
  throw new Error('A name has at most 100 characters.');
}

/** Asks again until the answer can be read. */
async function untilRead<T>(
  ask: Ask,
  question: string,
  read: (text: string) => T,
  usual: T,
  errors: Settings['errors'],
): Promise<T> {
  for (;;) {
    const text = await ask(question);
    if (text === undefined)
      throw new Problem('invalid_usage', 'The input ended before the last question: nothing was written.');
    if (text === '') return usual;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      errors.write(`${error.message}\n`);
    }
  }
}
