/** Signs that are neither letters nor digits, a name in brackets or behind a dollar, and what blots a part out. */
const blots = [/^[^\p{L}\p{N}]*$/u, /^(?:<.*>|\[.*\]|\$?\{.*\}|\(.*\)|\$[A-Z_]+)$/s, /\*{3}|[•●]{3}|\.{3}|…/];

/** Whether a text shows that something stands there and not what: `********`, `[FILTERED]`, `xxxx`, `****1234`. */
export function isMask(text: string): boolean {
  const repeated = Math.max(0, ...[...text.matchAll(/(.)\1{3,}/gs)].map(([run]) => run.length));
  return blots.some((blot) => blot.test(text)) || (repeated > 0 && repeated * 2 >= text.length);
}

/** Whether a text says where something is: the page on which a password is changed is none. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/[a-z][a-z/-]*$)/i.test(text);
}

/** Longer rows of letters are no words. */
const longestWord = 20;

/**
 * Whether a text is made of words: `no-check`, `Fetch`, `authorization-key`, `YourAccessToken`. In sentences words such
 * as `base64` and `OAuth2` end with up to two digits.
 */
export function isWords(text: string, { mayBeNumbered = false } = {}): boolean {
  const word = mayBeNumbered ? /^(?:[A-Z]?[a-z]*|[A-Z]+)\d{0,2}$/ : /^(?:[A-Z]?[a-z]*|[A-Z]+)$/;
  const words = text.replaceAll('OAuth', 'Oauth').split(/[-_.:/,=]+|(?<=[a-z])(?=[A-Z])/);
  return words.every((part) => part.length <= longestWord && word.test(part));
}

/** Whether a text says itself that another one is to stand there: `YOUR_TOKEN_1`, `AKIAIOSFODNN7EXAMPLE`. */
export function namesExample(text: string): boolean {
  return /(?:^|[-_.:/])your|example/i.test(text);
}

/**
 * Whether a text mixes letters and digits as only what is drawn by lot does: behind words of a sentence nothing else
 * tells a token from an order number or a date.
 */
export function isDrawn(text: string): boolean {
  const changes = text.match(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g) ?? [];
  return text.length >= 12 && /\d/.test(text) && changes.length >= 3;
}
