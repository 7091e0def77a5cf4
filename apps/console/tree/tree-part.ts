import { createPart } from '../app/use-part.ts';

export const treePart = createPart(() => import('./tree-panel.tsx'));
