import type { Connector, ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { carriedKey } from '../sign-in/carried-key.ts';
import { isPlainAddress, ownHosts } from './address.ts';
import { prepareRequest, prepareRequestTo } from './build-request.ts';
import type { Page } from './pages.ts';
import type { PreparedRequest } from './prepared-request.ts';

/**
 * Builds the request of a page. An address from an answer is used unchanged if it is on one of the connector's hosts.
 * `from` is the address of the previous page.
 * @throws ActionError.
 */
export function preparePage(
  released: ConnectorPackage,
  request: Request,
  { page, values, from }: { page: Page; values: object; from: string | undefined },
): PreparedRequest {
  const all = { ...values, page: page.values };
  if (page.url === undefined || from === undefined) return prepareRequest(released, request, all);
  const address = readAddress(page.url, from, ownHosts(released.connector, values));
  const connector = forAddress(released.connector, address);
  const bare: Request = { ...request };
  delete bare.query;
  return prepareRequestTo(address.href, { connector, request: bare, values: all });
}

function readAddress(url: string, from: string, hosts: readonly string[]): URL {
  if (!URL.canParse(url, from)) throw new ActionError('fatal', 'the response names a next page that is not an address');
  const address = new URL(url, from);
  const isSafe = isPlainAddress(address) && address.protocol === new URL(from).protocol;
  if (isSafe && hosts.includes(address.host)) return address;
  const where = isSafe ? `on "${address.host}", which is not one of the connector's hosts` : 'that is not encrypted';
  throw new ActionError('fatal', `the response names a next page ${where}; the credential must not be sent there`);
}

/** The address already has its query. Only a missing key in the query is added. */
function forAddress(connector: Connector, address: URL): Connector {
  const request = { ...connector.request };
  delete request.query;
  const key = carriedKey(connector.signIn);
  const isThere = key?.in === 'query' && address.searchParams.has(key.name!);
  return { ...connector, request, ...(isThere && { signIn: { kind: 'none' } }) };
}
