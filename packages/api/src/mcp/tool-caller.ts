import type { Turn } from '@tallyhook/query';
import type { Problem } from '@tallyhook/schemas';
import type { Caller } from '../caller.ts';
import type { ApiDependencies } from '../dependencies.ts';

/** Who calls a tool, and with what it works. */
export interface ToolCaller {
  deps: ApiDependencies;
  caller: Caller;
  turn: Turn;
  requestId: string;
  /** Why the call is ambiguous: the arguments contain a duplicate key. */
  unclear?: Problem;
}
