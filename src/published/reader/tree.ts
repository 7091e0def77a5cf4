/** Scrolls the table of contents to the page that is shown, if it is out of sight there. */
export function showCurrentEntry(): void {
  const entry = document.querySelector('.tree [aria-current="page"]');
  const side = entry?.closest('.side');
  if (!entry || !side) return;
  const place = entry.getBoundingClientRect();
  const view = side.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    side.scrollTop += place.top - view.top - side.clientHeight / 3;
}
