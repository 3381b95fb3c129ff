/** Whether keys go into a field: Ctrl+Z and single letters belong to its text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
