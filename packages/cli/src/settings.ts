import type { Readable, Writable } from 'node:stream';

/** Everything the command line takes from its surroundings; `main.ts` fills it in. */
export interface Settings {
  /** `TALLYHOOK_URL`: where the product answers. */
  url: string | undefined;
  /** `TALLYHOOK_KEY`: an API key that serves instead of a login. */
  key: string | undefined;
  /** The file that keeps the session of `tallyhook login`. */
  sessionFile: string;
  /** Where things that were fetched are kept between runs. */
  cacheFolder: string;
  /** For `--field-from-env`: the variables a secret may be taken from. */
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
  errors: Writable & { isTTY?: boolean };
}

/** Where `npm start` answers when nothing else is said. */
export const defaultUrl = 'http://127.0.0.1:3000';
