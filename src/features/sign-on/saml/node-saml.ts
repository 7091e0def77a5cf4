/**
 * The package, loaded when somebody first signs in by a provider: with its parsers it would cost every start and every
 * process more time and memory than most of the service.
 */
export const loadNodeSaml = () => import('@node-saml/node-saml');

/** Its way to parse XML and to verify signatures: with one parser for both, what is looked at is what was verified. */
export const loadSamlXml = () => import('@node-saml/node-saml/lib/xml.js');
