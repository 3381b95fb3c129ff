import { nearest } from '@tallyhook/schemas';
import { actionCodes } from './action-codes.ts';
import { connectorCodes } from './connector-codes.ts';
import type { CodeExplanation } from './explanation.ts';
import { exchangeCodes } from './exchange-codes.ts';
import { fileCodes } from './file-codes.ts';
import { templateCodes } from './template-codes.ts';
import { valueCodes } from './value-codes.ts';

/** Every code that the compiler reports, with its meaning and an example. `tallyhook explain` prints them. */
export const sourceProblemCodes = {
  ...fileCodes,
  ...valueCodes,
  ...templateCodes,
  ...exchangeCodes,
  ...connectorCodes,
  ...actionCodes,
} satisfies Record<string, CodeExplanation>;

/** A code of the table. Nothing else can be reported. */
export type SourceProblemCode = keyof typeof sourceProblemCodes;

/** Explains a code, in upper or lower case. For an unknown code, returns the closest known one. */
export function explainCode(code: string): ({ code: SourceProblemCode } & CodeExplanation) | { nearest?: string } {
  const name = code.toLowerCase().replaceAll(/[\s-]/g, '_');
  if (Object.hasOwn(sourceProblemCodes, name)) {
    const known = name as SourceProblemCode;
    return { code: known, ...sourceProblemCodes[known] };
  }
  const near = nearest(name, Object.keys(sourceProblemCodes));
  return near === undefined ? {} : { nearest: near };
}
