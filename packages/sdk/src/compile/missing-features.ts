import type { Finding } from './source-file.ts';

/** What services are known to want and the format has no words for yet: where somebody tries, it is named. */
const tried: { pointer: string; isTried(given: unknown): boolean; finding: Finding }[] = [
  {
    pointer: '#/upload/chunkSize',
    isTried: (given) => typeof given === 'string' && given.includes('{{'),
    finding: {
      code: 'feature_missing',
      message: 'a size of pieces that an answer says cannot be used yet',
      hint: 'write the number of bytes, such as 8388608, where the service takes any size',
    },
  },
];

/** What is missing where a value does not fit its schema because it tries just that. */
export function missingFeature(pointer: string, given: unknown): Finding | undefined {
  return tried.find((entry) => entry.pointer === pointer && entry.isTried(given))?.finding;
}
