import { Problem } from '@tallyhook/schemas';

/** The words of a command line, and what ended it: `|`, `>`, `;` or `&`. */
export interface SplitCommand {
  words: string[];
  end: string | undefined;
}

/**
 * Splits the text of a command as a POSIX shell does, with quotation marks, `$'…'` and continued lines. Variables keep
 * their names: `$TOKEN` stays `$TOKEN`.
 * @throws Problem `invalid_input` if a quotation mark is not closed
 */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at);
    at += part.length;
    if (part.kind === 'text') word = (word ?? '') + part.value;
    else if (part.kind !== 'nothing' && word !== undefined) {
      words.push(word);
      word = undefined;
    }
    if (part.kind === 'end') return { words, end: part.value };
  }
  return { words: word === undefined ? words : [...words, word], end: undefined };
}

/** A part of a word, what is between two, a continued line, or the end of the command, with its length in the text. */
interface Part {
  kind: 'text' | 'space' | 'nothing' | 'end';
  value: string;
  length: number;
}

const patterns: [RegExp, (found: RegExpExecArray) => Omit<Part, 'length'>][] = [
  [/\\\r?\n|\r/y, () => ({ kind: 'nothing', value: '' })],
  [/[ \t]+/y, () => ({ kind: 'space', value: '' })],
  [/\\([^])/y, ([, escaped]) => ({ kind: 'text', value: escaped! })],
  [/\$'((?:\\[^]|[^'\\])*)'/y, ([, inside]) => ({ kind: 'text', value: inside!.replaceAll(ansiEscape, unescapeAnsi) })],
  [/'([^']*)'/y, ([, inside]) => ({ kind: 'text', value: inside! })],
  [
    /"((?:\\[^]|[^"\\])*)"/y,
    ([, inside]) => ({ kind: 'text', value: inside!.replaceAll(/\\(?:\r?\n|(["\\$`]))/g, '$1') }),
  ],
  [/[|<>;&\n]/y, ([sign]) => ({ kind: 'end', value: sign })],
  [/[^\s'"\\|<>;&$]+|\$/y, ([plain]) => ({ kind: 'text', value: plain })],
];

function partAt(text: string, at: number): Part {
  for (const [pattern, read] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) continue;
    const part = { ...read(found), length: found[0].length };
    // A line break ends the command only if something else than space follows.
    const isLast = part.value === '\n' && text.slice(at).trim() === '';
    return isLast ? { ...part, kind: 'space' } : part;
  }
  const line = text.slice(0, at).split('\n').length;
  throw new Problem('invalid_input', `Line ${line} of the command has a ${text[at]} that is not closed.`);
}

const ansiEscape = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|([^]))/g;
const ansiCharacters: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

function unescapeAnsi(_: string, byte?: string, unit?: string, plain?: string): string {
  const code = byte ?? unit;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return ansiCharacters[plain!] ?? plain!;
}
