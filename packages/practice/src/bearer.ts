import type { PracticeRequest } from './exchange.ts';

/** The token of `Authorization: Bearer`; undefined where there is none. The word may be written in any case. */
export function bearerOf({ headers }: PracticeRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whose requests a stand-in answers. */
export interface Access {
  isToken(token: string): boolean;
}
