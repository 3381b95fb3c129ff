/**
 * The item path of a turn (an iteration of a loop): `0` in an outermost loop, `2/0` in a loop inside the third turn of
 * another.
 */
export function itemOfTurn(item: string, turn: number): string {
  return item === '' ? String(turn) : `${item}/${turn}`;
}

/** An item path and its enclosing paths, from the outside in: `2/0` gives ``, `2` and `2/0`. */
export function itemsAround(item: string): string[] {
  const turns = item === '' ? [] : item.split('/');
  return [...turns.keys(), turns.length].map((depth) => turns.slice(0, depth).join('/'));
}

/** The turn of the loop at `item` that contains the inner path. */
export function turnInside(item: string, inner: string): number {
  const depth = item === '' ? 0 : item.split('/').length;
  return Number(inner.split('/')[depth]);
}
