import type { RefreshRequest, TokenRequest } from '@tallyhook/schemas';
import { contentTypeKey, contentTypeOf } from '../runtime/content-type.ts';
import { contradictedType, contradiction } from './check-body-type.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

type Declared = Partial<TokenRequest & RefreshRequest>;

/**
 * Reports a content type that contradicts the body of a token request. A refresh inherits from the token request; only
 * its own mistakes are reported there.
 */
export function checkTokenType(context: CheckContext, place: JsonPath, own: Declared, usual: Declared = {}): void {
  const { method, format, headers } = { ...usual, ...own };
  if (method === 'GET' || (own.format === undefined && own.headers === undefined)) return;
  const kind = format === 'json' ? 'json' : 'form';
  const type = contradictedType(kind, contentTypeOf(headers));
  if (type === undefined) return;
  const name = contentTypeKey(own.headers);
  const other = kind === 'form' ? /json/i.test(type) && '"format": "json"' : /form/i.test(type) && '"format": "form"';
  const hint = other === false ? 'leave it out' : `leave it out, or write ${other}`;
  const isInherited = name === undefined;
  context.report([...place, ...(isInherited ? ['format'] : ['headers', name])], {
    code: 'header_set_by_body',
    message: contradiction(kind, type),
    hint: isInherited ? 'write headers here without Content-Type, or leave it out' : hint,
    atKey: true,
  });
}
