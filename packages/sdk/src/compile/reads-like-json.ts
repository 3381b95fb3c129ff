/** Whether a text begins as only JSON does: other things stand in braces and brackets too, such as slots and ids. */
export function readsLikeJson(text: string): boolean {
  return /^\s*(\{\s*"|\[\s*("|\{(?!\{)))/.test(text);
}

/**
 * Whether a text that may be anything, as in a query, is most likely meant as JSON: it ends as JSON does, too, and no
 * second value follows behind a line break, as in lines of JSON.
 */
export function isLikelyJson(text: string): boolean {
  if (!readsLikeJson(text)) return false;
  const plain = text.replaceAll(/\{\{\s*(.*?)\}\}/gs, (_, inside: string) =>
    /^([#/!]|else\b)/.test(inside) ? '' : '0',
  );
  return /[}\]]\s*$/.test(plain) && !/[}\]]\s*\n\s*[{[]/.test(plain);
}
