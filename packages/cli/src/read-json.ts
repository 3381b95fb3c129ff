import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Problem } from '@tallyhook/schemas';
import type { Settings } from './settings.ts';

/** Reads JSON from a file, or from standard input for `-`. Problems name the file and, where it is not JSON, why. */
export async function readJson(settings: Pick<Settings, 'input'>, path: string): Promise<unknown> {
  return parseJson(await readText(settings, path), placeName(path));
}

/** Reads a text from a file, or from standard input for `-`. Throws Problem `invalid_input`. */
export async function readText({ input }: Pick<Settings, 'input'>, path: string): Promise<string> {
  return path === '-' ? text(input) : readTextFile(path);
}

/** What the place of a text is called in messages. */
export function placeName(path: string): string {
  return path === '-' ? 'Standard input' : path;
}

/** Parses JSON that came from the place named. Throws Problem `invalid_json`. */
export function parseJson(content: string, place: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Problem('invalid_json', `${place} is not JSON: ${(error as Error).message}.`);
  }
}

async function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Problem('invalid_input', `The file ${path} cannot be read (${error.code}).`);
  });
}
