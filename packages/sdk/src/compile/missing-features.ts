import { addressOfPiece } from './roots.ts';
import type { Finding } from './source-file.ts';

/** What services are known to want and the format has no words for yet: where somebody tries, it is named. */
const tried: { pointer: RegExp; isTried(given: unknown): boolean; finding: Finding }[] = [
  {
    pointer: /^#\/upload\/chunkSize$/,
    isTried: (given) => typeof given === 'string' && given.includes('{{'),
    finding: {
      code: 'feature_missing',
      message: 'a size of pieces that an answer says cannot be used yet',
      hint: 'write the number of bytes, such as 8388608, where the service takes any size',
    },
  },
  {
    pointer: /^#\/upload\/(toEach|urls|addresses|pieceUrls)$/,
    isTried: () => true,
    finding: findingOf(addressOfPiece),
  },
  {
    pointer: /^#\/upload\/to$/,
    isTried: (given) => typeof given === 'object',
    finding: findingOf(addressOfPiece),
  },
  {
    pointer: /^#\/handshake\/\d+\/(answer\/)?(request|url|confirm)$/,
    isTried: () => true,
    finding: {
      code: 'feature_missing',
      message: 'a handshake is answered; it makes no request of its own yet',
      hint: 'let the delivery be an event, and the workflow that it starts call an action that confirms',
      atKey: true,
    },
  },
];

function findingOf({ code, message, hint }: Pick<typeof addressOfPiece, 'code' | 'message' | 'hint'>): Finding {
  return { code, message, hint, atKey: true };
}

/** What is missing where a value does not fit its schema because it tries just that. */
export function missingFeature(pointer: string, given: unknown): Finding | undefined {
  return tried.find((entry) => entry.pointer.test(pointer) && entry.isTried(given))?.finding;
}
