/** Escapes a text so that Markdown shows it literally, without markup, HTML or headings. */
export function plainMarkdown(text: string): string {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replaceAll(/&(?=#?\w+;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/[\\`*[]|~(?=~)/g, '\\$&')
      // Inside a word, as in snake_case or an address, it means nothing.
      .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // Characters that start headings, lists, quotes, tables and rules at the beginning of a line.
      .replaceAll(/^(?=[#>+=|-])/gm, '\\')
      .replaceAll(/^(\d+)(?=[.)](\s|$))/gm, '$1\\')
  );
}

/** Writes any text as Markdown code. */
export function markdownCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${text}\``;
  const fence = '`'.repeat(Math.max(...runs.map(({ length }) => length)) + 1);
  return `${fence} ${text} ${fence}`;
}
