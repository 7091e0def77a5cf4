import { languageCode } from './language-code.ts';

/**
 * Other words for what is asked: a page says *remove* where its reader asks how to get rid of something. They count
 * less than the words that were asked for, and only where they occur.
 */

/**
 * Each line has words for the same thing, and after commas words and phrases that ask for it and are not found. A word
 * after `>` is found, and does not find the others.
 */
const GROUPS: Record<string, string> = {
  en: `
    delete remove erase discard, get rid of, take away
    create add new make generate
    change edit modify update alter adjust
    customize configure personalize change
    configure configuration setup settings, set up
    install installation setup, set up
    update upgrade
    start run launch
    stop pause cancel abort
    login signin sso authenticate authentication >sign, log in, sign in, log on, sign on
    logout signout >sign, log out, sign out
    register registration signup >sign, sign up
    twofactor 2fa mfa >factor, two factor, two factor authentication, second factor, two step verification
    password credentials
    enable activate allow, turn on, switch on
    disable deactivate, turn off, switch off
    restore recover revert undo rollback history, go back, get back, roll back, change back
    version revision history
    changelog releases >release, what is new, what has changed
    fix repair solve resolve troubleshooting
    error fail failure problem issue
    broken dead
    show display view see
    hide hidden invisible >redact >redaction
    picture image photo screenshot logo
    url link address
    redirect forward
    website site
    docs documentation
    database postgres postgresql db
    repository repo
    permission access role rights
    user member person account people colleague
    organization company
    administrator admin
    email mail
    send mail deliver
    invite join
    price pricing cost fee billing pay, how much
    limit quota maximum, how many
    buy purchase exchange
    lend loan borrow
    find search, look up, look for, find out
    move migrate transfer import
    copy duplicate clone
    upload import
    download export
    file document
    color theme
    domain hostname
    token key
    storage store saved save
    analytics insights statistics tracking
    approve accept review
    publish release deploy
    language translation locale
    terminal cli, command line
    schedule planned
    example sample
    retry repeat
    idempotent idempotency duplicate >double, twice
    bulk batch
    concurrent parallel simultaneous, at the same time, at once
    quickstart tutorial introduction, get started, getting started, first steps
    library sdk package
    tls ssl https
    certificate >tls >ssl
    ai llm assistant agent
    law legal regulation compliance
    commission fee
    dispute chargeback
    year annual annually yearly
    month monthly
    week weekly
    day daily
    mock stub fake simulate
    pending waiting queued
    >connect >sync, link
    >backlink, pages that link
    >account >profile, my email, my name, my picture
    >member >user, add somebody, add someone, remove somebody, remove someone
    >vs >versus, difference between
    >custom, my own, our own, your own
    >audit >history, see who
    >outage >failure >unavailable >failover, is down, are down, goes down
    >troubleshooting, not work, not working, does not work
    >notification >alert, get notified, be notified
    >access >permission >role, give access
    >preview >test >dry, try out, try it
    >production >live, go live
    >appearance >theme >design, look like
    >price >pricing >plan, for free
    >schedule, at different times, at certain times, every day, every week, every month
    >duration >period >time, how long
    >interval >frequency >schedule, how often
    >size >limit, how big, how large
    >proxy, nginx, caddy, apache, traefik, haproxy
    >database, mysql, mariadb, sqlite, mongodb
    >warehouse, snowflake, bigquery, redshift
    >metrics >monitoring, prometheus, grafana, datadog
    >container, docker, podman
    >repository >git, github, gitlab, bitbucket
    >serverless, lambda
    >storage, s3, minio
    >agent >assistant >ai, claude, chatgpt, copilot
    >browser, chrome, firefox, safari
    >csv >spreadsheet, excel
    >mobile, android, ios, iphone
    typescript ts
    javascript js
    kubernetes k8s
  `,
};

interface Phrase {
  words: readonly string[];
  terms: readonly string[];
}

interface Synonyms {
  words: ReadonlyMap<string, ReadonlySet<string>>;
  /** By their first words. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
}

const NONE: Synonyms = { words: new Map(), phrases: new Map() };
const read = new Map<string, Synonyms>();

/** Of a language (`en`, `en-US`); of English when none is known. */
function findSynonyms(language: string | null): Synonyms {
  const code = languageCode(language);
  const groups = GROUPS[code];
  if (groups === undefined) return NONE;
  const known = read.get(code) ?? readGroups(groups);
  read.set(code, known);
  return known;
}

function readGroups(groups: string): Synonyms {
  const words = new Map<string, Set<string>>();
  const phrases = new Map<string, Phrase[]>();
  for (const group of groups.trim().split('\n')) {
    const [written = '', ...asked] = group.trim().split(', ');
    const terms = written.split(' ').map((term) => term.replace('>', ''));
    const asking = [...written.split(' ').filter((term) => !term.startsWith('>')), ...asked];
    for (const one of asking) {
      const [first = '', ...more] = one.split(' ');
      if (more.length > 0)
        phrases.set(first, [...(phrases.get(first) ?? []), { words: [first, ...more], terms }]);
      else
        words.set(first, new Set([...(words.get(first) ?? []), ...terms.filter((term) => term !== first)]));
    }
  }
  return { words, phrases };
}

/** Other words for a word. */
export const listSynonyms = (term: string, language: string | null): readonly string[] => [
  ...(findSynonyms(language).words.get(term) ?? []),
];

/** Several words of a query that stand for others. */
interface FoundPhrase {
  terms: readonly string[];
  /** Where they are in the query. */
  places: readonly number[];
}

export function findPhrases(words: readonly { term: string }[], language: string | null): FoundPhrase[] {
  const { phrases } = findSynonyms(language);
  return words.flatMap(({ term }, from) =>
    (phrases.get(term) ?? []).flatMap(({ words: asked, terms }) => {
      const places = placesOf(asked, words, from);
      return places ? [{ terms, places }] : [];
    }),
  );
}

/** Words that may be after the object of their verb: “get an old version back”. */
const SEPARABLE = new Set(['away', 'back', 'off', 'on', 'out', 'up']);

/** The number of words that may be between the two. */
const MAX_BETWEEN = 6;

function placesOf(
  asked: readonly string[],
  words: readonly { term: string }[],
  from: number,
): number[] | undefined {
  if (asked.every((word, n) => words[from + n]?.term === word)) return asked.map((_, n) => from + n);
  const [, last = ''] = asked;
  if (asked.length !== 2 || !SEPARABLE.has(last)) return undefined;
  const between = words.slice(from + 1, from + 2 + MAX_BETWEEN).findIndex(({ term }) => term === last);
  return between < 0 ? undefined : [from, from + 1 + between];
}
