import { shortenText } from '@lectern/std/cut-text';
import { codeOf, escapeText } from '../markdown-text.ts';
import { isNumber } from '../numbers/long-number.ts';
import { type Json, recordOf } from '../resolve.ts';
import type { SecurityReference } from './operation-reference.ts';
import { readExternalDocs } from './schema-notes.ts';
import { listSecuritySchemes } from './servers-and-security.ts';
import { writeFlow } from './write-reference.ts';

const MAX_DESCRIPTION = 100_000;

/**
 * What a spec says about the API as a whole, as Markdown: its description, and what readers need before the first
 * request. Empty if it says nothing.
 */
export function writeIntroduction(spec: Json): string {
  const info = recordOf(spec.info);
  const facts = listFacts(spec, info);
  const summary = textOf(info.summary);
  const description = textOf(info.description);
  const logo = writeLogo(info['x-logo']);
  if (summary === '' && description === '' && logo === '' && facts.length === 0) return '';
  const version = textOf(info.version);
  return [
    ...(logo === '' ? [] : [logo]),
    ...(summary === '' ? [] : [escapeText(summary)]),
    ...(description === '' ? [] : [shortenText(description, MAX_DESCRIPTION)]),
    ...(version === '' && facts.length === 0
      ? []
      : [[...(version === '' ? [] : [`* Version: ${codeOf(version)}`]), ...facts].join('\n')]),
    ...writeSchemes(listSecuritySchemes(spec)),
  ].join('\n\n');
}

function listFacts(spec: Json, info: Json): string[] {
  const [contact, license] = [recordOf(info.contact), recordOf(info.license)];
  const docs = readExternalDocs(spec.externalDocs);
  const contacts = [
    writeLink(textOf(contact.name), textOf(contact.url)),
    /^[^\s<>()@]+@[^\s<>()@]+$/.test(textOf(contact.email))
      ? `[${escapeText(textOf(contact.email))}](<mailto:${textOf(contact.email)}>)`
      : '',
  ].filter((part) => part !== '');
  const licensed = writeLicense(license);
  const address = textOf(info.termsOfService);
  const terms = isWebAddress(address) ? writeLink('', address) : escapeText(address);
  return [
    ...(contacts.length > 0 ? [`* Contact: ${contacts.join(', ')}`] : []),
    ...(licensed === '' ? [] : [`* License: ${licensed}`]),
    ...(terms === '' ? [] : [`* Terms of service: ${terms}`]),
    ...(docs ? [`* See also: ${writeLink(docs.description ?? '', docs.url)}`] : []),
  ];
}

function writeSchemes(schemes: readonly SecurityReference[]): string[] {
  if (schemes.length === 0) return [];
  return [
    '## Authentication',
    ...schemes.flatMap(({ name, kind, description, flows = [], discoveryUrl, isDeprecated }) => [
      `### ${escapeText(name)}`,
      ...(kind === '' ? [] : [escapeText(kind)]),
      ...(isDeprecated ? ['**Deprecated.**'] : []),
      ...(description ? [description.markdown] : []),
      ...(discoveryUrl === undefined ? [] : [`* Discovery: ${codeOf(discoveryUrl)}`]),
      ...flows.map(writeFlow),
    ]),
  ];
}

/** Simple identifiers of SPDX have a page; expressions of several do not. */
const SPDX = 'https://spdx.org/licenses/';

function writeLicense(license: Json): string {
  const [name, identifier] = [textOf(license.name), textOf(license.identifier)];
  const known = /^[A-Za-z\d][A-Za-z\d.-]{0,99}$/.test(identifier) ? `${SPDX}${identifier}.html` : '';
  const link = writeLink(name || identifier, textOf(license.url) || known);
  const isSaid = identifier === '' || identifier === (name || identifier);
  return isSaid ? link : `${link} (${codeOf(identifier)})`;
}

/** The picture of an API that several viewers show, with its link. */
function writeLogo(logo: unknown): string {
  const { url, altText, href } = typeof logo === 'string' ? { url: logo } : recordOf(logo);
  if (!isWebAddress(textOf(url))) return '';
  const picture = `![${escapeText(textOf(altText))}](<${textOf(url)}>)`;
  return isWebAddress(textOf(href)) ? `[${picture}](<${textOf(href)}>)` : picture;
}

const isWebAddress = (url: string): boolean => /^https?:\/\/[^\s<>]+$/i.test(url);

/** A link with a text, the text alone if there is no address, or the address alone. */
function writeLink(text: string, url: string): string {
  if (!isWebAddress(url)) return escapeText(text);
  return text === '' ? `<${url}>` : `[${escapeText(text)}](<${url}>)`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || isNumber(value) ? String(value).trim() : '';
