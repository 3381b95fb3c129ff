import type { LostForm } from './lost-forms.ts';
import { splitText } from './split.ts';

const blank = String.raw`[^\S\n]{0,3}`;
const condition = String.raw`(?:\s{1,3}if\s{1,3}([\w.[\]-]{1,200}))?`;

/**
 * `{else}}`, `{else}` and `{ {else}}`; then `{else`, which nothing closes, and `else}}`, which nothing opens; then
 * `{% else %}` and `<% else %>`.
 */
const forms = [
  new RegExp(String.raw`(?<!\{)\{${blank}\{?${blank}else${condition}${blank}\}${blank}\}?`, 'g'),
  new RegExp(String.raw`(?<!\{)\{else${condition}(?![\w.:=|-]|${blank}[{}])`, 'g'),
  new RegExp(String.raw`(?<![\w{.:|-])else${condition}${blank}\}\}`, 'g'),
  new RegExp(String.raw`(?<!\{)\{%[-+~]?${blank}else${condition}${blank}[-+~]?%\}`, 'g'),
  new RegExp(String.raw`<%[-_=]?${blank}else${condition}${blank}[-_]?%>`, 'g'),
];

/** The same between letters, where it is no part of a word only if the braces of the text do not match. */
const glued = { unclosed: /(?<!\{)\{else/g, unopened: /else\}\}/g };

/** An `if` of another language, whose `else` it may be. */
const otherIf = /(?:(?<!\{)\{|<%)[\s%:#@+~_-]*if\b/;

/** What has an `else` in languages whose words stand in `{% %}` or `<% %>`, and the ends of those. */
const otherBlock = /(?:\{%|<%)[-+~_]?\s*(?:(if\w*|unless|for|case|begin|try)|end\w*)\b/g;

/**
 * Finds what reads like the `else` of the `#if` that it stands in and is sent as it stands, in its order; `plain` is the
 * text with holes for its slots.
 */
export function findLostElses(text: string, plain: string): (LostForm & { slot: string })[] {
  if (!text.includes('{{#if') || !plain.includes('else')) return [];
  const blockAt = openBlocks(text);
  const foreign = otherIf.test(plain) ? 'perhaps' : 'never';
  const closed = new Set<number>();
  let end = 0;
  const surplus = (plain.match(/\{/g)?.length ?? 0) - (plain.match(/\}/g)?.length ?? 0);
  return [...forms, ...(surplus > 0 ? [glued.unclosed] : []), ...(surplus < -1 ? [glued.unopened] : [])]
    .flatMap((form) => [...plain.matchAll(form)])
    .sort((a, b) => a.index - b.index || b[0].length - a[0].length)
    .flatMap(({ 0: written, 1: path, index: offset }) => {
      const block = blockAt(offset);
      // What nothing goes in between its signs is meant as it stands; an #if has one else.
      if (offset < end || block === undefined || closed.has(block) || /\{\{![^{}]*\}\}$/.test(text.slice(0, offset)))
        return [];
      if (written.includes('%') && isInOtherBlock(plain, offset)) return [];
      end = offset + written.length;
      if (path === undefined) closed.add(block);
      const slot = path === undefined ? '{{else}}' : `{{else if ${path}}}`;
      return [{ offset, written, inside: 'else', slot, foreign } as const];
    });
}

/** Whether a block of another language is open at a place, and closed behind it. */
function isInOtherBlock(plain: string, offset: number): boolean {
  let depth = 0;
  for (const { 1: opening, index } of plain.matchAll(otherBlock)) {
    if (index > offset && opening === undefined) return depth > 0;
    if (index > offset) continue;
    depth = Math.max(0, depth + (opening === undefined ? -1 : 1));
  }
  return false;
}

/** Tells for a place of a text the `#if` that it stands right inside of and whose `else` is still to come. */
function openBlocks(text: string): (offset: number) => number | undefined {
  const changes: { from: number; block: number | undefined }[] = [];
  const open: (number | undefined)[] = [];
  for (const part of splitText(text).parts) {
    if (part.kind === 'text') continue;
    const source = part.source.trim();
    if (/^#\s*if\b/.test(source)) open.push(part.open);
    else if (source.startsWith('#')) open.push(undefined);
    else if (source.startsWith('/')) open.pop();
    else if (source === 'else') open.splice(-1, 1, undefined);
    else continue;
    changes.push({ from: part.open, block: open.at(-1) });
  }
  return (offset) => changes.findLast(({ from }) => from < offset)?.block;
}
