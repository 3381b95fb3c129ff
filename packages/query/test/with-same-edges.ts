/**
 * The result, with the expected number wherever the two differ only in the twelfth digit: sums added up in different
 * orders may be rounded up in one and down in the other.
 */
export function withSameEdges<Value>(found: Value, expected: unknown): Value {
  if (typeof found === 'number' && typeof expected === 'number' && !Number.isInteger(expected)) {
    const isSame = Math.abs(found - expected) <= Math.abs(expected) * 1.01e-11;
    return (isSame ? expected : found) as Value;
  }
  if (typeof found !== 'object' || found === null || typeof expected !== 'object' || expected === null) return found;
  if (Array.isArray(found))
    return found.map((one, index) => withSameEdges(one as unknown, (expected as unknown[])[index])) as Value;
  const pairs = Object.entries(found).map(([key, value]) => [
    key,
    withSameEdges(value as unknown, (expected as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(pairs) as Value;
}
