import type { ApiTypes } from '@tallyhook/schemas/api';

/** One query parameter that a route takes; a parameter that is not declared is refused. `json` names the schema of one that holds JSON. */
export type Parameter =
  | { kind: 'text'; required?: boolean; maxLength?: number; json?: keyof ApiTypes }
  | { kind: 'integer'; required?: boolean; minimum: number; maximum: number }
  | { kind: 'choice'; required?: boolean; values: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'list'; maxItems: number };

/** The query parameters of a route by name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The parameters by which a session says what it is about; a key determines its branch. */
export const placeParameters: ParameterTable = {
  workspace: { kind: 'text', maxLength: 100 },
  branch: { kind: 'text', maxLength: 200 },
};

type Present<P extends Parameter> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value
    : string;

/** What a handler reads: flags are booleans (`1`), lists are arrays, the rest is absent unless required. */
export type ParameterValue<P extends Parameter> = P extends { kind: 'flag' }
  ? boolean
  : P extends { kind: 'list' }
    ? string[]
    : P extends { required: true }
      ? Present<P>
      : Present<P> | undefined;

export type ParameterValues<Table extends ParameterTable> = { [Name in keyof Table]: ParameterValue<Table[Name]> };
