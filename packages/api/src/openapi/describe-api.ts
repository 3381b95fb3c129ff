import type { RecordType } from '@tallyhook/schemas';
import type { Route } from '../route.ts';
import { describeComponents } from './components.ts';
import { describeOperation, pathOf } from './describe-operation.ts';
import { descriptions } from './descriptions.ts';

export interface ApiToDescribe {
  routes: readonly Route[];
  baseUrl: string;
  /** The types of a branch; without them, questions are described for any. */
  types?: readonly RecordType[];
}

/**
 * The whole interface as an OpenAPI 3.1 document, made from the routes.
 * Throws an Error for a route that is not described.
 */
export function describeApi({ routes, baseUrl, types }: ApiToDescribe): object {
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    // OpenAPI 3.1 has no place for this method; what it does is told where it stands for another.
    if (route.method === 'query') continue;
    const described = descriptions[nameOf(route)];
    if (described === undefined) throw new Error(`Describe ${nameOf(route)} in openapi/descriptions.ts.`);
    const path = pathOf(route);
    paths.set(path, { ...paths.get(path), [route.method]: describeOperation(route, described) });
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

/** `GET /api/records/:id`, as descriptions name a route. */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;
