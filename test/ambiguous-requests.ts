/** Requests in which a proxy and the service could read different hosts or bodies. Each is refused with 400. */

const get = (url: string, ...headers: string[]): string =>
  `GET ${url} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}Connection: close\r\n\r\n`;
const post = (...headers: string[]): string =>
  `POST / HTTP/1.1\r\nHost: a\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n0\r\n\r\n`;

const HOSTS = [
  '',
  ' ',
  'a,b',
  'a, b',
  'a b',
  'user@a',
  'user:password@a',
  'a:b',
  'a:65536',
  'a:-1',
  'a:99999',
  'a:123456',
  'a:80:80',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'http://a',
  'a%00',
  '[::1',
  '::1',
  '[a]:80',
  '"a"',
  '<a>',
];

export const AMBIGUOUS: readonly (readonly [name: string, bytes: string])[] = [
  ['two hosts', get('/', 'Host: a', 'Host: b')],
  ['the same host twice', get('/', 'Host: a', 'Host: a')],
  ['two hosts in different cases', get('/', 'host: a', 'X-Other: c', 'HOST: b')],
  ['two hosts, one of them empty', get('/', 'Host: a', 'Host:')],
  ...HOSTS.map((host) => [`the host “${host}”`, get('/', `Host: ${host}`)] as const),
  ...[
    'http://b/',
    'http://a:81/',
    'https://a:80/',
    'http://user@a/',
    'http://a@b/',
    'http://a:99999/',
    'http:///',
    'ftp://a/',
    'http://a,b/',
  ].map((url) => [`the URL ${url} and the host a`, get(url, 'Host: a')] as const),
  ['chunks and a length', post('Transfer-Encoding: chunked', 'Content-Length: 5')],
  ['a length and chunks in another case', post('content-length: 5', 'TRANSFER-ENCODING: chunked')],
  ['two lengths', post('Content-Length: 5', 'Content-Length: 6')],
  ['a list of lengths', post('Content-Length: 5, 6')],
  ['a length with a sign', post('Content-Length: +5')],
  ['chunks that are not the last encoding', post('Transfer-Encoding: chunked, identity')],
  ['a space before the colon', get('/', 'Host : a')],
  ['a folded header', get('/', 'Host: a', ' b')],
];
