const listOperators: unknown[] = ['in', 'nin', 'has', 'hasAll', 'hasNone'];

/**
 * A filter whose templates are filled in: a comparison with a list has one, whether its templates gave one value, a list
 * or several of either.
 */
export function filledFilter(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(filledFilter);
  if (typeof filter !== 'object' || filter === null) return filter;
  const { op, value } = filter as { op?: unknown; value?: unknown };
  if (listOperators.includes(op) && value !== undefined && value !== null) return { ...filter, value: [value].flat(2) };
  return Object.fromEntries(
    Object.entries(filter).map(([key, part]) => [key, isGroup(key) ? filledFilter(part) : part]),
  );
}

const isGroup = (key: string) => key === 'and' || key === 'or' || key === 'not';
