import { createContext, type ReactNode } from 'react';

/** A block of the later version, by its key there. */
export interface ChangedBlock {
  pageId: string;
  blockKey: string;
}

/** What another part of the console shows below a block that changed. */
export const BelowBlock = createContext<((block: ChangedBlock) => ReactNode) | undefined>(undefined);
