import { listNames, nearest } from '../nearest.ts';
import type { KindMistake } from './kind.ts';

/** Returns a mistake with suggestions for a name that is not allowed; nothing for an allowed one. */
export function findUnknown(
  path: KindMistake['path'],
  { name, allowed, what }: { name: string; allowed: string[]; what: string },
): KindMistake[] {
  if (allowed.includes(name)) return [];
  const suggestion = nearest(name, allowed);
  const hint =
    suggestion === undefined ? `known ${what}s are ${listNames(allowed, name)}` : `did you mean "${suggestion}"?`;
  const detail = `there is no ${what} "${name}"; ${hint}`;
  return [{ path, code: `unknown_${what}`, detail, allowed, suggestion }];
}

/** The mistake for a connector that is not installed. */
export function notInstalled(connector: string): KindMistake {
  const detail = `the connector "${connector}" is not installed in this workspace; install it first`;
  return { path: ['connector'], code: 'not_installed', detail };
}
