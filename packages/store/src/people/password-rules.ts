import { Problem } from '@tallyhook/schemas';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Length in code points. */
const length = { min: 12, max: 1024 };

/** Passwords that take fewer guesses are refused: 10^6 is what zxcvbn's score 2 begins with. */
const minGuesses = 1_000_000;

/** Longer passwords are not estimated, because the time to do so grows faster than their length. */
const maxEstimatedLength = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Checks a password that a person chooses: long enough, and not among the most common ones. `own` are texts that others
 * know about the person, such as the email.
 * @throws Problem `invalid_input`
 */
export async function checkNewPassword(password: string, own: readonly string[]): Promise<void> {
  const given = [...password.normalize('NFKC')].length;
  if (given < length.min || given > length.max)
    throw refuse(
      'wrong_length',
      `A password must have ${length.min} to ${length.max} characters; this one has ${given}.`,
    );
  estimator ??= loadEstimator();
  const parts = own.flatMap((text) => [text, ...text.split(/[@.\s_-]+/)]).filter((text) => text.length > 2);
  const { guesses } = (await estimator).check(password.slice(0, maxEstimatedLength), parts);
  if (guesses >= minGuesses) return;
  const detail = 'This password is among the first that are guessed. Use several words that do not belong together.';
  throw refuse('too_common', detail);
}

function refuse(code: string, detail: string): Problem {
  return new Problem('invalid_input', detail, { errors: [{ pointer: '#/password', code, detail }] });
}

/** Loaded when the first password is chosen: the list of common ones takes memory and time. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs });
}
