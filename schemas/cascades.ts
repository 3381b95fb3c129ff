import type { SchemaFinding } from './schema-errors.ts';

/** A misspelt key also counts as missing, and a missing one as too few keys: only the cause is said. */
export function withoutCascades(mistakes: SchemaFinding[]): SchemaFinding[] {
  const misspelt = mistakes.filter((mistake) => mistake.code === 'unknown_key' && mistake.suggestion !== undefined);
  const isMisspelt = ({ pointer, allowed }: SchemaFinding): boolean =>
    misspelt.some((other) => parentOf(other.pointer) === pointer && allowed?.includes(other.suggestion));
  const isMissing = ({ pointer }: SchemaFinding): boolean =>
    mistakes.some((other) => other.code === 'missing_key' && other.pointer === pointer);
  // A number that is not whole is no better for being larger.
  const isOfOtherType = ({ pointer }: SchemaFinding): boolean =>
    mistakes.some((other) => other.code === 'wrong_type' && other.pointer === pointer);
  // What the values that there are say of their type is said with them.
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
