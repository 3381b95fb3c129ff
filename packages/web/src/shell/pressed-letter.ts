/**
 * The Latin letter of a key, regardless of Caps Lock; on other layouts, the letter at the same position. For keys that
 * type no letter, their name, such as `Enter`.
 */
export function pressedLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place === undefined ? key : place.toLowerCase();
}
