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
