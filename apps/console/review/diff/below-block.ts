import { createContext, type ReactNode } from 'react';
import type { BlockChange } from '../../api/page-changes.ts';

/** Another part of the console shows this below a block of a page that changed. */
export type DrawBelow = (block: BlockChange, pageId: string) => ReactNode;

export const BelowBlock = createContext<DrawBelow | undefined>(undefined);
