import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** Slots in the top bar for other parts of the console: presence, the save status, and buttons. */
export const SLOTS = ['presence', 'state', 'actions'] as const;
type Slot = (typeof SLOTS)[number];

export type Slots = Record<Slot, HTMLElement>;

export const BarSlots = createContext<Partial<Slots>>({});

/** Renders its children into a slot of the top bar. */
export function InBar({ slot, children }: { slot: Slot; children: ReactNode }) {
  const element = useContext(BarSlots)[slot];
  return element ? createPortal(children, element) : null;
}
