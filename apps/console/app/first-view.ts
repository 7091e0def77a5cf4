import { createStore } from '../api/store.ts';

/** Whether the first view is on the screen. What it does not need is requested and drawn afterwards. */
export const isFirstViewShown = createStore(false);

/** Call when a view is rendered; a page calls it when its text is. Only the first call has an effect. */
export function noteFirstView(): void {
  if (isFirstViewShown.get()) return;
  const note = (): void => isFirstViewShown.set(true);
  // The frame is painted when the next task begins. Tabs in the background have no frames.
  if (document.hidden) note();
  else requestAnimationFrame(() => setTimeout(note));
}

/** The rest of the frame is not to wait forever for a view that does not come. */
setTimeout(() => isFirstViewShown.set(true), 10_000);
