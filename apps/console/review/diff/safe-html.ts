/** Attributes that name elements of the same document. */
const NAMING = [
  'id',
  'for',
  'name',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-owns',
  'popovertarget',
];

/**
 * Prepares HTML of a published page for a place beside others of its kind: names within it get a prefix, what readers
 * unfold is unfolded, and links open beside the console. The service has made it safe.
 */
export function prepareHtml(html: string, prefix: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  for (const attribute of NAMING)
    for (const element of content.querySelectorAll(`[${attribute}]`)) {
      const names = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      element.setAttribute(attribute, names.map((name) => prefix + name).join(' '));
    }
  for (const details of content.querySelectorAll('details')) details.setAttribute('open', '');
  for (const link of content.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (/^(?:https?:|mailto:|tel:)/i.test(href)) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    } else link.removeAttribute('href');
  }
  // Nothing in a comparison can be operated.
  for (const control of content.querySelectorAll('[tabindex]')) control.removeAttribute('tabindex');
  for (const field of content.querySelectorAll('input, select, textarea, button:not([popovertarget])'))
    field.setAttribute('disabled', '');
  for (const picture of content.querySelectorAll('img')) picture.setAttribute('loading', 'lazy');
  return template.innerHTML;
}
