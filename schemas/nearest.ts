/**
 * The name that was most likely meant, or undefined when none is near: the same letters in another spelling
 * (`help_text` for `helpText`), or at most two letters away (one in a name of up to four) with at least half of its
 * letters: any one letter is one away from every other. Where none is so near, the plural of a name that ends in y,
 * which is three letters away.
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
 * Names as a sentence has them, `none` where there are none. Of more than anybody reads, only those nearest to the one
 * that was given: `create-issue, close-issue and 298 more`.
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

/** A name as it is compared: whatever its case, and however its words are joined. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function singular(folded: string): string {
  return folded.replace(/ies$/, 'y');
}

/** Edits between two words, where swapping two neighbours is one edit (optimal string alignment). */
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
