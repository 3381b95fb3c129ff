/** Splits text from a spreadsheet into lines of cells. A quoted cell may have tabs, line breaks and doubled quotes. */
export function readTabSeparated(text: string): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < end.length; at += 1) {
    const sign = end[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (end[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '\t' || sign === '\n') {
      lines.at(-1)!.push(cell);
      cell = '';
      if (sign === '\n') lines.push([]);
    } else cell += sign;
  }
  lines.at(-1)!.push(cell);
  return lines;
}

/** Writes cells so that spreadsheets read them as they are. */
export function writeTabSeparated(lines: readonly (readonly string[])[]): string {
  const cellOf = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lines.map((line) => line.map(cellOf).join('\t')).join('\n');
}
