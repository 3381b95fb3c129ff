import type { SchemaFinding } from './schema-errors.ts';

/** Reports causes only: a misspelt key also counts as missing, and a missing key as too few keys. */
export function withoutCascades(mistakes: SchemaFinding[]): SchemaFinding[] {
  const misspelt = mistakes.filter((mistake) => mistake.code === 'unknown_key' && mistake.suggestion !== undefined);
  const isMisspelt = ({ pointer, allowed }: SchemaFinding): boolean =>
    misspelt.some((other) => parentOf(other.pointer) === pointer && allowed?.includes(other.suggestion));
  const isMissing = ({ pointer }: SchemaFinding): boolean =>
    mistakes.some((other) => other.code === 'missing_key' && other.pointer === pointer);
  // For a number that is not whole, a range error adds nothing.
  const isOfOtherType = ({ pointer }: SchemaFinding): boolean =>
    mistakes.some((other) => other.code === 'wrong_type' && other.pointer === pointer);
  // The mistake about the type already says which values are accepted.
  const isOtherValue = ({ pointer }: SchemaFinding): boolean =>
    mistakes.some(({ code, allowed, ...other }) => code === 'not_allowed' && allowed && other.pointer === pointer);
  return mistakes.filter((mistake) => {
    if (mistake.code === 'too_small' || mistake.code === 'too_large') return !isOfOtherType(mistake);
    if (mistake.code === 'wrong_type') return !isOtherValue(mistake);
    if (mistake.code === 'missing_key') return !isMisspelt(mistake);
    if (mistake.code === 'too_few') return !isMisspelt(mistake) && !isMissing(mistake);
    return true;
  });
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
