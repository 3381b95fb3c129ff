import type { Readable, Writable } from 'node:stream';

/** The command line's environment; `main.ts` fills it in. */
export interface Settings {
  /** `TALLYHOOK_URL`: the product's address. */
  url: string | undefined;
  /** `TALLYHOOK_KEY`: an API key, used instead of a login. */
  key: string | undefined;
  /** The file that keeps the session of `tallyhook login`. */
  sessionFile: string;
  /** Cache for downloads. */
  cacheFolder: string;
  /** Variables that `--field-from-env` may read secrets from. */
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
  errors: Writable & { isTTY?: boolean };
}

/** The default address of `npm start`. */
export const defaultUrl = 'http://127.0.0.1:3000';
