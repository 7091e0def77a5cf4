import { cutText } from '@lectern/std/cut-text';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import type {
  CredentialScheme,
  SecurityAlternative,
  SecurityReference,
  ServerReference,
} from './operation-reference.ts';
import { readReferenceText } from './read-text.ts';

const MAX_SERVERS = 20;
const MAX_CHOICES = 100;

export const listServers = (servers: unknown): ServerReference[] =>
  listOf(servers)
    .map(recordOf)
    .filter(({ url }) => typeof url === 'string')
    .slice(0, MAX_SERVERS)
    .map(({ url, description, variables }) => ({
      url: cutText(String(url), 500),
      description: readReferenceText(description),
      variables: Object.entries(recordOf(variables)).map(([name, value]) => {
        const variable = recordOf(value);
        return {
          name,
          value: textOf(variable.default) ?? '',
          choices: listOf(variable.enum)
            .slice(0, MAX_CHOICES)
            .flatMap((choice) => textOf(choice) ?? []),
          description: readReferenceText(variable.description),
        };
      }),
    }));

/** The address of a server with the values of its variables. */
export const fillServer = ({ url, variables }: ServerReference): string =>
  variables.reduce((filled, { name, value }) => filled.replaceAll(`{${name}}`, value), url);

export function listSecurity(spec: Json, security: unknown): SecurityAlternative[] {
  const schemes = recordOf(recordOf(spec.components).securitySchemes);
  return listOf(security).map((alternative) =>
    Object.entries(recordOf(alternative)).map(([name, scopes]): SecurityReference => {
      const scheme = Object.hasOwn(schemes, name) ? resolve(spec, schemes[name]) : {};
      return {
        name: cutText(name, 200),
        kind: nameScheme(scheme),
        scopes: listOf(scopes).flatMap((scope) => textOf(scope) ?? []),
        description: readReferenceText(scheme.description),
        sentIn: findPlace(scheme),
      };
    }),
  );
}

function nameScheme({ type, scheme, in: place, name }: Json): string {
  switch (type) {
    case 'http': {
      const method = textOf(scheme)?.toLowerCase();
      if (method === 'bearer') return 'Bearer token';
      return method === 'basic' ? 'Basic authentication' : `HTTP ${textOf(scheme) ?? ''}`.trim();
    }
    case 'apiKey':
      return `API key (${textOf(place) ?? ''}: ${textOf(name) ?? ''})`;
    case 'oauth2':
      return 'OAuth 2.0';
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return 'Mutual TLS';
    default:
      return '';
  }
}

function findPlace({ type, scheme, in: place, name }: Json): SecurityReference['sentIn'] {
  if (type === 'http') return { place: 'header', name: 'Authorization', scheme: nameHttpScheme(scheme) };
  if (type === 'oauth2' || type === 'openIdConnect')
    return { place: 'header', name: 'Authorization', scheme: 'bearer' };
  if (type !== 'apiKey' || typeof name !== 'string') return undefined;
  const isSent = place === 'header' || place === 'query';
  return isSent ? { place, name: cutText(name, 200), scheme: 'key' } : undefined;
}

function nameHttpScheme(scheme: unknown): CredentialScheme {
  const method = textOf(scheme)?.toLowerCase();
  return method === 'bearer' || method === 'basic' ? method : 'other';
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? cutText(String(value), 200)
    : undefined;
