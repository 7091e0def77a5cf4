import {
  attributeOf,
  classesOf,
  descendantsOf,
  elementsOf,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTextNode,
  lineOf,
} from '@lectern/html/html-tree';

interface Tab {
  title: string;
  panel: HtmlElement;
}

const roleOf = (element: HtmlElement): string | undefined => attributeOf(element, 'role');

/** The tabs of an element that holds nothing but tabs; undefined for any other. */
export function readTabs(element: HtmlElement): Tab[] | undefined {
  return readRoles(element) ?? readLabelledTabs(element);
}

/** With the roles of ARIA: Docusaurus, Sphinx, most component libraries. */
function readRoles(element: HtmlElement): Tab[] | undefined {
  const list = elementsOf(element).find(
    (child) => roleOf(child) === 'tablist' || elementsOf(child).some((inner) => roleOf(inner) === 'tablist'),
  );
  if (!list) return undefined;
  const titles: HtmlElement[] = [];
  const panels: HtmlElement[] = [];
  let owner: HtmlElement | undefined;
  for (const inner of descendantsOf(element)) {
    // The tabs of a panel within a panel are its own.
    if (owner && isWithin(inner, owner)) continue;
    if (roleOf(inner) === 'tab') titles.push(inner);
    if (roleOf(inner) === 'tabpanel') {
      panels.push(inner);
      owner = inner;
    }
  }
  if (titles.length === 0 || titles.length !== panels.length || hasMore(element, list, panels))
    return undefined;
  return panels.map((panel, at) => {
    const label = attributeOf(panel, 'aria-labelledby');
    const title = titles.find((tab) => label !== undefined && attributeOf(tab, 'id') === label) ?? titles[at];
    return { title: title ? lineOf(title) : '', panel };
  });
}

/** Whether an element has more than tabs: then only a part of it is a group of tabs. */
function hasMore(element: HtmlElement, list: HtmlElement, panels: readonly HtmlElement[]): boolean {
  const own = new Set<HtmlNode>([list, ...panels]);
  const waiting = [...element.childNodes];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (own.has(node)) continue;
    if (isTextNode(node) && node.value.trim() !== '') return true;
    if (!isElement(node)) continue;
    if (/^(?:img|video|audio|iframe)$/.test(node.tagName)) return true;
    for (const child of node.childNodes) waiting.push(child);
  }
  return false;
}

function isWithin(element: HtmlElement, owner: HtmlElement): boolean {
  for (let parent = element.parentNode; parent; parent = 'parentNode' in parent ? parent.parentNode : null)
    if (parent === owner) return true;
  return false;
}

/** With radio buttons: Material for MkDocs. */
function readLabelledTabs(element: HtmlElement): Tab[] | undefined {
  if (!classesOf(element).includes('tabbed-set')) return undefined;
  const labels = findElement(element, (inner) => classesOf(inner).includes('tabbed-labels'));
  const content = findElement(element, (inner) => classesOf(inner).includes('tabbed-content'));
  if (!labels || !content) return undefined;
  const titles = elementsOf(labels);
  const panels = elementsOf(content);
  if (titles.length === 0 || titles.length !== panels.length) return undefined;
  return panels.map((panel, at) => ({ title: lineOf(titles[at] as HtmlElement), panel }));
}
