import { createContext, useContext } from 'react';

/** The current workspace and branch. */
export interface Place {
  /** Absent if the person belongs to no workspace. */
  workspace: string | undefined;
  branch: string;
}

/** The search parameters every address may have: the workspace and branch. */
export interface PlaceSearch {
  workspace?: string;
  branch?: string;
}

export const PlaceContext = createContext<Place>({ workspace: undefined, branch: 'main' });

export function usePlace(): Place {
  return useContext(PlaceContext);
}
