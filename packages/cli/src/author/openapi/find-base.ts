import { Problem } from '@tallyhook/schemas';
import type { ApiDocument, Note } from './model.ts';
import { type BaseAddress, readServer } from './servers.ts';

/**
 * Finds where paths begin: at the wish, else at the first server with a host. The others are noted.
 * @throws Problem `invalid_input` where there is none.
 */
export function findBase(api: ApiDocument, wished: string | undefined, notes: Note[]): BaseAddress {
  if (wished !== undefined) {
    const base = readServer({ pointer: '#/servers', url: wished, variables: [] });
    if (base !== undefined && URL.canParse(wished)) return base;
    throw new Problem(
      'invalid_input',
      `--base-url is "${wished}"; expected an address such as https://api.example.com/v1.`,
    );
  }
  const read = api.servers.map((server) => ({ server, base: readServer(server) }));
  const found = read.find(({ base }) => base !== undefined);
  if (found === undefined) {
    const said = api.servers[0] === undefined ? 'names no server' : `says "${api.servers[0].url}", which has no host`;
    throw new Problem(
      'invalid_input',
      `The document ${said}; expected the address where requests go. Say it with --base-url https://….`,
    );
  }
  for (const { server } of read.filter((entry) => entry !== found)) {
    const reason = `the connector speaks to ${found.base!.baseUrl}; --base-url takes another one`;
    notes.push({ kind: 'leftOut', pointer: server.pointer, what: `the server ${server.url}`, reason });
  }
  return found.base!;
}
