import { asLatin, describeLookAlike } from '@tallyhook/schemas';
import { renderableAsHost } from '../runtime/host-names.ts';

/** A host as it is read where Latin letters were meant by those that look like them; undefined where none does. */
export function latinHost(host: string): string | undefined {
  const latin = asLatin(host);
  return latin !== host && renderableAsHost(latin.toLowerCase()) ? latin.toLowerCase() : undefined;
}

/** What to write in the place of such a host; `encoded` is it with the letters that stand there. */
export function latinHostHint(host: string, encoded: string | undefined): string | undefined {
  const latin = latinHost(host);
  if (latin === undefined) return undefined;
  const other = encoded === undefined ? '' : `, or "${encoded}" where that letter is meant`;
  return `${describeLookAlike(host)}: write "${latin}"${other}`;
}
