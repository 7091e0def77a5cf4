import { findAssignedSecrets, findFollowingSecrets, findUserInfo } from './find-assigned-secrets.ts';
import { findCredentials } from './find-credentials.ts';
import { findEmails } from './find-emails.ts';
import { findHardwareAddresses, findNetworkAddresses } from './find-network-addresses.ts';
import { findCards, findIbans, findIdentityNumbers, findPhones, foldDigits } from './find-numbers.ts';
import { type FoundRange, replaceRanges } from './found-range.ts';
import { endOfMatch, type MaskingRule } from './masking-rule.ts';

/**
 * Replaces personal data and secrets by their kind in brackets: `[email]`, `[ip]`, `[mac]`, `[phone]`, `[card]`,
 * `[iban]`, `[id]` and `[secret]`, and matches of a rule by `[masked]`. Finds email and IP addresses, unmistakable telephone numbers,
 * numbers of payment cards and bank accounts, keys, signed tokens, and passwords in URLs, headers and settings. It
 * works in linear time, and finds only data with a recognizable form: no names of people, and no secret that looks like
 * a word.
 */
export function maskPersonalData(text: string, rules: readonly MaskingRule[] = []): string {
  let masked = text;
  // In each round, masked text no longer hides the text beside it.
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = masked;
    for (const find of STAGES) masked = replaceRanges(masked, find(masked));
    if (masked === before) break;
  }
  return rules.length === 0 ? masked : replaceRanges(masked, findByRules(masked, rules));
}

/** Secrets first: a password before the host of a URL looks like an email address with it. */
const STAGES: readonly ((text: string) => FoundRange[])[] = [
  (text) => [
    ...findCredentials(text),
    ...findUserInfo(text),
    ...findAssignedSecrets(text),
    ...findFollowingSecrets(text),
  ],
  findEmails,
  (text) => {
    const folded = foldDigits(text);
    return [
      ...findIbans(folded),
      ...findCards(folded),
      ...findIdentityNumbers(folded),
      ...findPhones(folded),
      ...findHardwareAddresses(folded),
      ...findNetworkAddresses(folded),
    ];
  },
];

const MAX_ROUNDS = 4;

/** Runs after the rest, so that a rule cannot take the beginning of a secret and leave its end. */
function findByRules(text: string, rules: readonly MaskingRule[]): FoundRange[] {
  const rulesAt = byFirstCharacter(rules);
  const found: FoundRange[] = [];
  for (let at = 0; at < text.length; at += 1) {
    let end = at;
    for (const rule of rulesAt(text, at)) end = Math.max(end, endOfMatch(rule, text, at) ?? at);
    if (end === at) continue;
    found.push({ start: at, end, kind: 'masked' });
    at = end - 1;
  }
  return found;
}

/**
 * Groups rules by their first character, because no rule begins at most places: only those are tried that begin with
 * the character there, or with a class of characters.
 */
function byFirstCharacter(
  rules: readonly MaskingRule[],
): (text: string, at: number) => readonly MaskingRule[] {
  const always = rules.filter(({ steps }) => typeof steps[0] !== 'object');
  const groups = new Map<string, MaskingRule[]>();
  for (const rule of rules) {
    const [first] = rule.steps;
    if (typeof first === 'object')
      groups.set(first.character, [...(groups.get(first.character) ?? always), rule]);
  }
  return (text, at) => groups.get((text[at] as string).toLowerCase()) ?? always;
}
