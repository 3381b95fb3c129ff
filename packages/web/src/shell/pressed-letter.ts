/**
 * The Latin letter of a key, whatever Caps Lock says; on a keyboard that writes other letters the one at its place. The
 * name of a key that writes no letter, such as `Enter`.
 */
export function pressedLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place === undefined ? key : place.toLowerCase();
}
