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
