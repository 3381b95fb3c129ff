/** A count with its noun: `1 workflow`, `2 workflows`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
