/** Scrolls the sections and the table of contents to what is shown, if it is out of sight there. */
export function showCurrentEntry(): void {
  const tabs = document.querySelector('.tabs > ul');
  const tab = tabs?.querySelector('[aria-current]');
  if (tabs && tab) {
    const [edge, within] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (within.left < edge.left || within.right > edge.right)
      tabs.scrollLeft += within.left - edge.left - tabs.clientWidth / 3;
  }
  const entry = document.querySelector('.tree [aria-current="page"]');
  const side = entry?.closest('.side');
  if (!entry || !side) return;
  const place = entry.getBoundingClientRect();
  const view = side.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    side.scrollTop += place.top - view.top - side.clientHeight / 3;
}
