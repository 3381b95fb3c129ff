/** What moves the cursor of a terminal, colours it, or turns the direction of writing: tabs and line breaks too. */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Writes control characters as JSON escapes: a name in somebody else's file says nothing to the terminal, and begins no
 * line. `keep` are those that stay, such as the tabs of an indented line.
 */
export function showControls(text: string, { keep = '' }: { keep?: string } = {}): string {
  return text.replaceAll(controls, (sign) => (keep.includes(sign) ? sign : escape(sign)));
}

function escape(sign: string): string {
  const short = JSON.stringify(sign).slice(1, -1);
  return short.length > 1 ? short : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
