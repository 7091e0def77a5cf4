/** Dragging with a mouse, and with a finger after a long press. Swiping still scrolls. */

/** How long a finger must rest before it drags. */
const HOLD_MS = 400;
/** How far, in CSS pixels, a mouse must move before it drags, and a finger can move while it rests. */
const MOUSE_SLOP = 4;
const TOUCH_SLOP = 10;
/** Within this distance of the upper and lower edge, in CSS pixels, the view scrolls by a step for each frame. */
const EDGE = 56;
const SCROLL_STEP = 10;

interface DragListener {
  /** Begins to drag what an element belongs to; false if that cannot be dragged. */
  start(target: Element): boolean;
  /** The pointer is at this place of the window. */
  move(place: Place): void;
  /** The pointer was released, or the drag was given up. */
  end(isDropped: boolean): void;
}

interface Place {
  x: number;
  y: number;
}

interface Press extends Place {
  pointerId: number;
  target: Element;
  isTouch: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Hears drags that begin in an element, until the returned function is called. */
export function listenForDrags(element: HTMLElement, listener: DragListener): () => void {
  let press: Press | undefined;
  let isDragging = false;
  let place: Place = { x: 0, y: 0 };
  let frame = 0;
  let listening = new AbortController();

  const stop = (isDropped = false): void => {
    const wasDragging = isDragging;
    clearTimeout(press?.timer);
    cancelAnimationFrame(frame);
    listening.abort();
    press = undefined;
    isDragging = false;
    if (wasDragging) listener.end(isDropped);
  };
  const scroll = (): void => {
    const step = place.y < EDGE ? -SCROLL_STEP : place.y > innerHeight - EDGE ? SCROLL_STEP : 0;
    if (step !== 0) {
      scrollerOf(element).scrollBy(0, step);
      listener.move(place);
    }
    frame = requestAnimationFrame(scroll);
  };
  const begin = (): void => {
    if (!press || !listener.start(press.target)) {
      stop();
      return;
    }
    isDragging = true;
    getSelection()?.removeAllRanges();
    if (press.isTouch) navigator.vibrate?.(10);
    listener.move(place);
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.pointerId) return;
    place = { x: event.clientX, y: event.clientY };
    const distance = Math.hypot(place.x - press.x, place.y - press.y);
    if (isDragging) listener.move(place);
    else if (press.isTouch && distance > TOUCH_SLOP) stop();
    else if (!press.isTouch && distance > MOUSE_SLOP) begin();
  };
  const release = (event: PointerEvent): void => {
    if (event.pointerId !== press?.pointerId) return;
    if (isDragging) swallowClick();
    stop(true);
  };
  const down = (event: PointerEvent): void => {
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    stop();
    place = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType !== 'mouse';
    const timer = isTouch ? setTimeout(begin, HOLD_MS) : undefined;
    press = { ...place, pointerId: event.pointerId, target: event.target, isTouch, timer };
    listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', release, { signal });
    addEventListener('pointercancel', () => stop(), { signal });
    addEventListener('blur', () => stop(), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal });
  };

  const installed = new AbortController();
  const { signal } = installed;
  element.addEventListener('pointerdown', down, { signal });
  // Browsers decide at the beginning of a touch whether they must ask before they scroll.
  element.addEventListener('touchmove', (event) => isDragging && event.preventDefault(), {
    signal,
    passive: false,
  });
  // Otherwise a long press opens the menu of the browser.
  element.addEventListener('contextmenu', (event) => press?.isTouch && event.preventDefault(), { signal });
  return () => {
    stop();
    installed.abort();
  };
}

/** What was dragged by its button is not clicked, too. */
function swallowClick(): void {
  const done = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, signal: done.signal });
  setTimeout(() => done.abort());
}

function scrollerOf(element: HTMLElement): Element {
  for (let outer = element.parentElement; outer; outer = outer.parentElement)
    if (outer.scrollHeight > outer.clientHeight && /auto|scroll/.test(getComputedStyle(outer).overflowY))
      return outer;
  return document.scrollingElement ?? document.documentElement;
}
