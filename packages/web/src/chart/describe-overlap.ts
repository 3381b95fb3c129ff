import type { Answer } from '@tallyhook/schemas';

/** Says of groups that share records that they may add up to more than all; undefined where none do. */
export function describeOverlap({ meta: { overlap } }: Answer, isPie = false): string | undefined {
  if (overlap.length === 0) return undefined;
  const words = 'A record can be in several groups, so they may add up to more than all.';
  return isPie ? `${words} Shares are of what the groups add up to.` : words;
}
