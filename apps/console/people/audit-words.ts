import { fullTime } from '../app/time.tsx';
import type { Messages } from '../messages/en.ts';
import { hasText, t } from '../messages/messages.ts';
import type { AuditEvent } from './audit-queries.ts';
import { isRole, nameOfRole } from './roles.tsx';

/** The name of an action. One that this release of the console does not know has the name that the service gives it. */
export function nameOfAction(action: string, fallback = action): string {
  const key = `audit-${action}`;
  return hasText(key) ? t(key) : fallback;
}

export const nameOfActor = ({ actor }: AuditEvent): string =>
  actor.label ?? (actor.type === 'system' ? t('auditSystem') : actor.id);

/** Invite links have no name, and their ids are secrets. */
export const nameOfTarget = ({ target }: AuditEvent): string =>
  target.type === 'invite' ? t('auditInviteLink') : (target.label ?? target.id);

const SOURCES: Record<AuditEvent['source'], keyof Messages> = {
  api: 'auditSourceApi',
  ui: 'auditSourceUi',
  script: 'auditSourceScript',
};

export const nameOfSource = (source: AuditEvent['source']): string => t(SOURCES[source]);

/** A setting that an event changed, in words. */
export interface Change {
  field: string;
  before: string;
  after: string;
}

/** What objects are named by. */
const NAMES = ['displayName', 'title', 'label', 'name'];

/** What an event changed: the settings that differ before and after, and what else it says. */
export function changesOf(payload: Record<string, unknown>): Change[] {
  const { before, after, address: _address, isCut: _isCut, ...others } = payload;
  const was = flatten(before);
  const is = { ...flatten(after), ...flatten(others) };
  return (
    [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
      // What has a name needs no id beside it.
      .filter((field) => !field.endsWith('.id') || !NAMES.some((name) => field.replace(/id$/, name) in is))
      .map((field) => ({
        field: nameOfField(field),
        before: sayValue(field, was[field]),
        after: sayValue(field, is[field]),
      }))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of an object by their paths, such as `mergeRules.approvals`. */
function flatten(value: unknown, path = ''): Record<string, unknown> {
  if (!isObject(value)) return value === undefined || path === '' ? {} : { [path]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`)),
  );
}

const nameOfField = (path: string): string =>
  path
    .split('.')
    .map((name) => {
      const key = `auditField-${name}`;
      return hasText(key) ? t(key) : name;
    })
    .join(' · ');

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function sayValue(field: string, value: unknown): string {
  const isOfRole = /(?:^|\.)(?:role|defaultRole|defaultLevel)$/.test(field);
  if (value === null && /(?:^|\.)(?:role|defaultRole)$/.test(field)) return nameOfRole(null);
  if (value === null && isOfRole) return t('accessNobody');
  if (value === undefined || value === null || value === '') return t('auditEmpty');
  if (typeof value === 'boolean') return t(value ? 'auditYes' : 'auditNo');
  if (Array.isArray(value))
    return value.length === 0 ? t('auditEmpty') : value.map((one) => sayValue(field, one)).join(', ');
  if (typeof value === 'string') {
    if (isOfRole && value === 'inherit') return t('accessInherit');
    if (isOfRole && isRole(value)) return nameOfRole(value);
    return TIME.test(value) ? fullTime(value) : value;
  }
  return isObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => `${nameOfField(name)}: ${sayValue(name, inner)}`)
        .join(', ')
    : String(value);
}
