import type { ConnectorPackage } from '@tallyhook/schemas';
import { textsAndKeysIn } from '../compile/texts-in.ts';

/** What stands in every fixture. */
const ofFixtures = [
  'kind',
  'action',
  'input',
  'account',
  'file',
  'exchanges',
  'expect',
  'request',
  'response',
  'method',
  'url',
  'headers',
  'body',
  'status',
  'lost',
  'output',
  'error',
];

/** Headers that mean the same everywhere. */
const usualHeaders = [
  'accept',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'link',
  'location',
  'range',
  'retry-after',
  'server',
  'user-agent',
  'www-authenticate',
];

/**
 * The names that a package itself holds: its id, those of actions, keys, headers and parts of paths. Everybody can read
 * them there, so that none tells a credential, also where one happens to be a part of it.
 */
export function packageNames(released: ConnectorPackage): ReadonlySet<string> {
  const words = textsAndKeysIn(released).flatMap(({ text }) => text.match(nameSigns) ?? []);
  return new Set([...ofFixtures, ...usualHeaders, ...words, ...words.map((word) => word.toLowerCase())]);
}

/** A name as it stands in a text. */
export const nameSigns = /[\w-]+/g;
