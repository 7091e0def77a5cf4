import { create } from './dom.ts';

const place = create('div', { class: 'unseen', role: 'status' });

/** Screen readers only tell what changes in a place that they know already. */
export function startAnnouncing(): void {
  document.body.append(place);
}

/** Tells a screen reader something that others see. */
export function announce(text: string): void {
  place.textContent = text;
}
