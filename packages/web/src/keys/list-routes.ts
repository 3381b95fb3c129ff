import type { Place } from '../place.tsx';

/** What this page reads of an OpenAPI 3.1 document. */
export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  summary?: string;
  security?: { key?: unknown; session?: unknown }[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: Record<string, unknown> };
}

/** An address with its method. */
export interface ApiRoute {
  /** `GET /api/types` */
  name: string;
  method: string;
  path: string;
  summary: string;
  parameters: { name: string; isInPath: boolean; isRequired: boolean; description: string | undefined }[];
  /** The media type of the body; undefined without one. */
  bodyType: string | undefined;
  takesKey: boolean;
  /** Whether the signed-in person is admitted without a key. */
  takesPerson: boolean;
}

/** The addresses of a document, without the parameters for workspace and branch, which the page sets. */
export function listRoutes({ paths }: OpenApi): ApiRoute[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary = '', security = [], parameters = [], requestBody }]) => {
      const [bodyType] = Object.keys(requestBody?.content ?? {});
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        summary,
        parameters: parameters
          .filter((one) => one.in === 'path' || one.in === 'query')
          .filter(({ name }) => name !== 'workspace' && name !== 'branch')
          .map((one) => ({
            name: one.name,
            isInPath: one.in === 'path',
            isRequired: one.required === true,
            description: one.description,
          })),
        bodyType,
        takesKey: security.some(({ key }) => key !== undefined),
        takesPerson: security.length === 0 || security.some(({ session }) => session !== undefined),
      };
    }),
  );
}

/** The address of a route with the given values, on the page's workspace and branch; a key has its own place. */
export function addressOfRoute(
  { path, parameters }: ApiRoute,
  values: Record<string, string>,
  place: Place | undefined,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, isInPath } of parameters) if (!isInPath && values[name]) query.append(name, values[name]);
  if (place?.workspace !== undefined) query.set('workspace', place.workspace);
  if (place !== undefined) query.set('branch', place.branch);
  return query.size === 0 ? filled : `${filled}?${query}`;
}
