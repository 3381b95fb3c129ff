import { formsInTemplate } from '../recording/constant-credentials.ts';
import { credentialMessage, hintAt, shortened, shownSigns } from './check-constants.ts';
import { type JsonPath, locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';
import { nameAt, textsAndKeysIn } from './texts-in.ts';

const leaveOut = 'leave it out, or write a placeholder such as YOUR_TOKEN';

/** Finds what is known for a credential by how it looks, in whatever text and key of a file it stands. */
export function findFormsIn(file: SourceFile): SourceProblem[] {
  return textsAndKeysIn(file.value).flatMap(({ path, text, isKey }) =>
    formsInTemplate(text)
      .slice(0, 1)
      .map(({ name, secret, offset }) =>
        locate(file, path, {
          code: 'credential_in_package',
          message: messageOf(name, secret),
          hint: isSent(path) ? hintAt(path, nameAt(path)) : leaveOut,
          secret,
          ...(isKey ? { atKey: true } : offset > 0 && { offset }),
        }),
      ),
  );
}

/** The same in a file that is no JSON, such as README.md: it is published too. */
export function checkPublishedText(problems: SourceProblem[], file: string, text: string | undefined): void {
  for (const { name, secret, offset } of formsInTemplate(text ?? '')) {
    const place = placeInText(text!, offset);
    problems.push({
      severity: 'error',
      file,
      ...place,
      secrets: [{ from: place.column + shownSigns(secret), to: place.column + secret.length }],
      pointer: '#',
      code: 'credential_in_package',
      message: messageOf(name, secret),
      hint: leaveOut,
    });
  }
}

/** Whether a text is part of what a request sends or a webhook answers. */
function isSent(path: JsonPath): boolean {
  return path.some((part) => ['request', 'answer', 'authorize', 'token', 'test'].includes(String(part)));
}

function messageOf(name: string, secret: string): string {
  return `${shortened(secret)} stands here as ${name}, and ${credentialMessage}`;
}
