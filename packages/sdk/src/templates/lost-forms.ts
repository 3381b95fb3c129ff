/** What stands in the place of a slot, so that nothing that is written has it by itself. */
export const hole = '\uFFFC';

/** What reads like a slot: how it is written, the path in it with its filters, and how sure it is. */
export interface LostForm {
  offset: number;
  written: string;
  inside: string;
  /** `{#if title}` opens no block. */
  block?: string;
  /** Whether another language may mean something by it; `never` where none does, `always` where one surely may. */
  foreign: 'never' | 'perhaps' | 'always';
}

/** What stands between the signs of a slot: a path that begins with a letter, and filters; no arguments, no pairs. */
const inside = String.raw`\s*([A-Za-z_][^{}<>%"$():,\n${hole}]{0,300}?)\s*`;
const path = String.raw`[A-Za-z_]\w*(?:\.[\w-]+)*`;
// No more of them than a slot may have: each begins what may be another one.
const filters = String.raw`(?:\s{0,3}\|\s{0,3}\w+(?:\s${path})?){0,5}`;

const startsQuery = new RegExp(String.raw`^[\s${hole}]*(query|mutation|subscription|fragment)\b`);

type Judge = (found: RegExpExecArray, around: string) => Omit<LostForm, 'offset' | 'inside'> | undefined;

const asWritten: Judge = ([written]) => ({ written, foreign: 'perhaps' });

/** Each with what it means in the text around it. */
const forms: readonly { at: RegExp; judge: Judge }[] = [
  { at: new RegExp(`<%[=-]?${inside}-?%>`, 'g'), judge: asWritten },
  { at: new RegExp(String.raw`[$#@]\{${inside}\}`, 'g'), judge: asWritten },
  { at: new RegExp(`%7B%7B${inside}%7D%7D`, 'gi'), judge: asWritten },
  { at: new RegExp(String.raw`(?<![{$#@])\{\s+\{${inside}\}\s*\}`, 'g'), judge: asWritten },
  { at: new RegExp(String.raw`(?<![{$#@])\{${inside}\}{1,2}`, 'g'), judge: inSingleBraces },
  { at: new RegExp(String.raw`(?<![{$#@])\{#(if|each)\s+(${path})(?:\s+as\s+\|[^{}|]*\|)?\s*\}`, 'g'), judge: asBlock },
  { at: new RegExp(String.raw`(?<![{$\w.\]-])(${path}${filters})\s{0,3}\}\}`, 'g'), judge: withoutBeginning },
  { at: new RegExp(String.raw`(?<![{$#@])\{\s?(${path})(?![\w.|-])`, 'g'), judge: withoutEnd },
];

/** Finds what reads like a slot in a text whose slots are holes, in its order; what is part of another is not told. */
export function findLostForms(plain: string): LostForm[] {
  if (!/[{}]|<%|%7B%7B/i.test(plain)) return [];
  const found = forms
    .flatMap(({ at, judge }) =>
      [...plain.matchAll(at)].flatMap((match) => {
        const judged = judge(match, around(plain, match.index));
        return judged === undefined ? [] : [{ offset: match.index, inside: match.at(-1)!, ...judged }];
      }),
    )
    .sort((a, b) => a.offset - b.offset || b.written.length - a.written.length);
  return found.filter(({ offset }, at) =>
    found.slice(0, at).every((before) => before.offset + before.written.length <= offset),
  );
}

/** How the same is written where it is meant as it stands: nothing goes in between its signs. */
export function asItStands({ written, inside: name }: LostForm): string {
  const [open] = /^(<%[=-]?|[$#@]?\{\s*\{?|%7B%7B)/i.exec(written) ?? [name];
  return `${open}{{!}}${written.slice(open.length)}`;
}

/** In a text that is JSON, the text in it at a place; otherwise all of it. */
function around(plain: string, offset: number): string {
  if (!/^\s*(\{\s*"|\[\s*["{[])/.test(plain)) return plain;
  const texts = [...plain.matchAll(/"((?:[^"\\]|\\.)*)"/gs)];
  return texts.find(({ index, 0: text }) => index < offset && offset < index + text.length)?.[1] ?? plain;
}

/**
 * One name between single braces is a field in GraphQL: it is told where the text has no braces that stand in each
 * other. The second closing brace may be that of an object around.
 */
function inSingleBraces([found, name = '']: RegExpExecArray, text: string): ReturnType<Judge> {
  const hasMoreEnds = count(text, '}') > count(text, '{');
  const hasOthers = /[{}]/.test(text.replaceAll(/\{[^{}]*\}{1,2}/g, ''));
  if (found.endsWith('}}') && hasMoreEnds && !hasOthers) return { written: found, foreign: 'never' };
  const written = found.replace(/\}\}$/, '}');
  if (name.includes('|')) return { written, foreign: 'never' };
  if (name.includes('.')) return { written, foreign: 'perhaps' };
  const isQuery = startsQuery.test(text) || /\s/.test(written);
  const isNested = /[{}]/.test(text.replaceAll(/\{\w+\}/g, ''));
  return isQuery || isNested ? undefined : { written, foreign: 'always' };
}

function asBlock([written, block = '']: RegExpExecArray): ReturnType<Judge> {
  return { written, block, foreign: 'always' };
}

/**
 * `title}}`, where no brace opens anything, or where more of them close and it stands as a value: `add(title: title}})`.
 * With a filter it is nothing else.
 */
function withoutBeginning(
  { 0: written, 1: name = '', index, input }: RegExpExecArray,
  text: string,
): ReturnType<Judge> {
  const foreign = name.includes('|') ? 'never' : 'perhaps';
  if (!text.includes('{')) return { written, foreign };
  const isValue = foreign === 'never' || /[:=,("'/&]\s?$/.test(input.slice(Math.max(0, index - 2), index));
  return isValue && count(text, '}') - count(text, '{') >= 2 ? { written, foreign } : undefined;
}

/** `{response.body.id`, where no brace closes anything; a name alone is told where it is all of the text. */
function withoutEnd([written, name = '']: RegExpExecArray, text: string): ReturnType<Judge> {
  if (text.includes('}') || !(name.includes('.') || text === written)) return undefined;
  return { written, foreign: 'perhaps' };
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
