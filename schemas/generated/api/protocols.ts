// Made from api/protocols.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';

/**
 * A JSON-RPC 2.0 response, or a list of them for a batch.
 */
export type McpAnswer =
  | {
      jsonrpc: '2.0';
      id: string | number | null;
      result: {
        [k: string]: unknown;
      };
    }
  | {
      jsonrpc: '2.0';
      id?: string | number | null;
      error: {
        code: number;
        message: string;
        data?: unknown;
      };
    }
  | (
      | {
          jsonrpc: '2.0';
          id: string | number | null;
          result: {
            [k: string]: unknown;
          };
        }
      | {
          jsonrpc: '2.0';
          id?: string | number | null;
          error: {
            code: number;
            message: string;
            data?: unknown;
          };
        }
    )[];
/**
 * A JSON-RPC 2.0 message, or a batch of up to ten.
 */
export type McpMessages =
  | {
      [k: string]: unknown;
    }
  | {
      [k: string]: unknown;
    }[];

/**
 * The result of an operation that ran; `errors` are those of single fields.
 */
export interface GraphqlAnswer {
  data: {
    [k: string]: unknown;
  } | null;
  errors?: GraphqlError[];
}
/**
 * The answer to an operation that did not run.
 */
export interface GraphqlRefusal {
  errors: GraphqlError[];
}
/**
 * A JSON-RPC 2.0 error for a request that could not be handled.
 */
export interface McpRefusal {
  jsonrpc: '2.0';
  id?: string | number | null;
  error: {
    code: number;
    message: string;
    data?: unknown;
  };
}
export interface GraphqlOperation {
  query: string;
  operationName?: string | null;
  variables?: {
    [k: string]: unknown;
  } | null;
  extensions?: {
    [k: string]: unknown;
  } | null;
}
export interface GraphqlError {
  message: string;
  locations?: {
    line: Count;
    column: Count;
  }[];
  path?: (string | number)[];
  extensions: {
    code: string;
    [k: string]: unknown;
  };
}
