import { InvalidArgumentError } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { readSecrets } from '../../secrets.ts';
import type { Settings } from '../../settings.ts';

/** Sign-in values as given on the command line. */
export interface FieldOptions {
  field: [string, string][];
  fieldFromEnv: [string, string][];
}

/** Reads sign-in values: literal, from a prompt for `-`, or from the environment. */
export async function readFields(
  settings: Settings,
  { field, fieldFromEnv }: FieldOptions,
): Promise<Record<string, string>> {
  const asked = field.filter(([, value]) => value === '-').map(([name]) => name);
  const secrets = asked.length === 0 ? [] : await readSecrets(settings, asked);
  return {
    ...Object.fromEntries(field),
    ...Object.fromEntries(asked.map((name, index) => [name, secrets[index] ?? ''])),
    ...Object.fromEntries(fieldFromEnv.map(([name, variable]) => [name, variableOf(settings, variable)])),
  };
}

function variableOf({ environment }: Settings, variable: string): string {
  const value = environment[variable];
  if (value !== undefined && value !== '') return value;
  throw new Problem(
    'invalid_usage',
    `The environment variable ${variable} from --field-from-env is not set. Set it, or use --field name=-.`,
  );
}

/** Parses `name=value` and appends it; the value may contain `=`. */
export function collectPair(text: string, before: [string, string][]): [string, string][] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected name=value.');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}
