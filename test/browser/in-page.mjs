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

/** Chooses a word of the page that can be written beside. Both chances are between 0 and 1. */
export function chooseWord(element, { ofBlock, ofWord }) {
  const blocks = [...element.querySelectorAll('*')].filter(
    (block) =>
      block.pmViewDesc?.node?.isTextblock &&
      /[\p{L}\p{N}]/u.test(block.textContent) &&
      block.isContentEditable &&
      block.getClientRects().length > 0,
  );
  const block = blocks[Math.floor(ofBlock * blocks.length)];
  if (!block) return undefined;
  const words = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.isContentEditable) continue;
    for (const { index, 0: text } of node.nodeValue.matchAll(/[\p{L}\p{N}]+/gu))
      words.push({ node, from: index, to: index + text.length, text });
  }
  const word = words[Math.floor(ofWord * words.length)];
  if (!word) return undefined;
  window.chosenWord = { block, ...word };
  const kinds = [];
  let around = block;
  for (let outer = block; outer !== element; outer = outer.parentElement) {
    const node = outer.pmViewDesc?.node;
    if (node?.isBlock && outer.pmViewDesc.dom === outer) kinds.unshift(node.type.name);
    around = outer;
  }
  return { kind: kinds.join(' '), word: word.text, text: block.textContent, around: around.textContent };
}

/**
 * The words at the ends of the first and the last line of each text that have a control over them: one that is there
 * now, or one of their blocks that is there when the pointer is.
 */
export function findCoveredWords(element) {
  const range = document.createRange();
  const boxOf = ({ node, from, to }) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getClientRects()[0] ?? new DOMRect();
  };
  const controls = [...element.querySelectorAll('[contenteditable="false"]')].filter(
    (one) => getComputedStyle(one).position === 'absolute' && one.querySelector('button, input'),
  );
  const blocks = [...element.querySelectorAll('*')].filter(
    (block) =>
      block.pmViewDesc?.node?.isTextblock && block.isContentEditable && block.getClientRects().length > 0,
  );
  const covered = [];
  for (const block of blocks) {
    const words = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement.isContentEditable) continue;
      for (const { index, 0: text } of node.nodeValue.matchAll(/[\p{L}\p{N}]+/gu))
        words.push({ node, from: index, to: index + text.length, text });
    }
    const [first, last] = [words[0], words.at(-1)].map((word) => word && boxOf(word).bottom);
    const outer = [first, last].flatMap((bottom) => {
      const line = words.filter((word) => Math.abs(boxOf(word).bottom - bottom) < 8);
      return [line[0], line.at(-1)];
    });
    for (const word of new Set(outer.filter(Boolean))) {
      word.node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = boxOf(word);
      const point = { x: x + width / 2, y: y + height / 2 };
      const isOver = (box) =>
        box.left < point.x && point.x < box.right && box.top < point.y && point.y < box.bottom;
      const hit = document.elementFromPoint(point.x, point.y);
      const cover = block.contains(hit)
        ? controls.find(
            (one) =>
              one.parentElement.contains(block) &&
              !block.contains(one) &&
              isOver(one.getBoundingClientRect()),
          )
        : hit;
      // The bars of the page are beside the text as soon as it is scrolled.
      if (element.contains(cover))
        covered.push(
          `${word.text} of ${block.parentElement.className || block.tagName}: ${cover.outerHTML.slice(0, 100)}`,
        );
    }
  }
  return { blocks: blocks.length, covered };
}

/** Where the chosen word is in the window, once nothing moves it any more. */
export async function findChosenWord() {
  const { node, from, to } = window.chosenWord;
  const range = document.createRange();
  let before = {};
  for (let frame = 0; frame < 100 && node.isConnected && node.length >= to; frame++) {
    node.parentElement.scrollIntoView({ block: 'center', inline: 'nearest' });
    range.setStart(node, from);
    range.setEnd(node, to);
    const { x, y, width, height } = range.getClientRects()[0] ?? {};
    if (x === before.x && y === before.y) {
      const place = { x: x + width / 2, y: y + height / 2 };
      const hit = document.elementFromPoint(place.x, place.y);
      if (window.chosenWord.block.contains(hit)) return place;
      throw new Error(`The word is covered by ${hit?.outerHTML.slice(0, 200)}`);
    }
    before = { x, y };
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  return undefined;
}

/** Whether the caret is in the block of the chosen word. */
export function isInChosenBlock() {
  const { anchorNode, isCollapsed } = document.getSelection();
  return isCollapsed && window.chosenWord.block.contains(anchorNode);
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

/** The accessible name of what has the focus, as far as an attribute or its text tells it. */
export function readFocused() {
  const { activeElement } = document;
  return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim();
}

export function isInWindow(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

export function scrollUp(element) {
  element.scrollTop = 0;
}

export const hasFocus = (element) => element === document.activeElement;

/** Whether the focus is on nothing: what had it is gone. */
export const hasLostFocus = () => document.activeElement === document.body;

/** Notes everything that a screen reader says without being asked. For the beginning of each document. */
export function noteAnnouncements() {
  window.announced = [];
  const LIVE = '[role="status"], [role="alert"], [aria-live]';
  const note = (region) => {
    const text = region?.textContent.trim();
    if (text) window.announced.push(text);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      note((target.parentElement ? target : document.documentElement).parentElement?.closest(LIVE));
      if (target.matches?.(LIVE)) note(target);
      for (const added of addedNodes) if (added.matches?.(LIVE)) note(added);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

export const readAnnouncements = () => window.announced.join('\n');

/** Selects the first occurrence of a word, as the handles of a touch screen do. */
export function selectWord(element, word) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.nodeValue.indexOf(word);
    if (at < 0) continue;
    element.focus();
    document.getSelection().setBaseAndExtent(node, at, node, at + word.length);
    return;
  }
  throw new Error(`The text does not have “${word}”.`);
}

/**
 * The controls that are smaller than `least` pixels in a direction. Links within a text are as high as its lines, what
 * only screen readers see has no size, and a link that is laid over its row is as large as the row.
 */
export function findSmallTargets(least) {
  const found = [];
  const isClipped = (element) => {
    for (let part = element; part; part = part.parentElement)
      if (part.getBoundingClientRect().width <= 1) return true;
    return false;
  };
  for (const control of document.querySelectorAll(
    'a[href], button, summary, select, textarea, input, [role="menuitem"], [role="option"]',
  )) {
    const isChoice = control.matches('input[type="radio"], input[type="checkbox"]');
    const target = (isChoice && control.closest('label')) || control;
    const { width, height } = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    if (!width || !height || style.visibility === 'hidden' || control.closest('[inert]')) continue;
    if (isClipped(target)) continue;
    if (target.matches('a') && style.display === 'inline') continue;
    if (getComputedStyle(target, '::after').position === 'absolute') continue;
    if (width < least - 0.5 || height < least - 0.5)
      found.push(
        `${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)} (${control.localName}): ${Math.round(width)} × ${Math.round(height)}`,
      );
  }
  return found;
}

/**
 * What has the focus: its name for whoever reads a failure, whether users see that it has it, and when its document was
 * opened.
 */
export function describeFocus() {
  const element = document.activeElement;
  const openedAt = performance.timeOrigin;
  if (!element || element === document.body) return { name: 'body', isLost: true, isSeen: false, openedAt };
  const role = element.getAttribute('role') ?? element.localName;
  const text =
    element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
  const name = `${role} “${text.trim().replace(/\s+/g, ' ').slice(0, 60)}”`;
  // In a frame, something within it shows it; in a text, the caret.
  if (element.matches('iframe, textarea') || element.isContentEditable)
    return { name, isLost: false, isSeen: true, openedAt };
  const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  const hasOutline = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const isMarked = (one) => hasOutline(one) || getComputedStyle(one).boxShadow !== 'none';
  const own = [element, element.closest('label'), ...(element.labels ?? []), active].filter(Boolean);
  // The frame around a field has an outline only while something in it has the focus.
  const frames = [element.parentElement, element.parentElement?.parentElement].filter(Boolean);
  const isSeen = own.some(isMarked) || frames.some(hasOutline);
  const { width, height } = element.getBoundingClientRect();
  return { name, isLost: false, isSeen: isSeen && width > 0 && height > 0, openedAt };
}

/** The unsaved pages in the journal of the browser, as text. */
export function readJournal() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lectern');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('entries').objectStore('entries').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(JSON.stringify(reading.result));
      };
    };
  });
}
