import { isAbove, LADDER, type Role, type RoleOrGuest } from '../../../platform/access/roles.ts';

const GUEST = 'guest';

/** A short description of what each role allows. */
const LABELS: Record<Role, string> = {
  admin: 'admin – full access',
  create: 'create – create and import content',
  review: 'review – review and merge changes',
  edit: 'edit – change content',
  comment: 'comment – read and comment',
  read: 'read – read content',
};

/** Lists roles, the highest first. `upTo`: the own role of the user, because nobody grants a higher one. */
const roleOptions = (upTo: RoleOrGuest = 'admin'): [value: string, label: string][] =>
  [...LADDER]
    .reverse()
    .filter((role) => !isAbove(role, upTo))
    .map((role) => [role, LABELS[role]]);

export const roleOrGuestOptions = (upTo?: RoleOrGuest): [value: string, label: string][] => [
  ...roleOptions(upTo),
  [GUEST, 'guest – no access by default'],
];

export const showRole = (role: RoleOrGuest): string => role ?? GUEST;

/** Reads the value of a select of roles for the body of a call. */
export const readRole = (text: string | undefined): string | null | undefined =>
  text === GUEST ? null : text;
