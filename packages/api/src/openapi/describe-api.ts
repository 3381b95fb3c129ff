import type { RecordType } from '@tallyhook/schemas';
import type { Route } from '../route.ts';
import { describeComponents } from './components.ts';
import { describeOperation, pathOf } from './describe-operation.ts';

export interface ApiToDescribe {
  routes: readonly Route[];
  baseUrl: string;
  /** The types of a branch; without them, questions are described for any type. */
  types?: readonly RecordType[];
}

/** Describes the whole API as an OpenAPI 3.1 document, generated from the routes. */
export function describeApi({ routes, baseUrl, types }: ApiToDescribe): object {
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    // OpenAPI 3.1 cannot describe this method; the summary of POST mentions it.
    if (route.method === 'query') continue;
    const path = pathOf(route);
    paths.set(path, { ...paths.get(path), [route.method]: describeOperation(route) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallyhook',
      version: '0.1.0',
      description: 'Records on branches, questions about them, and workflows. Every refusal is a problem document.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: describeComponents(types),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key; it determines the branch.' },
        session: { type: 'apiKey', in: 'cookie', name: 'tallyhook_session' },
      },
    },
  };
}
