const maxLength = 60;

/** A name for the type of a file's rows: "orders-november 2.csv" becomes "ordersNovember2". */
export function typeNameOf(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words
    .map((word, at) => (at === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1))
    .join('');
  return (/^[a-z]/.test(joined) ? joined : `rows${joined}`).slice(0, maxLength);
}
