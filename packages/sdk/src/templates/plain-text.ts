import { hole } from './lost-forms.ts';
import { splitText } from './split.ts';

/** The text with holes for its slots and for braces that are meant; undefined where a slot cannot be read. */
export function withoutSlots(text: string): string | undefined {
  const { parts, problems } = splitText(text);
  if (problems.length > 0) return undefined;
  const slots = parts.filter((part) => part.kind === 'slot');
  const plain = slots.reduce((left, { open, start, source }) => blank(left, open, start + source.length + 2), text);
  return plain.replaceAll(/\\\{\{.*?\}\}/gs, (escaped) => hole.repeat(escaped.length));
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + hole.repeat(to - from) + text.slice(to);
}
