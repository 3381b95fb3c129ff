import { createContext, useContext, type ReactNode } from 'react';

/** What the frame of the pages gives to their bar; undefined outside of it. */
export interface Menu {
  /** The navigation is closed on phones until somebody opens it. */
  isOpen: boolean;
  open: () => void;
  /** The choice of the branch; undefined without a workspace. */
  branchPicker: ReactNode;
  /** Whether the branch of the address does not exist, or no longer. */
  isBranchGone: boolean;
}

export const MenuContext = createContext<Menu | undefined>(undefined);

export const useMenu = () => useContext(MenuContext);
