import { writeBracketed } from './bracketed-name.ts';
import { defaultFilters } from './filters.ts';
import { insideOf, lookUp, type Scope, type Shape } from './shapes.ts';
import { type Path, plainName, readSlot, type Slot } from './slot.ts';
import { splitText } from './split.ts';
import type { TemplateOptions } from './template.ts';

/** Completions at a position in a slot. They replace the text from `from` to the position. */
export interface SlotCompletion {
  /** Where the name being typed starts, in the text of the template. */
  from: number;
  items: { text: string; kind: 'name' | 'filter' | 'block' }[];
}

/**
 * The completions at a position of a template: names as far as known there, filters after a bar. Undefined if no slot
 * is open, or if the names are unknown, as inside a body.
 */
export function completeSlot(text: string, offset: number, scope: TemplateOptions): SlotCompletion | undefined {
  const open = text.lastIndexOf('{{', offset - 2);
  if (open === -1 || offset < open + 2) return undefined;
  const written = text.slice(open + 2, offset);
  if (written.includes('}}')) return undefined;
  const inside = scopeAt(text.slice(0, open), scope);
  const block = /^\s*#([a-z]*)$/.exec(written)?.[1];
  if (block !== undefined) {
    const items = ['if', 'each'].map((text) => ({ text, kind: 'block' as const }));
    return { from: offset - block.length, items };
  }
  const bar = written.lastIndexOf('|');
  if (bar === -1) return completePath(written.replace(/^\s*(#if|#each|else\s+if)\s/, ''), offset, inside.roots);
  if (/^\s*#each/.test(written)) return undefined;
  const filter = written.slice(bar + 1).trimStart();
  const [, taking, argument] = /^(hmac_sha256|append|prepend)\s+(.*)$/.exec(filter) ?? [];
  if (argument !== undefined)
    return completePath(argument, offset, (taking === 'hmac_sha256' ? inside.keyRoots : undefined) ?? inside.roots);
  const items = (scope.filters ?? defaultFilters).map((name) => ({ text: name, kind: 'filter' as const }));
  return { from: offset - filter.length, items };
}

/** The scope after the blocks that a text leaves open. */
function scopeAt(before: string, scope: Scope): Scope {
  const open: { block: 'if' | 'each'; outer: Scope }[] = [];
  let current = scope;
  for (const part of splitText(before).parts) {
    const slot = part.kind === 'slot' ? tryReadSlot(part.source) : undefined;
    if (slot?.kind === 'if' || slot?.kind === 'each') open.push({ block: slot.kind, outer: current });
    if (slot?.kind === 'each') current = insideOf(slot, current, lookUp(slot.path, current.roots ?? {}).shape);
    if (slot?.kind === 'end') current = open.pop()?.outer ?? scope;
  }
  return current;
}

/** A slot that cannot be parsed opens and closes nothing. */
function tryReadSlot(source: string): Slot | undefined {
  try {
    return readSlot(source, 0);
  } catch {
    return undefined;
  }
}

/** `account.sh` → the names that `account` has. */
function completePath(written: string, offset: number, roots: Scope['roots']): SlotCompletion | undefined {
  const path = written.trimStart();
  const dot = path.lastIndexOf('.');
  const [parent, name] = [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
  if (/\s/.test(path) || roots === undefined) return undefined;
  const shape: Shape | undefined =
    parent === '' ? { kind: 'object', fields: roots } : lookUp(pathOf(parent), roots).shape;
  const items = namesOf(shape).map((known) => ({ text: spell(known), kind: 'name' as const }));
  return items.length === 0 ? undefined : { from: offset - name.length, items };
}

function pathOf(text: string): Path {
  const slot = tryReadSlot(text);
  return slot?.kind === 'value' ? slot.path : { segments: [], text, offset: 0 };
}

function namesOf(shape: Shape | undefined): string[] {
  if (shape?.kind === 'list') return ['length'];
  if (shape?.kind !== 'object') return [];
  return Object.keys(shape.fields).filter((name) => shape.fields[name]!.kind !== 'refused');
}

/** A name with other characters needs brackets. */
function spell(name: string): string {
  plainName.lastIndex = 0;
  return plainName.exec(name)?.[0] === name ? name : writeBracketed(name);
}
