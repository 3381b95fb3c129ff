import { createContext, useContext } from 'react';
import type { EditedWorkflow } from './tree.ts';

/** Where a field is: its workflow and its step; without a step it belongs to the trigger. */
export interface PlaceInWorkflow {
  workflow: EditedWorkflow;
  stepId: string | undefined;
}

export const PlaceInWorkflowContext = createContext<PlaceInWorkflow | undefined>(undefined);

/** Where a field of the builder is. */
export function usePlaceInWorkflow(): PlaceInWorkflow {
  const place = useContext(PlaceInWorkflowContext);
  if (place === undefined) throw new Error('a field of the builder is outside of it');
  return place;
}
