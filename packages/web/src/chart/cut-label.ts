/** Shortens a text with an ellipsis to at most `widthPx`; `measure` returns the width of a text. */
export function cutLabel(text: string, widthPx: number, measure: (text: string) => number): string {
  if (measure(text) <= widthPx) return text;
  const signs = [...text];
  let [low, high] = [0, signs.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${signs.slice(0, middle).join('')}…`) <= widthPx) low = middle;
    else high = middle - 1;
  }
  return `${signs.slice(0, low).join('').trimEnd()}…`;
}
