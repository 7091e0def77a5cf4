import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The places in the bar at the top that other parts of the console fill: who is here, whether it is saved, buttons. */
export const SLOTS = ['presence', 'state', 'actions'] as const;
type Slot = (typeof SLOTS)[number];

export type Slots = Record<Slot, HTMLElement>;

export const BarSlots = createContext<Partial<Slots>>({});

/** Shows something in the bar at the top as long as it is rendered. */
export function InBar({ slot, children }: { slot: Slot; children: ReactNode }) {
  const element = useContext(BarSlots)[slot];
  return element ? createPortal(children, element) : null;
}
