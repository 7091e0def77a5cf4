/**
 * The package is loaded at the first sign-in through a provider: its parsers would cost every start and every process
 * more time and memory than most of the service.
 */
export const loadNodeSaml = () => import('@node-saml/node-saml');

/** Its XML parser and signature verification: with one parser for both, the content read is the content verified. */
export const loadSamlXml = () => import('@node-saml/node-saml/lib/xml.js');
