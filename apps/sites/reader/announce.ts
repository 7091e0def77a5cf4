import { create } from './dom.ts';

const place = create('div', { class: 'unseen', role: 'status' });

/** Screen readers announce changes only in elements that existed before. */
export function startAnnouncing(): void {
  document.body.append(place);
}

/** Tells a screen reader something that others see. */
export function announce(text: string): void {
  place.textContent = text;
}
