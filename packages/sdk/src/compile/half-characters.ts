import { locate, type SourceFile } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';
import { textsIn } from './texts-in.ts';

/** Half of a character that takes two `\u` escapes: without its other half it is none, and is sent and shown as �. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Warns of each text of a file that holds half a character. */
export function findHalfCharacters(file: SourceFile): SourceProblem[] {
  return textsIn(file.value).flatMap(({ path, text }) => {
    const offset = text.search(half);
    if (offset === -1) return [];
    const message = `\\u${text.charCodeAt(offset).toString(16)} is half a character, and would be shown as �`;
    const hint = 'write the character itself, or both of its escapes, such as \\ud83d\\ude00';
    return [locate(file, path, { code: 'half_character', message, hint, offset, severity: 'warning' })];
  });
}
