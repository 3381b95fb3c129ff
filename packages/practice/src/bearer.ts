import type { PracticeRequest } from './exchange.ts';

/** The token of `Authorization: Bearer`, undefined if there is none. The scheme is case-insensitive. */
export function bearerOf({ headers }: PracticeRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Decides whose requests a stand-in accepts. */
export interface Access {
  isToken(token: string): boolean;
}
