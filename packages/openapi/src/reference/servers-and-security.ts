import { cutText, shortenText } from '@lectern/std/cut-text';
import { readPointer } from '../json-pointer.ts';
import { isNumber } from '../numbers/long-number.ts';
import { findTarget, type Json, listOf, recordOf, resolve } from '../resolve.ts';
import type {
  CredentialScheme,
  FlowUrl,
  OAuthFlow,
  SecurityAlternative,
  SecurityReference,
  ServerReference,
  ServerVariable,
} from './operation-reference.ts';
import { plainText, readReferenceText, readTexts } from './read-text.ts';

export const MAX_SERVERS = 20;
const MAX_CHOICES = 100;
const MAX_SCOPES = 1000;

export const listServers = (servers: unknown): ServerReference[] =>
  listOf(servers)
    .map(recordOf)
    .filter(({ url }) => typeof url === 'string')
    .slice(0, MAX_SERVERS)
    .map(({ url, name, description, variables }) => ({
      // The protocol of the page that names it, which is https.
      url: cutText(String(url).replace(/^(?=\/\/)/, 'https:'), 500),
      description: readTexts(plainText(name), description),
      variables: Object.entries(recordOf(variables)).map(readVariable),
    }));

function readVariable([name, value]: [string, unknown]): ServerVariable {
  const variable = recordOf(value);
  const choices = listOf(variable.enum).flatMap((choice) => textOf(choice) ?? []);
  return {
    name,
    value: textOf(variable.default) ?? '',
    choices: choices.slice(0, MAX_CHOICES),
    ...(choices.length > MAX_CHOICES ? { choicesLeftOut: choices.length - MAX_CHOICES } : {}),
    description: readReferenceText(variable.description),
  };
}

export function listSecurity(spec: Json, security: unknown): SecurityAlternative[] {
  const schemes = recordOf(recordOf(spec.components).securitySchemes);
  return listOf(security).map((alternative) =>
    Object.entries(recordOf(alternative)).map(([name, scopes]): SecurityReference => {
      // Version 3.2 allows the address of a scheme instead of its name.
      const isName = Object.hasOwn(schemes, name);
      const scheme = isName ? resolve(spec, schemes[name]) : recordOf(findTarget(spec, name));
      return {
        name: cutText(isName ? name : (readPointer(name.slice(1))?.at(-1) ?? name), 200),
        kind: nameScheme(scheme),
        scopes: listOf(scopes).flatMap((scope) => textOf(scope) ?? []),
        description: readReferenceText(scheme.description),
        sentIn: findPlace(scheme),
        ...readFlows(scheme),
        ...(scheme.deprecated === true ? { isDeprecated: true } : {}),
      };
    }),
  );
}

/** Where tokens of OAuth and OpenID Connect come from, and what their scopes allow. */
function readFlows({
  type,
  flows,
  openIdConnectUrl,
  oauth2MetadataUrl,
}: Json): Pick<SecurityReference, 'flows' | 'discoveryUrl'> {
  if (type !== 'oauth2' && type !== 'openIdConnect') return {};
  const address = addressOf(type === 'oauth2' ? oauth2MetadataUrl : openIdConnectUrl);
  const discovery = address === undefined ? {} : { discoveryUrl: address };
  if (type === 'openIdConnect') return discovery;
  const read = Object.entries(recordOf(flows)).flatMap(([name, value]): OAuthFlow[] => {
    const title = FLOWS[name];
    if (title === undefined) return [];
    const flow = recordOf(value);
    const urls = FLOW_URLS.flatMap(([key, kind]): [FlowUrl, string][] => {
      const url = addressOf(flow[key]);
      return url === undefined ? [] : [[kind, url]];
    });
    const all = Object.entries(recordOf(flow.scopes));
    const scopes = all.slice(0, MAX_SCOPES).map(([scope, text]) => ({
      name: cutText(scope, 200),
      description: typeof text === 'string' ? shortenText(text, 1000) : '',
    }));
    const left = all.length - scopes.length;
    return [{ title, urls, scopes, ...(left > 0 ? { scopesLeftOut: left } : {}) }];
  });
  return { ...discovery, ...(read.length > 0 ? { flows: read } : {}) };
}

const FLOWS: Record<string, string> = {
  authorizationCode: 'Authorization code',
  clientCredentials: 'Client credentials',
  deviceAuthorization: 'Device authorization',
  implicit: 'Implicit',
  password: 'Password',
};

const FLOW_URLS: readonly [string, FlowUrl][] = [
  ['authorizationUrl', 'authorization'],
  ['deviceAuthorizationUrl', 'authorization'],
  ['tokenUrl', 'token'],
  ['refreshUrl', 'refresh'],
];

/** An address is only shown, and can be one of the server. */
const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? cutText(value.trim(), 2000) : undefined;

/** All ways to authenticate that a spec describes, in its order. */
export const listSecuritySchemes = (spec: Json): SecurityReference[] =>
  listSecurity(
    spec,
    Object.keys(recordOf(recordOf(spec.components).securitySchemes)).map((name) => ({ [name]: [] })),
  ).flat();

/** The name of the scheme whose credential is a client certificate. */
export const MUTUAL_TLS = 'Mutual TLS';

function nameScheme({ type, scheme, bearerFormat, in: place, name }: Json): string {
  switch (type) {
    case 'http': {
      const method = textOf(scheme)?.toLowerCase();
      const format = textOf(bearerFormat)?.trim();
      if (method === 'bearer') return format ? `Bearer token (${format})` : 'Bearer token';
      return method === 'basic' ? 'Basic authentication' : `HTTP ${textOf(scheme) ?? ''}`.trim();
    }
    case 'apiKey':
      return `API key (${textOf(place) ?? ''}: ${textOf(name) ?? ''})`;
    case 'oauth2':
      return 'OAuth 2.0';
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return MUTUAL_TLS;
    default:
      return '';
  }
}

function findPlace({ type, scheme, in: place, name }: Json): SecurityReference['sentIn'] {
  if (type === 'http') return { place: 'header', name: 'Authorization', scheme: nameHttpScheme(scheme) };
  if (type === 'oauth2' || type === 'openIdConnect')
    return { place: 'header', name: 'Authorization', scheme: 'bearer' };
  if (type !== 'apiKey' || typeof name !== 'string') return undefined;
  const isSent = place === 'header' || place === 'query' || place === 'cookie';
  return isSent ? { place, name: cutText(name, 200), scheme: 'key' } : undefined;
}

function nameHttpScheme(scheme: unknown): CredentialScheme {
  const method = textOf(scheme)?.toLowerCase();
  return method === 'bearer' || method === 'basic' ? method : 'other';
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || isNumber(value) || typeof value === 'boolean'
    ? cutText(String(value), 200)
    : undefined;
