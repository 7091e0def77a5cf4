/** Sends what readers do to the site itself: without cookies, and not for those who do not want to be followed. */
import { MESSAGES, type Message } from './messages.ts';

const PAUSE_MS = 2000;

/** The current page, as it is recorded. */
let page: { href: string; path: string; page: string | undefined; referrer: string } | undefined;
const waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const wantsPrivacy = (): boolean =>
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Call it before the first page is recorded. */
export function startInsights(): void {
  document.addEventListener(MESSAGES, (event) => record((event as CustomEvent<Message>).detail));
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.origin === location.origin || !/^https?:$/.test(link.protocol)) return;
    const url = link.origin + link.pathname;
    record({ type: 'link_click', link: { target: { kind: 'url', url }, position: positionOf(link) } });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  addEventListener('pagehide', send);
}

/** Records that the page is shown, and where from. */
export function recordPageView(): void {
  send();
  const { events, page: pageId } = document.body.dataset;
  const referrer = page ? location.origin + page.path : document.referrer;
  const path = location.pathname + location.search;
  page = events === undefined ? undefined : { href: events, path, page: pageId, referrer };
  record({ type: 'page_view' });
}

function record(event: Message): void {
  const isFeedback = event.type.startsWith('page_post_');
  if (!page || (wantsPrivacy() && !isFeedback)) return;
  waiting.push(event);
  timer ??= setTimeout(send, PAUSE_MS);
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!page || waiting.length === 0) return;
  const { href, ...shown } = page;
  const body = JSON.stringify({ ...shown, language: navigator.language, events: waiting.splice(0, 50) });
  // A blob would be read after the page is gone, and be lost with it.
  navigator.sendBeacon(href, body);
}

/** Where on the page a link is. */
function positionOf(link: Element): string {
  if (link.closest('.announcement')) return 'announcement';
  if (link.closest('.bar')) return 'header';
  if (link.closest('body > footer')) return 'footer';
  return link.closest('#_content') ? 'content' : 'sidebar';
}
