import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Problem } from '@tallyhook/schemas';
import { findJsonMistake } from '@tallyhook/sdk/compiling';
import type { Settings } from './settings.ts';

/**
 * Reads JSON from a file, or from standard input for `-`.
 * @throws Problem `invalid_usage` if the file is missing or not JSON
 */
export async function readJson(settings: Pick<Settings, 'input'>, path: string): Promise<unknown> {
  return parseJson(await readText(settings, path), placeName(path));
}

/**
 * Reads text from a file, or from standard input for `-`.
 * @throws Problem `invalid_usage` if it cannot be read
 */
export async function readText({ input }: Pick<Settings, 'input'>, path: string): Promise<string> {
  return path === '-' ? text(input) : readTextFile(path);
}

/** Name of a text's source for messages. */
export function placeName(path: string): string {
  return path === '-' ? 'Standard input' : path;
}

/**
 * Parses JSON from the command line or a file; `place` is its name in messages.
 * @throws Problem `invalid_usage` with the line and column of the mistake
 */
export function parseJson(content: string, place: string): unknown {
  const mistake = findJsonMistake(content);
  if (mistake === undefined) return JSON.parse(content);
  const { line, column, message, hint } = mistake;
  throw new Problem('invalid_usage', `${place}:${line}:${column} is not JSON: ${message} (${hint}).`);
}

async function readTextFile(path: string): Promise<string> {
  await sizeOf(path);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
}

/**
 * The size of a local file in bytes.
 * @throws Problem `invalid_usage` naming the path, if it cannot be read or is not a regular file: reading from a pipe
 * or a device may never end
 */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  if (found.isFile()) return found.size;
  const isPipe = found.isFIFO() || found.isSocket() || found.isCharacterDevice();
  const advice = isPipe ? ' Name a file, or use `-` for standard input if the verb reads it.' : '';
  throw new Problem('invalid_usage', `${path} is not a file.${advice}`);
}

function unreadable(path: string, { code }: NodeJS.ErrnoException): Problem {
  return new Problem('invalid_usage', `The file ${path} cannot be read (${code}).`);
}
