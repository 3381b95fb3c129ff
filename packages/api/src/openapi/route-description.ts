import type { ProblemCode } from '@tallyhook/schemas';

/** What the document says of one route besides what its `Route` says. */
export interface RouteDescription {
  summary: string;
  /** The status of success; 200 if not given. 204 has no body. */
  status?: number;
  /** Further statuses of success; those that are empty have no content, some have an answer of their own. */
  also?: Record<number, { description: string; isEmpty?: boolean; answer?: string }>;
  /** The component that the JSON of the answer is, such as `Answer`, or a list of, such as `File[]`. */
  answer?: string;
  /** The content type of the answer where it is not JSON. */
  type?: string;
  /** Further content types that can be asked for. */
  otherTypes?: readonly string[];
  /** The component that the body is, where its schema does not stand in the route. */
  takes?: string;
  /** The content type of a body that is streamed. */
  streams?: string;
  /** Parameters that hold JSON, with their components. */
  json?: Record<string, string>;
  /** Refusals besides those that follow from the route: who may come, its parameters and its body. */
  problems?: readonly ProblemCode[];
  /** Refusals that are no problem documents: their components by status. */
  ownRefusals?: Record<number, string>;
}
