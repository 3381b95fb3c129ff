import { createContext, useContext } from 'react';

/** Which workspace and branch the pages are about. */
export interface Place {
  /** Absent where the person is in no workspace. */
  workspace: string | undefined;
  branch: string;
}

/** What every address may name: the workspace and branch that the pages are about. */
export interface PlaceSearch {
  workspace?: string;
  branch?: string;
}

export const PlaceContext = createContext<Place>({ workspace: undefined, branch: 'main' });

export function usePlace(): Place {
  return useContext(PlaceContext);
}
