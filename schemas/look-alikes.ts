/** Letters of other scripts that look like Latin ones, each with that one behind it. */
const pairs: [script: string, letters: string][] = [
  ['Cyrillic', 'аaеeоoрpсcуyхxіiјjѕsԁdԛqԝwһhӏlкkАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS'],
  ['Greek', 'οoνvαaιiκkρpυuχxΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'],
];

const lookAlikes = new Map(
  pairs.flatMap(([script, letters]) =>
    (letters.match(/../gs) ?? []).map((pair) => [pair[0]!, { script, latin: pair[1]! }] as const),
  ),
);

/** A text with Latin letters in the place of those of other scripts that look like them. */
export function asLatin(text: string): string {
  return [...text].map((sign) => lookAlikes.get(sign)?.latin ?? sign).join('');
}

/** Says of the first letter of another script that looks like a Latin one which it is; undefined where there is none. */
export function describeLookAlike(text: string): string | undefined {
  const signs = [...text];
  const at = signs.findIndex((sign) => lookAlikes.has(sign));
  if (at === -1) return undefined;
  const letter = signs[at]!;
  const number = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `"${letter}" at sign ${at + 1} is not a Latin letter (U+${number}, ${lookAlikes.get(letter)!.script})`;
}
