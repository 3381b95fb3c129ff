import type { ConnectorPackage, Handshake } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { readKeptHost } from '../sign-in/kept-values.ts';
import { renderText } from '../templates/render.ts';
import { isPlainAddress } from './address.ts';
import { valueInWords } from './value-in-words.ts';

/**
 * The address of a request that confirms it when called.
 * @throws ActionError `invalid_input` unless it is an https address on a host that the connector allows: anyone can send
 * such a request.
 */
export function confirmationOf(
  connector: ConnectorPackage['connector'],
  { url: path, hosts = connector.hosts.filter((host) => !host.includes('{{')) }: NonNullable<Handshake['confirm']>,
  values: object,
): string {
  const text = renderText(`{{${path}}}`, values, { place: 'confirm.url' });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed =
    url?.protocol === 'https:' && isPlainAddress(url) && readKeptHost(url.host, { value: '', hosts }) !== undefined;
  if (isAllowed) return text;
  const host = url === undefined ? 'is no address' : `is an address at "${url.host}"`;
  throw new ActionError(
    'invalid_input',
    `${valueInWords(connector, path)} ${host}, and only https addresses on ${hosts.join(', ')} are called to confirm`,
  );
}
