import { findForms, findFormsInAll } from '../recording/credential-forms.ts';
import { credentialMessage, hintAt, shortened, shownLength } from './check-constants.ts';
import { type JsonPath, locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';
import { nameAt, textsAndKeysIn } from './texts-in.ts';

const leaveOut = 'leave it out, or write a placeholder such as YOUR_TOKEN';

/** Finds strings and keys in a file that look like a credential. Reports the first place of each. */
export function findFormsIn(file: SourceFile): SourceProblem[] {
  const texts = textsAndKeysIn(file.value);
  const forms = findFormsInAll(texts.map(({ text }) => text));
  const first = forms.filter(({ index }, at) => index !== forms[at - 1]?.index);
  return first.map(({ index, rule, secret, offset }) => {
    const { path, isKey } = texts[index]!;
    return locate(file, path, {
      code: 'credential_in_package',
      message: messageOf(rule, secret),
      hint: isSent(path) ? hintAt(path, nameAt(path)) : leaveOut,
      secret,
      ...(isKey ? { atKey: true } : offset > 0 && { offset }),
    });
  });
}

/** Does the same for published files that are not JSON, such as README.md. */
export function checkPublishedText(problems: SourceProblem[], file: string, text: string | undefined): void {
  for (const { rule, secret, offset } of findForms(text ?? '')) {
    const place = placeInText(text!, offset);
    problems.push({
      severity: 'error',
      file,
      ...place,
      secrets: [{ from: place.column + shownLength(secret), to: place.column + secret.length }],
      pointer: '#',
      code: 'credential_in_package',
      message: messageOf(rule, secret),
      hint: leaveOut,
    });
  }
}

/** Whether a text is part of a request or of a webhook's answer. */
function isSent(path: JsonPath): boolean {
  return path.some((part) => ['request', 'answer', 'authorize', 'token', 'test'].includes(String(part)));
}

function messageOf(rule: string, secret: string): string {
  return `${shortened(secret)} looks like a credential (${rule}), and ${credentialMessage}`;
}
