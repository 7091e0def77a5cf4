// What the suites of the console run in its page. The types of tests know nothing of the DOM.

/** Where a word of a text ends, in pixels of the window. */
export function findWord(element, text) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.nodeValue?.search(new RegExp(`\\b${text}\\b`)) ?? -1;
    if (at < 0) continue;
    node.parentElement?.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    const { right, top, height } = range.getBoundingClientRect();
    return { x: right - 1, y: top + height / 2 };
  }
  return undefined;
}

/** Pastes data of several types where the selection is. */
export function pasteData(element, types) {
  const transfer = new DataTransfer();
  for (const [type, text] of Object.entries(types)) transfer.setData(type, text);
  const target = document.getSelection()?.anchorNode?.parentElement ?? element;
  const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
}

/** Pastes a picture, or drops it on the first paragraph. */
export function bringPicture(element, { kind, bytes }) {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(bytes)], 'picture.png', { type: 'image/png' }));
  const paragraph = element.querySelector('p');
  const { x, y, height } = paragraph.getBoundingClientRect();
  const common = { bubbles: true, cancelable: true };
  paragraph.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { clipboardData: transfer, ...common })
      : new DragEvent('drop', { dataTransfer: transfer, clientX: x + 5, clientY: y + height / 2, ...common }),
  );
}

export const readClipboard = () => navigator.clipboard.readText();

/** Lets the database of the browser fail to read. */
export function breakReading() {
  IDBObjectStore.prototype.getAll = () => {
    throw new DOMException('The database is damaged.', 'UnknownError');
  };
}

/** What a program gets that pastes what is selected. */
export function readCopied(element) {
  const transfer = new DataTransfer();
  element.dispatchEvent(
    new ClipboardEvent('copy', { clipboardData: transfer, bubbles: true, cancelable: true }),
  );
  return Object.fromEntries([...transfer.types].map((type) => [type, transfer.getData(type)]));
}

/** Chooses a block of text of the page that can be written in. `chance` is between 0 and 1. */
export function chooseBlock(element, chance) {
  const blocks = [...element.querySelectorAll('*')].filter((block) => {
    const text = block.pmViewDesc?.node?.isTextblock && block.pmViewDesc.node.lastChild?.text;
    return text && /\S$/.test(text) && block.isContentEditable && block.getClientRects().length > 0;
  });
  const block = blocks[Math.floor(chance * blocks.length)];
  if (!block) return undefined;
  window.chosenBlock = block;
  let outer = block;
  while (outer.parentElement !== element) outer = outer.parentElement;
  return { kind: block.pmViewDesc.node.type.name, text: block.textContent, around: outer.textContent };
}

/** Where the text of the chosen block ends, in pixels of the window. */
export function findEndOfBlock() {
  const walker = document.createTreeWalker(window.chosenBlock, NodeFilter.SHOW_TEXT);
  let last;
  while (walker.nextNode()) if (/\S/.test(walker.currentNode.nodeValue)) last = walker.currentNode;
  window.chosenBlock.scrollIntoView({ block: 'center' });
  const range = document.createRange();
  range.setStart(last, last.nodeValue.length - 1);
  range.setEnd(last, last.nodeValue.length);
  const { right, top, height } = range.getBoundingClientRect();
  const edge = window.chosenBlock.getBoundingClientRect().right;
  return { x: Math.min(right - 0.5, edge - 1), y: top + height / 2 };
}

/** Whether the caret is at the end of the block that was chosen. */
export function isAtEndOfBlock() {
  const { anchorNode, anchorOffset, isCollapsed } = document.getSelection();
  if (!isCollapsed || !window.chosenBlock.contains(anchorNode)) return false;
  const rest = document.createRange();
  rest.setStart(anchorNode, anchorOffset);
  rest.setEndAfter(window.chosenBlock.lastChild);
  return !/\S/.test(rest.toString());
}

/** Goes to an address within the console, as a link does. */
export const goTo = (url) => {
  window.leftContent = document.querySelector('[aria-label="Page content"]');
  history.pushState({}, '', url);
};

/** Whether the content of another page is shown. */
export const hasArrived = () => {
  const content = document.querySelector('[aria-label="Page content"]');
  return content !== null && content !== window.leftContent;
};

/** The blocks of a page, each with the direction of its text. */
export const describeBoxes = (element) =>
  ['P', 'UL', 'BLOCKQUOTE', 'TABLE', 'PRE'].flatMap((name) =>
    [...element.querySelectorAll(name)]
      .filter((box) => name !== 'P' || box.parentElement === element)
      .map((box) => `${name} ${getComputedStyle(box).direction}`),
  );
