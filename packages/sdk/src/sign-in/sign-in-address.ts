import type { Connector } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isPlainAddress, ownHosts, renderUrl } from '../runtime/address.ts';
import { endsInOwnName, guardHost } from '../runtime/host-names.ts';
import { showAddress } from '../runtime/no-address.ts';
import { renderText } from '../templates/render.ts';

/**
 * Renders an address of a sign-in and checks that values have not changed its declared host.
 * @throws ActionError.
 */
export function renderSignInAddress(connector: Connector, template: string, values: object, place: string): URL {
  const text = renderUrl(template, values, place);
  if (!URL.canParse(text)) {
    const message = `${place}: expected an address that starts with https://, got ${showAddress(text)} from ${template}`;
    throw new ActionError('invalid_input', message);
  }
  const url = new URL(text);
  const declared = /^https?:\/\/((?:\{\{.*?\}\}|[^/?#{])*)/s.exec(template)?.[1] ?? '';
  const host = renderText(declared, values, { place, guard: guardHost }).toLowerCase();
  const isDeclared = endsInOwnName(declared) || ownHosts(connector, values).includes(url.host);
  if (isPlainAddress(url) && url.host === new URL(`${url.protocol}//${host}`).host && isDeclared) return url;
  throw new ActionError('fatal', `${place}: "${url.host}" is not a host where the connector signs in`);
}
