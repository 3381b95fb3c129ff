/** Whether keys go into a field: there Ctrl+Z and single letters belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
