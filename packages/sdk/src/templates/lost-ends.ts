import type { LostForm } from './lost-forms.ts';

/**
 * Finds `{/if}` in a text whose blocks are all closed: what was to close one is sent, as another end was added. Where
 * the text has a block of another language that it closes, it is meant. `plain` is the text with holes for its slots.
 */
export function findLostEnds(text: string, plain: string): (LostForm & { slot: string })[] {
  return [...plain.matchAll(/(?<!\{)\{\s?(\/(if|each))\s?\}{1,2}/g)]
    .filter(([, , block]) => text.includes(`{{#${block}`) && !new RegExp(String.raw`\{[\s%:#@]*${block}\b`).test(plain))
    .map(({ 0: written, 1: inside = '', index: offset }) => ({ offset, written, inside, slot: '', foreign: 'never' }));
}
