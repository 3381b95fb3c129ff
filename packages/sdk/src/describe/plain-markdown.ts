/** Writes a text so that Markdown shows it as it is: nothing in it becomes markup, HTML or a heading. */
export function plainMarkdown(text: string): string {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replaceAll(/&(?=#?\w+;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/[\\`*[]|~(?=~)/g, '\\$&')
      // Inside of a word, as in snake_case and in addresses, it means nothing.
      .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // What makes headings, lists, quotations, tables and lines at the beginning of a line.
      .replaceAll(/^(?=[#>+=|-])/gm, '\\')
      .replaceAll(/^(\d+)(?=[.)](\s|$))/gm, '$1\\')
  );
}

/** Writes a text as code, whatever stands in it. */
export function markdownCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${text}\``;
  const fence = '`'.repeat(Math.max(...runs.map(({ length }) => length)) + 1);
  return `${fence} ${text} ${fence}`;
}
