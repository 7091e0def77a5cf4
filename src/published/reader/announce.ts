import { create } from './dom.ts';

let place: HTMLElement | undefined;

/** Tells a screen reader something that others see. */
export function announce(text: string): void {
  if (!place?.isConnected) {
    place = create('div', { class: 'unseen', role: 'status' });
    document.body.append(place);
  }
  place.textContent = text;
}
