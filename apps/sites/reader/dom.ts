/** Elements below `root`, which is a page or a part of one. */
export const all = <E extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): E[] => [
  ...root.querySelectorAll<E>(selector),
];

/** Creates an element. What it says is text, never markup. */
export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const createButton = (className: string, text: string): HTMLButtonElement =>
  create('button', { type: 'button', class: className }, text);

/** The element to which the fragment of an address leads. */
export function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** The blocks of a stretch if a long page is laid out in stretches; otherwise the block itself. */
export const stretchOf = (element: Element): Element => element.closest('.stretch') ?? element;

/** How long work on a page may go on before the browser gets its turn. */
const STEP_MS = 8;

/** Works on elements of the page one after the other, the first ones at once, and the others when there is time. */
export function inSteps<E extends Element>(elements: readonly E[], work: (element: E) => void): void {
  let next = 0;
  const step = (): void => {
    const until = performance.now() + STEP_MS;
    while (next < elements.length && performance.now() < until) {
      const element = elements[next] as E;
      next += 1;
      if (element.isConnected) work(element);
    }
    if (next < elements.length) setTimeout(step);
  };
  step();
}
