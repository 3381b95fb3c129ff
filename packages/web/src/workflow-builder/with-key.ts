/** A copy of an object with another value under a key; without the key if the value is undefined. */
export function withKey<Values extends object>(values: Values, key: string, value: unknown): Values {
  const others = Object.entries(values).filter(([name]) => name !== key);
  const isThere = Object.hasOwn(values, key);
  if (value === undefined) return Object.fromEntries(others) as Values;
  // A key that was there stays in its place.
  return (isThere ? { ...values, [key]: value } : Object.fromEntries([...others, [key, value]])) as Values;
}

/** A value that is text, a number or yes/no, as text; anything else as JSON. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
