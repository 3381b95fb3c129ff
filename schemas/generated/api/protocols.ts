// Made from api/protocols.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';

/**
 * A message of JSON-RPC 2.0, or several where several were sent.
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
export type McpMessages =
  | {
      [k: string]: unknown;
    }
  | {
      [k: string]: unknown;
    }[];

export interface GraphqlAnswer {
  data: {
    [k: string]: unknown;
  } | null;
  errors?: GraphqlError[];
}
export interface GraphqlRefusal {
  errors: GraphqlError[];
}
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
