import { Problem } from '@tallyhook/schemas';
import type { ApiDocument, Note, Server } from './model.ts';
import { type BaseAddress, holdsUser, readServer, shownAddress } from './servers.ts';

/**
 * Finds the base address: the one given, else the first server with a host. Notes the other servers.
 * @throws Problem `invalid_input` if there is none, `invalid_usage` if the given one is not an address
 */
export function findBase(api: ApiDocument, wished: string | undefined, notes: Note[]): BaseAddress {
  if (wished !== undefined) {
    refuseUser({ url: wished }, 'The given base address');
    const base = readServer({ pointer: '#/servers', url: wished, variables: [] });
    if (base !== undefined && URL.canParse(wished)) {
      noteQuery({ pointer: '#/servers', url: wished }, notes);
      return base;
    }
    throw new Problem(
      'invalid_usage',
      `The base address must be one such as https://api.example.com/v1, got "${wished}".`,
    );
  }
  const read = api.servers.map((server) => ({ server, base: readServer(server) }));
  const found = read.find(({ base }) => base !== undefined);
  if (found === undefined) {
    const problem =
      api.servers[0] === undefined
        ? 'names no server'
        : `names the server "${shownAddress(api.servers[0])}", which has no host`;
    throw new Problem(
      'invalid_input',
      `The document ${problem}. Give the base address of its requests, such as https://api.example.com.`,
    );
  }
  refuseUser(found.server, `The address at ${found.server.pointer}`);
  noteQuery(found.server, notes);
  for (const { server } of read.filter((entry) => entry !== found)) {
    const reason = `the connector uses ${found.base!.baseUrl}; give a base address to use another one`;
    notes.push({ kind: 'leftOut', pointer: server.pointer, what: `the server ${shownAddress(server)}`, reason });
  }
  for (const name of found.base!.emptyVariables) {
    const pointer = `${found.server.pointer}/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const reason = `it is empty by default and stays empty; give a base address to use another one`;
    notes.push({ kind: 'leftOut', pointer, what: `the variable "${name}" of the server`, reason });
  }
  return found.base!;
}

/** Text before @ may contain a password: it is neither shown nor put into a connector. */
function refuseUser(server: Pick<Server, 'url'>, address: string): void {
  if (!holdsUser(server)) return;
  const message = `${address} contains a user name or password before the @, but a connector must not contain credentials.`;
  throw new Problem('invalid_input', `${message} Give a base address without it.`);
}

/** Paths are appended to the server's address, so it cannot have a query. */
function noteQuery(server: Pick<Server, 'pointer' | 'url'>, notes: Note[]): void {
  if (!/[?][^#]/.test(server.url)) return;
  const reason = 'a base address cannot have one; write it under request.query of connector.json';
  notes.push({ kind: 'leftOut', pointer: server.pointer, what: 'the query of the server', reason });
}
