import { formsInTemplate } from '../recording/constant-credentials.ts';
import { credentialMessage } from './check-constants.ts';
import { locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';
import { textsAndKeysIn } from './texts-in.ts';

const hint = 'leave it out; what requests need is a field of the account with "secret": true, written {{account.NAME}}';

/** Finds what is known for a credential by how it looks, in whatever text and key of a file it stands. */
export function findFormsIn(file: SourceFile): SourceProblem[] {
  return textsAndKeysIn(file.value).flatMap(({ path, text, isKey }) =>
    formsInTemplate(text)
      .slice(0, 1)
      .map(({ name, offset }) =>
        locate(file, path, {
          code: 'credential_in_package',
          message: messageOf(name),
          hint,
          ...(isKey ? { atKey: true } : offset > 0 && { offset }),
        }),
      ),
  );
}

/** The same in a file that is no JSON, such as README.md: it is published too. */
export function checkPublishedText(problems: SourceProblem[], file: string, text: string | undefined): void {
  for (const { name, offset } of formsInTemplate(text ?? ''))
    problems.push({
      severity: 'error',
      file,
      ...placeInText(text!, offset),
      pointer: '#',
      code: 'credential_in_package',
      message: messageOf(name),
      hint,
    });
}

function messageOf(name: string): string {
  return `${name} stands here, and ${credentialMessage}`;
}
