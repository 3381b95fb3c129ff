/** Whether a cell, trimmed, is one of the texts that mean "no value" in every column. */
export type EmptyTest = (cell: string) => boolean;

/** Creates the test. It runs on every cell, so it rejects most by their first character. */
export function createEmptyTest(texts: readonly string[] = []): EmptyTest {
  const wanted = new Set(texts.map((text) => text.trim()));
  if (wanted.size === 0) return () => false;
  const firsts = new Set([...wanted].map((text) => text.charCodeAt(0)));
  return (cell) => {
    const first = cell.charCodeAt(0);
    const canBeSpace = first <= 32 || first >= 160;
    return (canBeSpace || firsts.has(first)) && wanted.has(cell.trim());
  };
}
