import { domainToASCII } from 'node:url';
import known from 'email-providers/all.json' with { type: 'json' };

/** Domains that the package lists but that are not open to the public. */
const NOT_PUBLIC = new Set(['example.com', 'facebook.com', 'test.com']);

/** Public mail providers that the package does not list. */
const MORE = [
  'addy.io',
  'aleeas.com',
  'anonaddy.com',
  'anonaddy.me',
  'bbox.fr',
  'bredband.net',
  'comhem.se',
  'countermail.com',
  'ctemplar.com',
  'disroot.org',
  'duck.com',
  'fastmail.com',
  'globo.com',
  'hide-my-email.com',
  'hispeed.ch',
  'icloud.com.cn',
  'internet.ru',
  'keemail.me',
  'kolabnow.com',
  'mail.tut.by',
  'mailfence.com',
  'mozmail.com',
  'msgsafe.io',
  'murena.io',
  'mykolab.com',
  'numericable.fr',
  'onmail.com',
  'opayq.com',
  'passinbox.com',
  'passmail.com',
  'passmail.net',
  'posteo.de',
  'posteo.net',
  'privaterelay.appleid.com',
  'riseup.net',
  'runbox.com',
  'simplelogin.com',
  'simplelogin.io',
  'skiff.com',
  'slmail.me',
  'startmail.com',
  'sympatico.ca',
  'talktalk.net',
  'telus.net',
  'tempmail.com',
  'tin.it',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
  'users.noreply.github.com',
  'vivaldi.net',
  'zohomail.eu',
];

const PUBLIC = new Set([...known.filter((domain) => !NOT_PUBLIC.has(domain)).map(domainToASCII), ...MORE]);

/** Whether the domain, or a parent of it, belongs to a public mail provider. `domain`: normalized. */
export function isPublicMailDomain(domain: string): boolean {
  const labels = domain.split('.');
  // A single label is not a domain.
  return labels.slice(0, -1).some((_, n) => PUBLIC.has(labels.slice(n).join('.')));
}
