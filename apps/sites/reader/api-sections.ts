import { copyText } from './copy.ts';
import { all, create, createButton, inSteps } from './dom.ts';
import { word } from './words.ts';

/**
 * Gives operations of an API a button that copies their address, and one that shows all of their fields. Each field that
 * can be seen becomes a link to itself.
 */
export function enhanceApiSections(root: ParentNode): void {
  linkFields(root);
  inSteps(all(root, '.api'), (section) => {
    const line = section.querySelector(':scope > .api-line');
    if (!line) return;
    addCopy(line);
    addUnfold(line, section);
  });
}

function addCopy(line: Element): void {
  const code = line.querySelector(':scope > code');
  if (!code) return;
  const button = createButton('', word('copyCode'));
  button.addEventListener('click', () => copyText(button, code.textContent ?? ''));
  // After what is said of the operation, before what else can be pressed.
  line.insertBefore(button, line.querySelector(':scope > button'));
}

const FOLDED = '.api-text details';
/** One that is open already needs no button. */
const FEWEST = 2;

function addUnfold(line: Element, section: HTMLElement): void {
  if (all(section, FOLDED).length < FEWEST) return;
  const button = createButton('api-unfold', word('expandAll'));
  let isOpen = false;
  button.addEventListener('click', () => {
    isOpen = !isOpen;
    for (const one of all<HTMLDetailsElement>(section, FOLDED)) one.open = isOpen;
    button.textContent = word(isOpen ? 'collapseAll' : 'expandAll');
  });
  line.append(button);
}

const FIELDS = '.api-fields > li[id]';

/** The names of fields become links to them, which the HTML leaves out because of their size. */
function linkFields(root: ParentNode): void {
  inSteps(
    all(root, FIELDS).filter((field) => !field.closest('details:not([open])')),
    (field) => {
      const name = field.querySelector(':scope > .api-field > :first-child');
      if (!name || name instanceof HTMLAnchorElement) return;
      const link = create('a', { href: `#${encodeURIComponent(field.id)}` });
      name.replaceWith(link);
      link.append(name);
    },
  );
}

/** Fields that are folded become links when they are shown. */
export function startApiSections(): void {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.closest('.api')) return;
      linkFields(target);
    },
    true,
  );
}
