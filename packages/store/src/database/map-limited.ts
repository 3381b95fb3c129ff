/** Maps items in order, at most `atOnce` at a time. After the first failure no further items start. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array<Result>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  const lanes = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    lane().catch((error: unknown) => {
      next = items.length;
      throw error;
    }),
  );
  await Promise.all(lanes);
  return results;
}
