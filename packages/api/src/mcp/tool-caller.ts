import type { Turn } from '@tallyhook/query';
import type { Problem } from '@tallyhook/schemas';
import type { Caller } from '../caller.ts';
import type { ApiDependencies } from '../dependencies.ts';

/** The caller of a tool, and what the tool needs. */
export interface ToolCaller {
  deps: ApiDependencies;
  caller: Caller;
  turn: Turn;
  requestId: string;
  /** Why the call is ambiguous: the arguments contain a duplicate key. */
  unclear?: Problem;
}
