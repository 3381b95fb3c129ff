import type { Connector } from '@tallyhook/schemas';
import { templateOf } from '../templates/render.ts';

const parts: Record<string, (names: string) => string> = {
  query: (names) => `the query parameter "${names}"`,
  headers: (names) => `the header "${names}"`,
  body: (names) => `the value "${names}" of the body`,
};

/**
 * A value that a connector reads, in words for somebody who does not know its declaration:
 * `event.query.[hub.verify_token]` is the query parameter "hub.verify_token", and a field of the account has its label.
 */
export function valueInWords({ account }: Pick<Connector, 'account'>, path: string): string {
  const [root, part = '', ...names] = templateOf(`{{${path}}}`).paths[0]?.segments.map(({ name }) => name) ?? [];
  if (root === 'account') return `"${account?.fields.find(({ name }) => name === part)?.label ?? part}"`;
  const inWords = Object.hasOwn(parts, part) ? parts[part] : undefined;
  return root === 'event' && inWords !== undefined && names.length > 0 ? inWords(names.join('.')) : `"${path}"`;
}
