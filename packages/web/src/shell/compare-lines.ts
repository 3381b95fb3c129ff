/** A line of two texts: in both, or in only one of them. A `leftOut` line says how many were left out. */
export interface ComparedLine {
  kind: 'same' | 'added' | 'removed' | 'leftOut';
  text: string;
}

const maxCompared = 4_000_000;
/** Same lines that stay before and after each change. */
const aroundLines = 3;

/**
 * Compares two texts line by line, with as many common lines as possible. What differs of very long texts is all
 * removed and added: comparing it would take too much memory.
 */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const first = commonLength(old, now);
  const last = commonLength(old.slice(first).toReversed(), now.slice(first).toReversed());
  const [changedOld, changedNow] = [old.slice(first, old.length - last), now.slice(first, now.length - last)];
  return [
    ...linesOf('same', old.slice(0, first)),
    ...compareChanged(changedOld, changedNow),
    ...linesOf('same', last === 0 ? [] : old.slice(-last)),
  ];
}

const linesOf = (kind: ComparedLine['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }));

function commonLength(one: readonly string[], other: readonly string[]): number {
  const length = one.findIndex((text, index) => text !== other[index]);
  return length === -1 ? one.length : length;
}

function compareChanged(old: readonly string[], now: readonly string[]): ComparedLine[] {
  if (old.length * now.length > maxCompared) return [...linesOf('removed', old), ...linesOf('added', now)];
  // common[i][j]: how many lines old from i and now from j have in common, in order.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i]![j] = old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return lines;
}

/** Leaves out the same lines that are far from any change. */
export function leaveOutSame(lines: readonly ComparedLine[]): ComparedLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - aroundLines), index + aroundLines + 1).some(({ kind }) => kind !== 'same');
  const shown: ComparedLine[] = [];
  let count = 0;
  const sayCount = () => {
    if (count > 0) shown.push({ kind: 'leftOut', text: count === 1 ? '1 line' : `${count} lines` });
    count = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isNear(index)) {
      count += 1;
      continue;
    }
    sayCount();
    shown.push(line);
  }
  sayCount();
  return shown;
}
