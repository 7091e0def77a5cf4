/** A page in a browser that records everything it does beside showing itself. */
import type { Browser, BrowserContext, Frame, Page, Response } from 'playwright-core';

/** Defines the function that hostile content calls. Nothing else writes this to the console. */
const REPORT_HIT = `globalThis.hit = (what) => console.error('HIT ' + what);`;

export interface WatchedPage {
  context: BrowserContext;
  page: Page;
  responses: Response[];
  /**
   * Returns the messages of the console, uncaught errors and dialogs since the last call, and the requests to other
   * origins. A policy that blocks something reports it in the console.
   */
  takeEvents(): string[];
  /** Returns the faults of the page in its current state, after its scripts. */
  findFaults(): Promise<string[]>;
}

export async function watchPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] & { origin: string },
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const events: string[] = [];
  const responses: Response[] = [];
  await context.addInitScript(REPORT_HIT);
  context.on('console', (message) => {
    if (!SLOW.test(message.text())) events.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => events.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== options.origin && !LOCAL.has(protocol)) events.push(`asked: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // The request was not sent; the console says what blocked it.
    const at = events.indexOf(`asked: ${request.url()}`);
    if (request.failure()?.errorText === 'csp' && at >= 0) events.splice(at, 1);
  });
  context.on('response', (response) => responses.push(response));
  context.on('dialog', (dialog) => {
    events.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const page = await context.newPage();
  return {
    context,
    page,
    responses,
    takeEvents: () => events.splice(0),
    findFaults: async () => (await Promise.all(page.frames().map(findFaultsOf))).flat(),
  };
}

/** What Chromium says when a machine is slow. */
const SLOW = /was preloaded using link preload but not used within a few seconds/;

/** Schemes without network requests. */
const LOCAL = new Set(['data:', 'blob:', 'about:']);

/**
 * Finds event handlers, inline styles, forbidden elements and addresses, and scripts other than those of the build and
 * of the head. The frame of a diagram may have styles of its own.
 */
const FIND_FAULTS = `(() => {
  const isDrawing = location.pathname.startsWith('/~/assets/diagram');
  const isWeb = (address) => {
    try {
      return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address, document.baseURI).protocol);
    } catch {
      return true;
    }
  };
  // The sizes of a picture are those that the service makes.
  const isOwnPicture = (candidate) => {
    const { origin, pathname } = new URL(candidate.split(' ')[0], document.baseURI);
    return origin === location.origin && pathname.startsWith('/files/');
  };
  // The script of the page tells the style sheet how high the header is.
  const isBarHeight = (name, value) => name === 'html' && /^(?:--top: [0-9.]+px;)?$/.test(value);
  const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'background', 'ping'];
  const elements = (root) => [...root.querySelectorAll('*')].flatMap((one) =>
    [one, ...(one.shadowRoot ? elements(one.shadowRoot) : []), ...(one.content instanceof DocumentFragment ? elements(one.content) : [])]);
  return elements(document).flatMap((element) => {
    const name = element.localName;
    const faults = [];
    for (const { name: key, value } of element.attributes) {
      const isOwnIcon = name === 'link' && value.startsWith('data:image/svg+xml');
      if (key.startsWith('on') || key === 'srcdoc' || (key === 'style' && !isDrawing && !isBarHeight(name, value))) faults.push(key);
      if (addresses.includes(key) && !isOwnIcon && !isWeb(value)) faults.push(key + '=' + value);
      if (key === 'srcset' && !value.split(', ').every(isOwnPicture)) faults.push(key + '=' + value);
    }
    if (['object', 'embed', 'base', 'applet', 'frame', 'portal'].includes(name)) faults.push(name);
    if (name === 'meta' && element.httpEquiv) faults.push('http-equiv');
    if (name === 'script' && element.src && !new URL(element.src).pathname.startsWith('/~/assets/')) faults.push(element.src);
    if (name === 'script' && !element.src && element.closest('body')) faults.push('script');
    if (name === 'style' && element.closest('body') && !isDrawing) faults.push('style');
    return faults.map((fault) => location.href + ' <' + name + '> ' + fault);
  });
})()`;

async function findFaultsOf(frame: Frame): Promise<string[]> {
  return frame.evaluate(FIND_FAULTS) as Promise<string[]>;
}
