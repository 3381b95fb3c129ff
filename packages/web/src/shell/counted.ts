/** A count with its noun: `1 workflow`, `2 workflows`; `plural` if that is not the noun with an s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? `1 ${noun}` : `${count} ${plural}`;
}
