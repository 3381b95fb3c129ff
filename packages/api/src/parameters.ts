import type { ApiTypes } from '@tallyhook/schemas/api';

/**
 * A query parameter that a route accepts; undeclared parameters are refused. `json` names the schema of a JSON
 * parameter.
 */
export type Parameter =
  | { kind: 'text'; required?: boolean; maxLength?: number; json?: keyof ApiTypes }
  | { kind: 'integer'; required?: boolean; minimum: number; maximum: number }
  | { kind: 'choice'; required?: boolean; values: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'list'; maxItems: number };

/** The query parameters of a route by name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The parameters with which a session selects its workspace and branch; a key has its own branch. */
export const placeParameters: ParameterTable = {
  workspace: { kind: 'text', maxLength: 100 },
  branch: { kind: 'text', maxLength: 200 },
};

type Present<P extends Parameter> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value
    : string;

/** The value a handler gets: flags are booleans (`1`), lists are arrays, others are absent unless required. */
export type ParameterValue<P extends Parameter> = P extends { kind: 'flag' }
  ? boolean
  : P extends { kind: 'list' }
    ? string[]
    : P extends { required: true }
      ? Present<P>
      : Present<P> | undefined;

export type ParameterValues<Table extends ParameterTable> = { [Name in keyof Table]: ParameterValue<Table[Name]> };
