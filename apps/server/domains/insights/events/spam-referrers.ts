import { nameSource } from './read-url.ts';

/** Hosts that visit sites only to appear in their insights, as operators have reported for years. */
const SPAM = new Set([
  '4webmasters.org',
  'buttons-for-website.com',
  'buttons-for-your-website.com',
  'best-seo-offer.com',
  'best-seo-solution.com',
  'bestwebsitesawards.com',
  'blackhatworth.com',
  'buy-cheap-online.info',
  'cenoval.ru',
  'darodar.com',
  'econom.co',
  'event-tracking.com',
  'floating-share-buttons.com',
  'free-share-buttons.com',
  'free-social-buttons.com',
  'get-free-traffic-now.com',
  'guardlink.org',
  'hulfingtonpost.com',
  'humanorightswatch.org',
  'ilovevitaly.com',
  'iskalko.ru',
  'o-o-6-o-o.com',
  'priceg.com',
  'savetubevideo.com',
  'semalt.com',
  'semaltmedia.com',
  'sharebutton.net',
  'simple-share-buttons.com',
  'social-buttons.com',
  'success-seo.com',
  'theguardlan.com',
  'traffic2money.com',
  'trafficmonetize.org',
  'videos-for-your-business.com',
  'webmonetizer.net',
  'websites-reviews.com',
]);

/** Whether a host, or one above it, is known for referrer spam. */
export function isSpamReferrer(host: string): boolean {
  const labels = nameSource(host).replace(/:\d+$/, '').split('.');
  // Names of hosts have at most 127 labels.
  return labels.slice(0, 127).some((_, at) => SPAM.has(labels.slice(at).join('.')));
}
