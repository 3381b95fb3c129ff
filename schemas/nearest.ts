/**
 * Finds the name that was most likely meant; undefined if none is close. A close name has the same letters in another
 * spelling (`help_text` for `helpText`), or differs by at most two letters (one for names of up to four) with at least
 * half of its letters in common, since any single letter is one edit from any other. Failing that, accepts the plural
 * of a name in -y, which is three edits away.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 100) return undefined;
  const wanted = fold(name);
  const same = candidates.find((candidate) => fold(candidate) === wanted);
  if (same !== undefined) return same;
  const limit = name.length <= 4 ? 1 : 2;
  const measured = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, folded: fold(candidate) }))
    .map(({ candidate, folded }) => ({
      candidate,
      length: Math.max(wanted.length, folded.length),
      distance: distance(wanted, folded),
    }))
    .filter((entry) => entry.distance <= limit && entry.distance * 2 <= entry.length)
    .sort((a, b) => a.distance - b.distance);
  return measured[0]?.candidate ?? candidates.find((candidate) => singular(fold(candidate)) === singular(wanted));
}

const maxListed = 20;
const nearListed = 8;

/**
 * Joins names for a sentence, or returns `none` if there are none. Long lists are cut to the names closest to `given`:
 * `create-issue, close-issue and 298 more`.
 */
export function listNames(names: readonly string[], given: string, none = 'none'): string {
  if (names.length <= maxListed) return names.join(', ') || none;
  const folded = fold(given.slice(0, 100));
  const near = names
    .map((name) => ({ name, distance: distance(folded, fold(name.slice(0, 100))) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, nearListed);
  return `${near.map(({ name }) => name).join(', ')} and ${names.length - nearListed} more`;
}

/** Normalises a name for comparison: ignores case and word separators. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function singular(folded: string): string {
  return folded.replace(/ies$/, 'y');
}

/** Edit distance between two words, counting a swap of neighbours as one edit (optimal string alignment). */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) best = Math.min(best, beforeLast[column - 2]! + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}
