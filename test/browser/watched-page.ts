/** A page of a browser, with everything that it did beside showing itself. */
import type { Browser, BrowserContext, Frame, Page, Response } from 'playwright-core';

/** What hostile content calls. Nothing else writes this to the console. */
const REPORT_HIT = `globalThis.hit = (what) => console.error('HIT ' + what);`;

export interface WatchedPage {
  context: BrowserContext;
  page: Page;
  responses: Response[];
  /**
   * What the console, uncaught errors and dialogs have said since it was asked for the last time, and which other
   * origins were asked for something. A policy that stops something says so in the console.
   */
  takeEvents(): string[];
  /** What is wrong with the page as it is now, after its scripts. */
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
  context.on('console', (message) => events.push(`console: ${message.text()}`));
  context.on('weberror', (error) => events.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== options.origin && !LOCAL.has(protocol)) events.push(`asked: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // It was not sent; the console says what stopped it.
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

/** Nothing is sent for these. */
const LOCAL = new Set(['data:', 'blob:', 'about:']);

/** Scripts of the build, and of the head, are the only ones; what a diagram is drawn into has styles of its own. */
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
  const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'background', 'ping'];
  const elements = (root) => [...root.querySelectorAll('*')].flatMap((one) =>
    [one, ...(one.shadowRoot ? elements(one.shadowRoot) : []), ...(one.content instanceof DocumentFragment ? elements(one.content) : [])]);
  return elements(document).flatMap((element) => {
    const name = element.localName;
    const faults = [];
    for (const { name: key, value } of element.attributes) {
      const isOwnIcon = name === 'link' && value.startsWith('data:image/svg+xml');
      if (key.startsWith('on') || key === 'srcdoc' || (key === 'style' && !isDrawing)) faults.push(key);
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
