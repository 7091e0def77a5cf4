import { Resolver } from 'node:dns';
import { resolve } from 'node:path';
import { decodeComponent } from '@lectern/std/decode-component';
import { findNearestName } from '@lectern/std/nearest-name';
import { parseUrl } from '@lectern/std/parse-url';
import { parseRetention, type Retention } from './backup/retention.ts';
import { type BackupSchedule, parseSchedule } from './backup/schedule.ts';
import { readDatabaseUrl } from './db/database-url.ts';
import { type LdapDirectory, readLdapDirectories } from './ldap-settings.ts';
import { type InstanceOidcProvider, readOidcProviders } from './oidc-settings.ts';
import { splitList } from './split-list.ts';

export type { InstanceOidcProvider, LdapDirectory };

/** What an organization can have at most, as in the functions of the database. */
export const QUOTAS = [
  'storage',
  'spaces',
  'members',
  'sites',
  'imports-running',
  'imports-per-day',
] as const;
export type Quota = (typeof QUOTAS)[number];

/** The only reader of the environment. Every setting is described in the README. */
interface LanguageModelConfig {
  /** The base of its addresses, such as https://api.openai.com/v1. */
  url: string;
  key: string | undefined;
  model: string;
  /** The model of the same service that makes embeddings; undefined: issues are compared by terms. */
  embeddingModel?: string | undefined;
  /** The tokens that each organization may use per day (UTC), for prompts and responses together. */
  tokensPerDay: number;
}

/** A setting as it is in force, for the administrators of the instance. */
export interface SettingInForce {
  /** The environment variable. */
  name: string;
  /** As it was given, or the default; undefined: not set. */
  value: string | undefined;
  /** `file`: generated in the data directory. */
  source: 'environment' | 'file' | 'default';
  /** Whether nobody may see the value. */
  isSecret: boolean;
}

const SECRET_SETTINGS = [
  'LECTERN_ADMIN_TOKEN',
  'LECTERN_LDAP_BIND_PASSWORD',
  'LECTERN_MODEL_KEY',
  'LECTERN_OIDC_CLIENT_SECRET',
  'LECTERN_SECRET',
  'LECTERN_TRANSLATION_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
];

export interface Config {
  host: string;
  /** The processes that serve; 1: the service is one process. */
  workers: number;
  port: number;
  sitesPort: number;
  /** The address at which clients reach the API, without a trailing slash. */
  baseUrl: string;
  /** The address of published sites and user files, without a trailing slash; never the API's origin. */
  sitesUrl: string;
  /** Whether each site has a subdomain of the host of `sitesUrl`, and not a path below it. */
  sitesSubdomains: boolean;
  /** The caches of the operator in front of the sites origin, which are asked to purge what changed. */
  sitesPurgeUrls: string[];
  /** For how long a content delivery network may keep public pages; 0: not at all. */
  sitesCdnSeconds: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The way past a pooler that shares sessions; undefined: `databaseUrl` leads to sessions of our own. */
  databaseDirectUrl: string | undefined;
  /** Standbys that answer reads. */
  databaseReplicaUrls: string[];
  /** A broker through which processes tell each other of changes; undefined: the database alone. */
  eventsUrl: string | undefined;
  /** How long a read waits for a standby that is behind. */
  replicaWaitMs: number;
  databasePoolSize: number;
  /** How long a request waits for a connection to the database, and for each statement. */
  databaseSeconds: number;
  /** The database of ClickHouse for events of readers; undefined: they are in PostgreSQL. */
  insightsUrl: string | undefined;
  storage: string;
  /** The first key signs, the others are still accepted. Undefined: made on first start in the data directory. */
  secrets: string[] | undefined;
  adminToken: string | undefined;
  adminEmail: string;
  allowPrivateNetworks: boolean;
  allowOrganizationCreation: boolean;
  /** Authenticated API calls per minute and token; undefined: unlimited. */
  rateLimit: number | undefined;
  /** The processor time in seconds per minute that one caller's reads may use while others need it. */
  readQuotaSeconds: number;
  /** The streams of events that one caller may keep open in each process. */
  eventStreams: number;
  /** Days between two checks of an address outside that documents link to; undefined: none is ever checked. */
  linkCheckDays: number | undefined;
  /** The events that a site may record per day. */
  eventsPerDay: number;
  /** Where all audit events are sent; undefined: nowhere. */
  auditSyslog: { protocol: 'udp' | 'tcp' | 'tls'; host: string; port: number } | undefined;
  /** What organizations without limits of their own can have at most; undefined: no limit. */
  quotas: Partial<Record<Quota, number>>;
  /** How long requests are still served after SIGTERM, while the service reports that it is not ready. */
  drainSeconds: number;
  /** A service that speaks OpenAI’s chat completions; undefined: nothing asks a language model. */
  languageModel: LanguageModelConfig | undefined;
  /** A file in MaxMind's format with the countries of addresses; undefined: countries are not recorded. */
  geoDatabase: string | undefined;
  /** The machine translation service; undefined: none. */
  translation: TranslationConfig | undefined;
  translationLimits: TranslationLimits;
  /** The providers with which people sign in to the whole instance. */
  oidcProviders: InstanceOidcProvider[];
  /** The LDAP directories with which people sign in to the whole instance. */
  ldapDirectories: LdapDirectory[];
  trustProxy: boolean | string[];
  smtpUrl: string | undefined;
  /** Whom mails say that they come from: an address, or a name with one in angle brackets. */
  mailFrom: string;
  /** Where problems of security are reported, as an address of the kind https: or mailto:; undefined: nowhere. */
  securityContact: string | undefined;
  /** Whom DNS is asked of, as addresses with or without a port; undefined: the machine's own resolvers. */
  dnsServers: string[] | undefined;
  logLevel: string;
  /** Where traces are sent; undefined: there are none. */
  tracing: TracingConfig | undefined;
  /** One line for each request of both origins; undefined: none. */
  accessLog: AccessLogConfig | undefined;
  /** A file with the releases of Lectern; undefined: nobody is told of them. */
  updatesFile: string | undefined;
  /** Every setting, by name. */
  settings: readonly SettingInForce[];
  /** Backups that the service makes by itself; undefined: none. */
  backup: BackupConfig | undefined;
  /** The public keys of age that all backups are encrypted for; none: they are not encrypted. */
  backupRecipients: string[];
  limits: {
    bodyBytes: number;
    /** The size of a file that is uploaded. */
    uploadBytes: number;
    /** How long a client may take to send a request. */
    requestSeconds: number;
    importBytes: number;
    /** The size of an archive of an organization that is imported. */
    archiveBytes: number;
    jobSeconds: number;
    /** How long a Git host may take until its first answer. */
    gitAnswerSeconds: number;
    /** How long a request waits for the job that it started. */
    waitSeconds: number;
    repositoryCacheBytes: number;
    memoryCacheBytes: number;
  };
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Traces by OTLP over HTTP. */
export interface TracingConfig {
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Attributes of everything that is sent. */
  resource: Readonly<Record<string, string>>;
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
}

const ACCESS_LOG_FORMATS = ['combined', 'json'] as const;

export interface AccessLogConfig {
  format: (typeof ACCESS_LOG_FORMATS)[number];
  /** Undefined: standard output. */
  file: string | undefined;
  /** Whether the last part of addresses is left out. */
  isMasked: boolean;
}

interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`. */
  target: string;
  schedule: BackupSchedule;
  keep: Retention;
}

const TRANSLATION_PROVIDERS = ['openai', 'deepl', 'libretranslate'] as const;

interface TranslationConfig {
  /** Its protocol. */
  provider: (typeof TRANSLATION_PROVIDERS)[number];
  /** Without a trailing slash. */
  url: string;
  key: string | undefined;
  /** The name of the language model. */
  model: string | undefined;
}

interface TranslationLimits {
  /**
   * The characters that may be sent to providers for one organization in a day (UTC), including placeholders; 0: no
   * limit.
   */
  charactersPerDay: number;
  /** For all organizations together, in one process; repeated calls count again. */
  callsPerMinute: number;
  /** In whatever currency the operator pays; undefined: unknown. */
  pricePerMillionCharacters: number | undefined;
}

/** Reports invalid settings; the message names all of them. */
export class ConfigError extends Error {}

/** The data directory, as an absolute path. */
export const findDataDir = (environment: NodeJS.ProcessEnv): string =>
  resolve(environment.LECTERN_DATA_DIR?.trim() || './data');

export const MAX_WORKERS = 64;
const MAX_REPLICAS = 32;
const MAX_CACHES = 32;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads single settings, and collects what is wrong with them. */
class Settings {
  readonly problems: string[] = [];
  /** Every name that was asked for. */
  readonly known = new Set<string>();
  readonly #inForce = new Map<string, SettingInForce>();
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  text(name: string, fallback?: string): string | undefined {
    this.known.add(name);
    const value = this.#environment[name]?.trim() || undefined;
    this.note(name, fallback);
    return value;
  }

  /** Notes the default of a setting, which is in force if none is given. */
  note(name: string, fallback: unknown): void {
    const given = this.#environment[name]?.trim() || undefined;
    this.#inForce.set(name, {
      name,
      value: given ?? (fallback === undefined || fallback === '' ? undefined : String(fallback)),
      source: given === undefined ? 'default' : 'environment',
      isSecret: SECRET_SETTINGS.includes(name),
    });
  }

  listInForce(): SettingInForce[] {
    return [...this.#inForce.values()]
      .map((setting) =>
        // Without it, the first start generates one in the data directory.
        setting.name === 'LECTERN_SECRET' && setting.value === undefined
          ? { ...setting, source: 'file' as const }
          : setting,
      )
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  check<T>(name: string, fallback: T, parse: (value: string) => T | string): T {
    const value = this.text(name);
    this.note(name, fallback);
    if (value === undefined) return fallback;
    const parsed = parse(value);
    if (typeof parsed !== 'string' || typeof fallback === 'string') return parsed as T;
    this.problems.push(`${name} ${parsed}`);
    return fallback;
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    return this.check<number>(name, fallback, (value) =>
      /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
        ? Number(value)
        : `must be a whole number from ${minimum} to ${maximum}, not “${value}”.`,
    );
  }

  flag(name: string, fallback: boolean): boolean {
    return this.check<boolean>(name, fallback, (value) => {
      if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
      if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false;
      return `must be true or false, not “${value}”.`;
    });
  }

  size(name: string, fallback: number): number {
    return this.check<number>(
      name,
      fallback,
      (value) => parseSize(value) ?? `must be a size such as 10MB, not “${value}”.`,
    );
  }

  /** As in `name=value,other=value`, with encoded characters. */
  pairs(name: string): Record<string, string> {
    const value = this.text(name) ?? '';
    const pairs = value
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => pair.split(/=(.*)/s, 2).map((part) => decodeComponent(part.trim())));
    if (pairs.some(([key, one]) => !key || one === undefined))
      this.problems.push(`${name} must have the form name=value,other=value.`);
    return Object.fromEntries(pairs) as Record<string, string>;
  }

  url(name: string, fallback: string, protocols: string[]): string {
    const value = this.text(name, fallback);
    if (value === undefined) return fallback;
    if (protocols.includes(parseUrl(value)?.protocol ?? '')) return value.replace(/(?<!\/)\/+$/, '');
    this.problems.push(
      `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
    return fallback;
  }
}

/** Reads the configuration, with the defaults that the README states. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = new Settings(environment);
  const addresses = readAddresses(settings);
  const storage = readStorage(settings);
  const administrator = readAdministrator(settings);
  const logLevel = readLogLevel(settings);
  const mail = readMail(settings, addresses);
  const network = readNetwork(settings);
  const languageModel = readLanguageModel(settings);
  const translations = readTranslations(settings, languageModel);
  const linkCheckDays = settings.integer('LECTERN_LINK_CHECK_DAYS', 7, 1, 365);
  settings.known.add('LECTERN_DATA_DIR');
  settings.note('LECTERN_DATA_DIR', findDataDir(environment));
  const config: Omit<Config, 'settings'> = {
    ...addresses,
    workers: settings.integer('LECTERN_WORKERS', 1, 1, MAX_WORKERS),
    sitesSubdomains: settings.flag('LECTERN_SITES_SUBDOMAINS', false),
    sitesCdnSeconds: settings.integer('LECTERN_SITES_CDN_SECONDS', 0, 0, 31_536_000),
    sitesPurgeUrls: readPurgeUrls(settings),
    dataDir: findDataDir(environment),
    ...storage,
    databaseReplicaUrls: readReplicaUrls(settings, storage),
    ...readEventsUrls(settings, storage),
    replicaWaitMs: settings.integer('LECTERN_REPLICA_WAIT_MS', 50, 0, 10_000),
    databasePoolSize: settings.integer('LECTERN_DATABASE_POOL', 10, 2, 500),
    databaseSeconds: settings.integer('LECTERN_DATABASE_TIMEOUT', 15, 1, 3600),
    ...administrator,
    allowPrivateNetworks: settings.flag('LECTERN_ALLOW_PRIVATE_NETWORKS', false),
    allowOrganizationCreation: settings.flag('LECTERN_ORGANIZATION_CREATION', true),
    rateLimit: settings.check<number | undefined>('LECTERN_RATE_LIMIT', undefined, (value) =>
      /^[1-9]\d*$/.test(value)
        ? Number(value)
        : `must be a whole number of requests per minute, not “${value}”.`,
    ),
    readQuotaSeconds: settings.integer('LECTERN_READ_QUOTA', 30, 1, 6000),
    eventStreams: settings.integer('LECTERN_EVENT_STREAMS', 100, 1, 100_000),
    linkCheckDays: settings.flag('LECTERN_LINK_CHECKS', false) ? linkCheckDays : undefined,
    drainSeconds: settings.integer('LECTERN_DRAIN_SECONDS', 5, 0, 3600),
    eventsPerDay: settings.integer('LECTERN_EVENTS_PER_DAY', 1_000_000, 1, 1_000_000_000),
    quotas: readQuotas(settings),
    auditSyslog: readAuditSyslog(settings),
    languageModel,
    geoDatabase: settings.text('LECTERN_GEO_DATABASE'),
    ...translations,
    oidcProviders: readOidcProviders(settings),
    ldapDirectories: readLdapDirectories(settings),
    trustProxy: readTrustProxy(settings.text('LECTERN_TRUST_PROXY', 'false')),
    ...mail,
    ...network,
    logLevel,
    tracing: readTracing(settings),
    accessLog: readAccessLog(settings),
    updatesFile: settings.text('LECTERN_UPDATES_FILE'),
    ...readBackup(settings),
    limits: readLimits(settings),
  };
  settings.problems.push(...describeUnknownSettings(environment, settings.known));
  if (settings.problems.length > 0) throw new ConfigError(settings.problems.join('\n'));
  return { ...config, settings: settings.listInForce() };
}

function readAddresses(settings: Settings) {
  const host = settings.text('LECTERN_HOST', '127.0.0.1') ?? '127.0.0.1';
  const port = settings.integer('LECTERN_PORT', 3000, 1, 65_535);
  const sitesPort = settings.integer('LECTERN_SITES_PORT', Math.min(port + 1, 65_535), 1, 65_535);
  const publicHost =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const baseUrl = settings.url('LECTERN_BASE_URL', `http://${publicHost}:${port}`, ['http:', 'https:']);
  const sitesUrl = settings.url('LECTERN_SITES_URL', `http://${publicHost}:${sitesPort}`, [
    'http:',
    'https:',
  ]);
  if (sitesPort === port) settings.problems.push('LECTERN_SITES_PORT must differ from LECTERN_PORT.');
  if (new URL(baseUrl).origin === new URL(sitesUrl).origin) {
    settings.problems.push(
      'LECTERN_SITES_URL must have a different origin than LECTERN_BASE_URL, because user files must not be served from the origin of the API.',
    );
  }
  return { host, port, sitesPort, baseUrl, sitesUrl };
}

function readStorage(settings: Settings) {
  const databaseUrl = settings.text('DATABASE_URL');
  if (databaseUrl) settings.problems.push(...describeDatabaseUrlProblems(databaseUrl));
  const given = settings.text('LECTERN_SECRET');
  const secrets = given === undefined ? undefined : splitList(given);
  if (secrets?.some((secret) => secret.length < 32)) {
    settings.problems.push(
      'LECTERN_SECRET must be at least 32 characters long (to rotate it, set the new and the old secret, separated by a comma).',
    );
  }
  if (databaseUrl && !secrets) {
    settings.problems.push(
      'LECTERN_SECRET is required if DATABASE_URL is set. Every process needs the same secret.',
    );
  }
  const insightsUrl = readInsightsUrl(settings);
  const storage = settings.text('LECTERN_STORAGE', 'disk') ?? 'disk';
  if (storage !== 'disk' && !/^s3:\/\/[^/?]+/.test(storage)) {
    settings.problems.push('LECTERN_STORAGE must be “disk” or begin with s3://.');
  }
  return { databaseUrl, secrets, storage, insightsUrl };
}

function readInsightsUrl(settings: Settings): string | undefined {
  const url = settings.text('LECTERN_INSIGHTS_URL');
  const { protocol = '', pathname = '', search, hash } = (url && parseUrl(url)) || {};
  if (url && (!/^https?:$/.test(protocol) || !/^\/\w+$/.test(pathname) || search || hash))
    settings.problems.push(
      'LECTERN_INSIGHTS_URL must be the address of a database of ClickHouse, such as http://user:password@host:8123/lectern.',
    );
  return url;
}

/** A pooler that shares sessions delivers no notifications, so it needs a broker. */
function readEventsUrls(
  settings: Settings,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): Pick<Config, 'eventsUrl' | 'databaseDirectUrl'> {
  const eventsUrl = readEventsUrl(settings);
  const databaseDirectUrl = settings.text('DATABASE_DIRECT_URL');
  if (databaseDirectUrl !== undefined) {
    settings.problems.push(...describeDatabaseUrlProblems(databaseDirectUrl, 'DATABASE_DIRECT_URL'));
    if (!databaseUrl) settings.problems.push('DATABASE_DIRECT_URL requires DATABASE_URL.');
    if (!eventsUrl)
      settings.problems.push(
        'DATABASE_DIRECT_URL requires LECTERN_EVENTS_URL, because no notifications arrive through the pooler of DATABASE_URL.',
      );
  }
  return { eventsUrl, databaseDirectUrl };
}

function readEventsUrl(settings: Settings): string | undefined {
  const given = settings.text('LECTERN_EVENTS_URL');
  if (given === undefined) return undefined;
  const url = parseUrl(given);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    settings.problems.push(
      'LECTERN_EVENTS_URL must be the address of a Redis or Valkey server that begins with redis:// or rediss://. Special characters in the password are percent-encoded.',
    );
  else if (!/^(?:\/\d{0,3})?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    settings.problems.push(
      'LECTERN_EVENTS_URL may have nothing but the number of a database after the host and the port.',
    );
  return given;
}

const DATABASE_SCHEME = /^postgres(?:ql)?:\/\//;

/** Each names one server: where the addresses are separated, the hosts of one cannot be. */
function readReplicaUrls(settings: Settings, { databaseUrl }: Pick<Config, 'databaseUrl'>): string[] {
  const given = settings.text('DATABASE_REPLICA_URLS');
  if (given === undefined) return [];
  const urls = splitList(given);
  if (!databaseUrl) settings.problems.push('DATABASE_REPLICA_URLS requires DATABASE_URL.');
  if (urls.length > MAX_REPLICAS)
    settings.problems.push(`DATABASE_REPLICA_URLS must have at most ${MAX_REPLICAS} addresses.`);
  const problem = urls.slice(0, MAX_REPLICAS).map(describeReplicaUrlProblem).find(Boolean);
  if (problem) settings.problems.push(problem);
  return urls;
}

function describeReplicaUrlProblem(url: string): string | undefined {
  if (!DATABASE_SCHEME.test(url))
    return 'DATABASE_REPLICA_URLS must be addresses that begin with postgres:// or postgresql://, separated by commas. A comma in a password is %2C.';
  try {
    const { hosts } = readDatabaseUrl(url, { isReplica: true });
    return hosts.length > 1 ? 'DATABASE_REPLICA_URLS must name one server in each address.' : undefined;
  } catch (error) {
    return `DATABASE_REPLICA_URLS ${(error as Error).message}`;
  }
}

function readPurgeUrls(settings: Settings): string[] {
  const urls = splitList(settings.text('LECTERN_SITES_PURGE_URLS') ?? '').filter((url) => url !== '');
  if (urls.length > MAX_CACHES)
    settings.problems.push(`LECTERN_SITES_PURGE_URLS must have at most ${MAX_CACHES} addresses.`);
  if (!urls.every((url) => ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '')))
    settings.problems.push(
      'LECTERN_SITES_PURGE_URLS must be addresses that begin with http:// or https://, separated by commas.',
    );
  return urls;
}

function readBackup(settings: Settings): Pick<Config, 'backup' | 'backupRecipients'> {
  const target = settings.text('LECTERN_BACKUP_TARGET');
  const schedule = settings.text('LECTERN_BACKUP_SCHEDULE', '24h') ?? '24h';
  const keep = settings.text('LECTERN_BACKUP_KEEP', '7d,4w,12m') ?? '7d,4w,12m';
  const recipients = splitList(settings.text('LECTERN_BACKUP_RECIPIENTS') ?? '').filter(
    (recipient) => recipient !== '',
  );
  const times = parseSchedule(schedule);
  if (!times)
    settings.problems.push(
      `LECTERN_BACKUP_SCHEDULE must be a number of hours such as 6h, or a time of the day in UTC such as 02:30, not “${schedule}”.`,
    );
  const retention = parseRetention(keep);
  if (!retention)
    settings.problems.push(
      `LECTERN_BACKUP_KEEP must be numbers of hours, days, weeks, months or years such as 7d,4w,12m, not “${keep}”.`,
    );
  if (recipients.some((recipient) => !recipient.startsWith('age1')))
    settings.problems.push('LECTERN_BACKUP_RECIPIENTS must be public keys of age, which begin with age1.');
  const backup = target && times && retention ? { target, schedule: times, keep: retention } : undefined;
  return { backup, backupRecipients: recipients };
}

function readAdministrator(settings: Settings) {
  const adminToken = settings.text('LECTERN_ADMIN_TOKEN');
  if (adminToken && (adminToken.length < 16 || /\s/.test(adminToken))) {
    settings.problems.push('LECTERN_ADMIN_TOKEN must be at least 16 characters long, without spaces.');
  }
  const adminEmail = settings.text('LECTERN_ADMIN_EMAIL', 'admin@localhost') ?? 'admin@localhost';
  if (!/^[^\s@]+@[^\s@]+$/.test(adminEmail))
    settings.problems.push('LECTERN_ADMIN_EMAIL must be an email address.');
  return { adminToken, adminEmail };
}

function readLogLevel(settings: Settings): string {
  const logLevel = settings.text('LECTERN_LOG_LEVEL', 'info') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    settings.problems.push(`LECTERN_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  return logLevel;
}

function readMail(settings: Settings, { baseUrl }: Pick<Config, 'baseUrl'>) {
  const smtpUrl = settings.text('SMTP_URL');
  if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl))
    settings.problems.push('SMTP_URL must begin with smtp:// or smtps://.');
  const fallback = `Lectern <lectern@${new URL(baseUrl).hostname}>`;
  const mailFrom = settings.text('LECTERN_MAIL_FROM', fallback) ?? fallback;
  if (!/^(?:[^<>"@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(mailFrom)) {
    settings.problems.push(
      'LECTERN_MAIL_FROM must be an email address, optionally with a name: Docs <docs@example.com>.',
    );
  }
  return { smtpUrl, mailFrom };
}

function readNetwork(settings: Settings) {
  const given = settings.text('LECTERN_DNS_SERVERS');
  const dnsServers = given === undefined ? undefined : splitList(given);
  if (dnsServers && !areDnsServers(dnsServers)) {
    settings.problems.push(
      'LECTERN_DNS_SERVERS must be IP addresses such as 9.9.9.9 or 127.0.0.1:5353, separated by commas.',
    );
  }

  const securityContact = settings.text('LECTERN_SECURITY_CONTACT');
  if (securityContact && !/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/.test(securityContact))
    settings.problems.push('LECTERN_SECURITY_CONTACT must begin with https:// or mailto:, without spaces.');
  return { dnsServers, securityContact };
}

/** The standard settings of OpenTelemetry, as far as they are about traces over HTTP. */
function readTracing(settings: Settings): TracingConfig | undefined {
  const protocols = ['http:', 'https:'];
  const base = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', '', protocols);
  const url = settings.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', base && `${base}/v1/traces`, protocols);
  const headers = settings.pairs('OTEL_EXPORTER_OTLP_HEADERS');
  const traceHeaders = settings.pairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS');
  const resource = settings.pairs('OTEL_RESOURCE_ATTRIBUTES');
  const serviceName = settings.text('OTEL_SERVICE_NAME', resource['service.name'] ?? 'lectern') ?? 'lectern';
  const name = settings.check<TracingConfig['sampler']['name']>(
    'OTEL_TRACES_SAMPLER',
    'always_on',
    (value) => value as never,
  );
  if (!SAMPLERS.includes(name))
    settings.problems.push(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}.`);
  const ratio = settings.check<number>('OTEL_TRACES_SAMPLER_ARG', 1, (value) =>
    /^(?:0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : `must be a number from 0 to 1, not “${value}”.`,
  );
  const isDisabled = settings.flag('OTEL_SDK_DISABLED', false);
  if (url === '' || isDisabled) return undefined;
  return { url, headers: { ...headers, ...traceHeaders }, serviceName, resource, sampler: { name, ratio } };
}

function readAccessLog(settings: Settings): AccessLogConfig | undefined {
  const given = settings.text('LECTERN_ACCESS_LOG', 'off') ?? 'off';
  const file = settings.text('LECTERN_ACCESS_LOG_FILE');
  const isMasked = settings.flag('LECTERN_ACCESS_LOG_MASK', true);
  const format = ACCESS_LOG_FORMATS.find((name) => name === given);
  if (!format && given !== 'off')
    settings.problems.push(`LECTERN_ACCESS_LOG must be one of off, ${ACCESS_LOG_FORMATS.join(', ')}.`);
  return format && { format, file, isMasked };
}

function readLanguageModel(settings: Settings): LanguageModelConfig | undefined {
  const modelUrl = settings.text('LECTERN_MODEL_URL');
  const model = settings.text('LECTERN_MODEL_NAME');
  const modelKey = settings.text('LECTERN_MODEL_KEY');
  const tokensPerDay = settings.integer('LECTERN_MODEL_TOKENS_PER_DAY', 1_000_000, 1000, 1_000_000_000);
  if (modelUrl && !(/^https?:\/\//.test(modelUrl) && parseUrl(modelUrl)))
    settings.problems.push(
      'LECTERN_MODEL_URL must begin with http:// or https://, as in https://api.openai.com/v1.',
    );
  if ((modelUrl === undefined) !== (model === undefined))
    settings.problems.push('LECTERN_MODEL_URL and LECTERN_MODEL_NAME must be set together.');
  const embeddingModel = settings.text('LECTERN_MODEL_EMBEDDINGS');
  if (embeddingModel && !modelUrl)
    settings.problems.push('LECTERN_MODEL_EMBEDDINGS requires LECTERN_MODEL_URL and LECTERN_MODEL_NAME.');
  return modelUrl && model
    ? { url: modelUrl, key: modelKey, model, embeddingModel, tokensPerDay }
    : undefined;
}

function readTranslations(settings: Settings, languageModel: LanguageModelConfig | undefined) {
  const translation = readTranslation(
    {
      provider: settings.text('LECTERN_TRANSLATION_PROVIDER'),
      url: settings.url('LECTERN_TRANSLATION_URL', '', ['http:', 'https:']),
      key: settings.text('LECTERN_TRANSLATION_KEY'),
      model: settings.text('LECTERN_TRANSLATION_MODEL'),
    },
    languageModel,
  );
  if (typeof translation === 'string') settings.problems.push(translation);
  const translationLimits: TranslationLimits = {
    charactersPerDay: settings.integer(
      'LECTERN_TRANSLATION_CHARACTERS_PER_DAY',
      2_000_000,
      0,
      1_000_000_000_000,
    ),
    callsPerMinute: settings.integer('LECTERN_TRANSLATION_CALLS_PER_MINUTE', 60, 1, 100_000),
    pricePerMillionCharacters: settings.check<number | undefined>(
      'LECTERN_TRANSLATION_PRICE_PER_MILLION_CHARACTERS',
      undefined,
      (value) =>
        /^\d{1,6}(?:\.\d{1,4})?$/.test(value)
          ? Number(value)
          : `must be a number such as 20 or 0.15, not “${value}”.`,
    ),
  };
  return { translation: typeof translation === 'string' ? undefined : translation, translationLimits };
}

const readLimits = (settings: Settings): Config['limits'] => ({
  bodyBytes: settings.size('LECTERN_MAX_BODY', 10_000_000),
  uploadBytes: settings.size('LECTERN_MAX_UPLOAD', 100_000_000),
  requestSeconds: settings.integer('LECTERN_REQUEST_TIMEOUT', 60, 1, 3600),
  importBytes: settings.size('LECTERN_MAX_IMPORT', 1_000_000_000),
  archiveBytes: settings.size('LECTERN_MAX_ARCHIVE', 20_000_000_000),
  jobSeconds: settings.integer('LECTERN_JOB_TIMEOUT', 900, 1, 86_400),
  gitAnswerSeconds: settings.integer('LECTERN_GIT_ANSWER_TIMEOUT', 15, 1, 600),
  waitSeconds: settings.integer('LECTERN_WAIT_TIMEOUT', 60, 1, 3600),
  repositoryCacheBytes: settings.size('LECTERN_REPOSITORY_CACHE', 5_000_000_000),
  memoryCacheBytes: settings.size('LECTERN_MEMORY_CACHE', 64_000_000),
});

/**
 * A language model translates where another one is configured for everything else, unless it has an address of its own:
 * a key is sent only where it belongs. Returns what is wrong in words.
 */
function readTranslation(
  given: { provider: string | undefined; url: string; key: string | undefined; model: string | undefined },
  languageModel: LanguageModelConfig | undefined,
): TranslationConfig | string | undefined {
  if (given.provider === undefined)
    return given.url || given.key || given.model
      ? 'LECTERN_TRANSLATION_PROVIDER is required by the other settings of translations.'
      : undefined;
  const provider = TRANSLATION_PROVIDERS.find((name) => name === given.provider);
  if (!provider) return `LECTERN_TRANSLATION_PROVIDER must be one of ${TRANSLATION_PROVIDERS.join(', ')}.`;
  if (provider === 'openai' && given.url === '' && languageModel)
    return {
      provider,
      url: languageModel.url.replace(/\/$/, ''),
      key: given.key ?? languageModel.key,
      model: given.model ?? languageModel.model,
    };
  const { url, key, model } = given;
  if (url === '')
    return `LECTERN_TRANSLATION_URL is required if LECTERN_TRANSLATION_PROVIDER is set${provider === 'openai' ? ' and LECTERN_MODEL_URL is not' : ''}.`;
  if (provider === 'openai' && !model)
    return 'LECTERN_TRANSLATION_MODEL is required for the provider “openai” with an address of its own.';
  return { provider, url, key, model };
}

/** A misspelled setting would silently have no effect. `known`: every name that was asked for. */
function describeUnknownSettings(environment: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  const findMeant = (name: string): string | undefined => {
    const withoutPrefix = name.slice('LECTERN_'.length);
    return known.has(withoutPrefix) ? withoutPrefix : findNearestName(name, [...known]);
  };
  return Object.keys(environment)
    .filter((name) => name.startsWith('LECTERN_') && !known.has(name))
    .map((name) => `${name} is not a setting. Did you mean ${findMeant(name)}?`);
}

function describeDatabaseUrlProblems(url: string, name = 'DATABASE_URL'): string[] {
  if (!DATABASE_SCHEME.test(url)) return [`${name} must begin with postgres:// or postgresql://.`];
  try {
    readDatabaseUrl(url);
    return [];
  } catch (error) {
    return [`${name} ${(error as Error).message}`];
  }
}

/** `false` (default), `true` (trust every hop), or addresses and networks separated by commas. */
function readTrustProxy(value: string | undefined): boolean | string[] {
  if (value === undefined || /^(0|false|no|off)$/i.test(value)) return false;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  return splitList(value);
}

function areDnsServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}

const SYSLOG_PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

function readAuditSyslog(settings: Settings): Config['auditSyslog'] {
  return settings.check<Config['auditSyslog']>('LECTERN_AUDIT_SYSLOG', undefined, (value) => {
    const { protocol, hostname, port, pathname } = parseUrl(value) ?? {};
    const name = protocol?.slice(0, -1) as keyof typeof SYSLOG_PORTS | undefined;
    if (!name || !hostname || !(name in SYSLOG_PORTS) || (pathname && pathname !== '/'))
      return 'must be an address such as tls://logs.example.com:6514, udp://… or tcp://….';
    return {
      protocol: name,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : SYSLOG_PORTS[name],
    };
  });
}

function readQuotas(settings: Settings): Config['quotas'] {
  const count = (name: string): number | undefined =>
    settings.check<number | undefined>(name, undefined, (value) =>
      /^\d{1,9}$/.test(value) ? Number(value) : `must be a whole number, not “${value}”.`,
    );
  return withoutUndefined({
    storage: settings.check<number | undefined>(
      'LECTERN_QUOTA_STORAGE',
      undefined,
      (value) => parseSize(value) ?? `must be a size such as 10GB, not “${value}”.`,
    ),
    spaces: count('LECTERN_QUOTA_SPACES'),
    members: count('LECTERN_QUOTA_MEMBERS'),
    sites: count('LECTERN_QUOTA_SITES'),
    'imports-running': count('LECTERN_QUOTA_IMPORTS_RUNNING'),
    'imports-per-day': count('LECTERN_QUOTA_IMPORTS_PER_DAY'),
  });
}

const withoutUndefined = (limits: Partial<Record<Quota, number | undefined>>): Config['quotas'] =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

function parseSize(value: string): number | undefined {
  const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(value);
  if (!match) return undefined;
  const unit = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }[(match[2] ?? 'b').toLowerCase()] ?? 1;
  return Number(match[1]) * unit;
}
