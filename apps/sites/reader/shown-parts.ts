import { enhanceCode } from './copy.ts';
import { all, create, findTarget } from './dom.ts';
import { enhanceTabs } from './tabs.ts';

/** A place whose fields the page shows elsewhere: it has a link to them. */
const PLACE = '[data-same]';
/** The fields that a script put in the place of the link. */
const COPY = '[data-copied]';

/** Shows the fields of all places below `root` that can be seen. */
export function fillPlaces(root: ParentNode): void {
  for (const place of all(root, PLACE)) if (!place.closest('details:not([open])')) fillPlace(place);
}

/**
 * Shows the fields of places until the page has the target of an address: its first part can be the anchor of a place,
 * and the rest a field of it.
 */
export function fillForTarget(): void {
  for (let place = findPlace(); place; place = findPlace()) if (!fillPlace(place)) return;
}

function findPlace(): HTMLElement | undefined {
  if (location.hash === '' || findTarget(location.hash)) return undefined;
  const wanted = decode(location.hash.slice(1));
  return all(document, PLACE).find((place) => !place.hidden && wanted.startsWith(`${anchorOf(place)}.`));
}

/** The anchor of the field or response that contains an element. */
const anchorOf = (element: HTMLElement): string => element.closest('[id]')?.id ?? '';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Whether the fields that would be shown in a place are around it already. */
export function isRepeated(folded: HTMLDetailsElement): boolean {
  const place = folded.querySelector<HTMLElement>(`:scope > .expandable-body > ${PLACE}:not([hidden])`);
  if (!place) return false;
  const source = sourceOf(place);
  if (findShown(document.getElementById(source))?.contains(place)) return true;
  for (let copy = place.closest<HTMLElement>(COPY); copy; copy = copy.parentElement?.closest(COPY) ?? null)
    if (copy.dataset.copied === source) return true;
  return false;
}

/** The anchor of the fields that a place stands for. */
const sourceOf = (place: HTMLElement): string => decode(place.querySelector('a')?.hash.slice(1) ?? '');

/** Returns whether the fields were found. */
function fillPlace(place: HTMLElement): boolean {
  const source = sourceOf(place);
  const shown = findShown(document.getElementById(source));
  if (place.hidden || !shown) return false;
  place.hidden = true;
  const copy = create('div', { 'data-copied': source }, ...asWritten(shown).childNodes);
  changeAnchors(copy, source, anchorOf(place));
  place.after(copy);
  enhanceTabs(copy);
  enhanceCode(copy);
  return true;
}

/** The fields to which an anchor leads are within its element, or after it. */
function findShown(anchor: Element | null): Element | undefined {
  for (let element = anchor; element; element = element.nextElementSibling) {
    const shown = element.querySelector('[data-shown]');
    if (shown) return shown;
    if (element.matches('[data-shown]')) return element;
  }
  return undefined;
}

/** A copy of elements as they were before scripts and readers changed them. */
function asWritten(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  for (const added of all(copy, `${COPY}, .tab-list, .tab-menu, .copy, .unfold`)) added.remove();
  for (const hidden of all(copy, `${PLACE}, .tab-title`)) hidden.hidden = false;
  for (const panel of all(copy, '[data-panel]')) {
    for (const name of ['hidden', 'role', 'aria-labelledby', 'tabindex', 'data-panel', 'id'])
      panel.removeAttribute(name);
  }
  for (const folded of all<HTMLDetailsElement>(copy, 'details')) folded.open = false;
  return copy;
}

/** Fields have the anchor of where they are now, unless the page has it already. */
function changeAnchors(copy: Element, before: string, now: string): void {
  for (const element of all(copy, '[id]')) {
    const id = element.id.startsWith(`${before}.`) ? now + element.id.slice(before.length) : '';
    if (id === '' || document.getElementById(id)) element.removeAttribute('id');
    else element.id = id;
  }
  for (const link of all<HTMLAnchorElement>(copy, '.api-field > a')) {
    const field = link.closest('[id]');
    if (field) link.href = `#${encodeURIComponent(field.id)}`;
  }
}
