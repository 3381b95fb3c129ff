/** Characters that move the cursor, set colours or change the writing direction, including tabs and line breaks. */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Writes control characters as JSON escapes: a name in someone else's file must not control the terminal or start a
 * line. `keep` lists the characters to leave, such as tabs in an indented line.
 */
export function showControls(text: string, { keep = '' }: { keep?: string } = {}): string {
  return text.replaceAll(controls, (sign) => (keep.includes(sign) ? sign : escape(sign)));
}

function escape(sign: string): string {
  const short = JSON.stringify(sign).slice(1, -1);
  return short.length > 1 ? short : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
