import { createStore, useStore } from '../api/store.ts';

const announcement = createStore({ text: '', number: 0 });

/** Tells users of a screen reader what has happened. */
export const announce = (text: string): void =>
  announcement.set({ text, number: announcement.get().number + 1 });

export function Announcer() {
  const { text, number } = useStore(announcement);
  return (
    <div role="status" className="visually-hidden">
      {/* A new element is read again, also with the same text. */}
      <span key={number}>{text}</span>
    </div>
  );
}
