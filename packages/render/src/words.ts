import type { Insertion } from '@lectern/html/html';

/** The texts that rendered documents contain on their own. Words in braces are replaced. */
export interface DocumentWords {
  /** The language in which dates are written. */
  locale: string;
  linkToSection: string;
  note: string;
  goodToKnow: string;
  warning: string;
  danger: string;
  code: string;
  diagram: string;
  table: string;
  done: string;
  notDone: string;
  file: string;
  prompt: string;
  externalContent: string;
  pictureElsewhere: string;
  brokenLink: string;
  rating: string;
  apiDeprecated: string;
  apiRequired: string;
  apiReadOnly: string;
  apiWriteOnly: string;
  apiPathParameters: string;
  apiQueryParameters: string;
  apiHeaders: string;
  apiCookies: string;
  apiBody: string;
  apiResponses: string;
  apiAuthentication: string;
  apiNoAuthentication: string;
  apiOr: string;
  apiServers: string;
  apiCallbacks: string;
  apiDefault: string;
  apiValues: string;
  apiOneOf: string;
  apiAnyOf: string;
  apiNot: string;
  apiContains: string;
  apiContent: string;
  apiIf: string;
  apiUnless: string;
  apiElse: string;
  apiIfMatches: string;
  apiIfNot: string;
  apiThen: string;
  apiIsValue: string;
  apiIsGiven: string;
  apiAnd: string;
  apiNoOthers: string;
  apiNotShown: string;
  apiMoreValues: string;
  apiSeeAlso: string;
  apiItems: string;
  apiLinks: string;
  apiAuthorizationUrl: string;
  apiTokenUrl: string;
  apiRefreshUrl: string;
  apiFields: string;
  apiShownAbove: string;
  apiAnyName: string;
  apiExample: string;
  apiRequest: string;
  apiResponse: string;
  apiLanguage: string;
  apiGone: string;
  apiUnknown: string;
  apiUnchanged: string;
  apiTry: string;
  apiSend: string;
  apiWaiting: string;
  apiFailed: string;
  apiUnreachable: string;
  apiDirect: string;
  apiUnreachableOwn: string;
  apiNotSent: string;
  apiRedirected: string;
  apiCancel: string;
  apiCancelled: string;
  apiEarlier: string;
  apiCut: string;
  apiNoText: string;
  apiOwnServer: string;
  apiSave: string;
  apiTooLarge: string;
  apiMissing: string;
  apiNoList: string;
  apiNoObject: string;
  apiNotPlain: string;
  apiThrough: string;
}

export const ENGLISH_WORDS: DocumentWords = {
  locale: 'en',
  linkToSection: 'Link to this section',
  note: 'Note',
  goodToKnow: 'Good to know',
  warning: 'Warning',
  danger: 'Danger',
  code: 'Code',
  diagram: 'Diagram',
  table: 'Table',
  done: 'Done',
  notDone: 'To do',
  file: 'File',
  prompt: 'Prompt',
  externalContent: 'Content from {name}',
  pictureElsewhere: 'External picture: {name}',
  brokenLink: 'This link does not lead to a page that you can open',
  rating: '{count} of {max}',
  apiDeprecated: 'Deprecated',
  apiRequired: 'required',
  apiReadOnly: 'read-only',
  apiWriteOnly: 'write-only',
  apiPathParameters: 'Path parameters',
  apiQueryParameters: 'Query parameters',
  apiHeaders: 'Headers',
  apiCookies: 'Cookies',
  apiBody: 'Request body',
  apiResponses: 'Responses',
  apiAuthentication: 'Authentication',
  apiNoAuthentication: 'none',
  apiOr: 'or',
  apiServers: 'Servers',
  apiCallbacks: 'Callbacks',
  apiDefault: 'Default',
  apiValues: 'Allowed values',
  apiOneOf: 'One of',
  apiAnyOf: 'Any of',
  apiNot: 'Not',
  apiContains: 'Contains',
  apiContent: 'Content',
  apiIf: 'If {condition}',
  apiUnless: 'Unless {condition}',
  apiElse: 'Otherwise',
  apiIfMatches: 'If the value matches',
  apiIfNot: 'If it does not match',
  apiThen: 'Then',
  apiIsValue: '{name} is {values}',
  apiIsGiven: '{name} is given',
  apiAnd: 'and',
  apiNoOthers: 'No other fields are allowed.',
  apiNotShown: 'More is not shown here.',
  apiMoreValues: 'and {count} more',
  apiSeeAlso: 'See also',
  apiItems: 'Items',
  apiLinks: 'Links',
  apiAuthorizationUrl: 'Authorization address',
  apiTokenUrl: 'Token address',
  apiRefreshUrl: 'Refresh address',
  apiFields: 'Fields',
  apiShownAbove: 'shown elsewhere on this page',
  apiAnyName: 'any other name',
  apiExample: 'Example',
  apiRequest: 'Request',
  apiResponse: 'Response',
  apiLanguage: 'Language of the code',
  apiGone: 'The API description does not contain this operation or schema.',
  apiUnknown: 'There is no description of this API.',
  apiUnchanged: 'No changes to this API are known yet.',
  apiTry: 'Try it',
  apiSend: 'Send request',
  apiWaiting: 'Waiting for the response …',
  apiFailed: 'The request could not be sent.',
  apiUnreachable: 'The API could not be reached. Check that its server is running, or choose another one.',
  apiDirect:
    'Your browser sends the request to your server. Your input is kept only until you leave the page.',
  apiUnreachableOwn:
    'Your server could not be reached. It must be running and accept requests from {origin} (CORS). A page with https:// cannot call a server with http://, except on your own machine.',
  apiNotSent: 'Browsers do not send: {names}',
  apiRedirected: 'The server redirects the request. Enter the address that it redirects to.',
  apiCancel: 'Cancel',
  apiCancelled: 'The request was cancelled.',
  apiEarlier: 'Earlier requests',
  apiCut: 'Only the beginning is shown.',
  apiNoText: 'The response is not text and is not shown.',
  apiOwnServer: 'Your own server',
  apiSave: 'Save the response',
  apiTooLarge: 'The request is larger than 3 MB. Shorten it, or choose smaller files.',
  apiMissing: 'Enter a value.',
  apiNoList: 'Enter a list as JSON, or one item per line.',
  apiNoObject: 'Enter an object as JSON.',
  apiNotPlain: 'Use only unaccented letters, digits and symbols here.',
  apiThrough: 'This site sends the request. Your input is kept only until you leave the page.',
};

/** Replaces the words in braces of a message. */
export const fillWords = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

/** Replaces the words in braces of a message by parts of a page. */
export const fillHtml = (message: string, values: Record<string, Insertion>): Insertion =>
  message
    .split(/\{(\w+)\}/)
    .map((part, n): Insertion => (n % 2 === 0 ? part : Object.hasOwn(values, part) && values[part]));
