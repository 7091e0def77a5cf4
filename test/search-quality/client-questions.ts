/**
 * Questions about the documentation of an HTTP client, most of which describes classes: written from its list of files
 * and headings before anybody looked at what the search makes of them. Since then, every other one (the first, the third
 * …) and those of the kind *can* were looked at. For the rest, read their figures, and change nothing for one of them.
 */
import { type KnownItemQuery, loadMarkdownFolder } from './load-pages.ts';

const query = (kind: string, text: string, path: string, ...others: string[]): KnownItemQuery => ({
  kind,
  query: text,
  path,
  others,
});

/** The documentation that is in the package of Undici. */
export const loadClientPages = () => loadMarkdownFolder('undici/docs/docs');

export const clientQuestions: KnownItemQuery[] = [
  query(
    'how',
    'how do I send requests through a proxy',
    'best-practices/proxy.md',
    'api/ProxyAgent.md',
    'api/EnvHttpProxyAgent.md',
  ),
  query(
    'how',
    'how do I try a failed request again',
    'api/RetryHandler.md',
    'api/RetryAgent.md',
    'api/Dispatcher.md',
  ),
  query(
    'how',
    'how do I fake responses in tests',
    'best-practices/mocking-request.md',
    'api/MockAgent.md',
    'api/MockPool.md',
  ),
  query('how', 'how do I follow redirects', 'api/RedirectHandler.md', 'api/Dispatcher.md'),
  query('how', 'how do I read the cookies of a response', 'api/Cookies.md'),
  query('how', 'how do I cancel a request', 'api/Dispatcher.md'),
  query('how', 'how do I sign in to a server with a certificate', 'best-practices/client-certificate.md'),
  query('how', 'how do I see log messages for debugging', 'api/Debug.md', 'api/DiagnosticsChannel.md'),
  query(
    'how',
    'how do I spread requests over several servers',
    'api/BalancedPool.md',
    'api/RoundRobinPool.md',
  ),
  query('how', 'how do I record responses and play them back', 'api/SnapshotAgent.md'),
  query('how', 'how do I write a polite crawler', 'best-practices/crawling.md'),
  query(
    'how',
    'how do I replace the fetch of node everywhere',
    'api/GlobalInstallation.md',
    'best-practices/undici-vs-builtin-fetch.md',
  ),
  query('how', 'how do I keep the cache in sqlite', 'api/CacheStore.md'),
  query(
    'what',
    'what is the difference between undici and the fetch of node',
    'best-practices/undici-vs-builtin-fetch.md',
  ),
  query('what', 'which errors are there', 'api/Errors.md'),
  query('what', 'what states does a client have', 'api/api-lifecycle.md'),
  query('what', 'which environment variables set the proxy', 'api/EnvHttpProxyAgent.md'),
  query('what', 'which events does the diagnostics channel publish', 'api/DiagnosticsChannel.md'),
  query('what', 'how many requests are waiting in a pool', 'api/PoolStats.md', 'api/Pool.md'),
  query('can', 'can I use http2 without tls', 'api/H2CClient.md'),
  query('can', 'can I listen to server sent events', 'api/EventSource.md'),
  query('can', 'can I use a socks proxy', 'api/Socks5ProxyAgent.md'),
  query('can', 'can I check the fingerprint of a certificate', 'api/Connector.md'),
  query(
    'can',
    'can I see which requests a mock received',
    'api/MockCallHistory.md',
    'best-practices/mocking-request.md',
    'api/MockAgent.md',
    'api/MockCallHistoryLog.md',
  ),
  query('identifier', 'disableNetConnect', 'api/MockAgent.md'),
  query('identifier', 'UND_ERR_CONNECT_TIMEOUT', 'api/Errors.md'),
  query('identifier', 'MemoryCacheStore', 'api/CacheStore.md'),
  query('identifier', 'parseMIMEType', 'api/ContentType.md'),
  query('identifier', 'NO_PROXY', 'api/EnvHttpProxyAgent.md'),
  query('identifier', 'maxConcurrentStreams', 'api/H2CClient.md', 'api/Client.md'),
  query('title', 'RetryAgent', 'api/RetryAgent.md'),
  query('title', 'client lifecycle', 'api/api-lifecycle.md'),
  query('title', 'writing tests', 'best-practices/writing-tests.md'),
  query('title', 'cache store', 'api/CacheStore.md'),
  query('title', 'web socket', 'api/WebSocket.md'),
];
