import { copyText } from './copy.ts';
import { all, createButton, inSteps } from './dom.ts';
import { word } from './words.ts';

/** Gives operations of an API a button that copies their address, and one that shows all of their fields. */
export function enhanceApiSections(root: ParentNode): void {
  inSteps(all(root, '.api'), (section) => {
    const line = section.querySelector(':scope > .api-line');
    if (!line) return;
    addCopy(line);
    addUnfold(line, all<HTMLDetailsElement>(section, '.api-text details'));
  });
}

function addCopy(line: Element): void {
  const code = line.querySelector(':scope > code');
  if (!code) return;
  const button = createButton('', word('copyCode'));
  button.addEventListener('click', () => copyText(button, code.textContent ?? ''));
  code.after(button);
}

/** One that is open already needs no button. */
const FEWEST = 2;

function addUnfold(line: Element, folded: readonly HTMLDetailsElement[]): void {
  if (folded.length < FEWEST) return;
  const button = createButton('api-unfold', word('expandAll'));
  let isOpen = false;
  button.addEventListener('click', () => {
    isOpen = !isOpen;
    for (const one of folded) one.open = isOpen;
    button.textContent = word(isOpen ? 'collapseAll' : 'expandAll');
  });
  line.append(button);
}
