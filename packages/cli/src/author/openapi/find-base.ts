import { Problem } from '@tallyhook/schemas';
import type { ApiDocument, Note, Server } from './model.ts';
import { type BaseAddress, holdsUser, readServer, shownAddress } from './servers.ts';

/**
 * Finds the base address: the one given, else the first server with a host. Notes the other servers.
 * @throws Problem `invalid_input` if there is none, `invalid_usage` if the given one is not an address
 */
export function findBase(api: ApiDocument, wished: string | undefined, notes: Note[]): BaseAddress {
  if (wished !== undefined) {
    refuseUser({ pointer: '--base-url', url: wished });
    const base = readServer({ pointer: '#/servers', url: wished, variables: [] });
    if (base !== undefined && URL.canParse(wished)) {
      noteQuery({ pointer: '#/servers', url: wished }, notes);
      return base;
    }
    throw new Problem(
      'invalid_usage',
      `--base-url is "${wished}"; expected an address such as https://api.example.com/v1.`,
    );
  }
  const read = api.servers.map((server) => ({ server, base: readServer(server) }));
  const found = read.find(({ base }) => base !== undefined);
  if (found === undefined) {
    const said =
      api.servers[0] === undefined ? 'names no server' : `says "${shownAddress(api.servers[0])}", which has no host`;
    throw new Problem(
      'invalid_input',
      `The document ${said}; expected the address where requests go. Say it with --base-url https://….`,
    );
  }
  refuseUser(found.server);
  noteQuery(found.server, notes);
  for (const { server } of read.filter((entry) => entry !== found)) {
    const reason = `the connector speaks to ${found.base!.baseUrl}; --base-url takes another one`;
    notes.push({ kind: 'leftOut', pointer: server.pointer, what: `the server ${shownAddress(server)}`, reason });
  }
  for (const name of found.base!.emptyVariables) {
    const pointer = `${found.server.pointer}/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const reason = `it stays empty, as it is by default; --base-url takes another address`;
    notes.push({ kind: 'leftOut', pointer, what: `the variable "${name}" of the server`, reason });
  }
  return found.base!;
}

/** Text before @ may contain a password: it is neither shown nor put into a connector. */
function refuseUser(server: Pick<Server, 'pointer' | 'url'>): void {
  if (!holdsUser(server)) return;
  const message = `The address at ${server.pointer} holds a user name or a password before @, and a connector holds no credential.`;
  throw new Problem('invalid_input', `${message} Say the address without it with --base-url https://….`);
}

/** Paths are appended to the server's address, so it cannot have a query. */
function noteQuery(server: Pick<Server, 'pointer' | 'url'>, notes: Note[]): void {
  if (!/[?][^#]/.test(server.url)) return;
  const reason = 'an address that paths go behind has none; write it under request.query of connector.json';
  notes.push({ kind: 'leftOut', pointer: server.pointer, what: 'the query of the server', reason });
}
