import { findNodeAtOffset, getNodePath } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import type { Connector } from '@tallyhook/schemas';
import { completeSlot, type SlotCompletion } from '../templates/complete-slot.ts';
import { observeTemplates } from './check-file.ts';
import type { ObservedTemplate } from './context.ts';
import { readFiles } from './read-files.ts';

/**
 * Completes a template of a connector with what the compiler accepts there. `offset` counts characters in the file.
 * Undefined outside of templates, and while the file is not valid JSON.
 */
export function completeTemplate(
  texts: ReadonlyMap<string, string>,
  path: string,
  offset: number,
): SlotCompletion | undefined {
  const files = readFiles(texts, []);
  const entry = files.find(({ file }) => file.path === path);
  const node = entry && findNodeAtOffset(entry.file.root, offset);
  if (entry === undefined || node?.type !== 'string') return undefined;
  const written = decode(entry.file.text.slice(node.offset + 1, offset));
  if (written === undefined) return undefined;

  const connector = files.find(({ kind, mistaken }) => kind === 'connector' && mistaken.length === 0)?.file.value;
  const place = getNodePath(node);
  let found: ObservedTemplate | undefined;
  observeTemplates(entry, connector as Connector | undefined, (template) => {
    if (isDeepStrictEqual(template.path, place)) found ??= template;
  });
  if (found === undefined) return undefined;
  // A path is a slot without its braces.
  const text = found.isPath ? `{{${written}` : written;
  const completion = completeSlot(text, text.length, found.options);
  return completion && { ...completion, from: offset - (text.length - completion.from) };
}

/** Decodes the beginning of a JSON string. Undefined in the middle of an escape. */
function decode(source: string): string | undefined {
  try {
    return JSON.parse(`"${source}"`) as string;
  } catch {
    return undefined;
  }
}
