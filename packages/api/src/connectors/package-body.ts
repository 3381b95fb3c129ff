import type { Body } from '../route.ts';

/** A compiled connector as a body; `readPackage` checks it, with every mistake. */
export const packageBody: Body = { limitBytes: 4 * 1024 * 1024, schema: { type: 'object' } };
