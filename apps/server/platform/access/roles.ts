/** From the lowest to the highest. A guest (null) ranks below all of them. */
export const LADDER = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof LADDER)[number];
export type RoleOrGuest = Role | null;

const RANK = Object.fromEntries(LADDER.map((role, n) => [role, n + 1])) as Record<Role, number>;

/** 0 for guests, 6 for `admin`. */
export const rank = (role: RoleOrGuest): number => (role === null ? 0 : RANK[role]);

export const isAtLeast = (role: RoleOrGuest, needed: Role): boolean => rank(role) >= RANK[needed];

/** Whether a role is above another one, which may be none. */
export const isAbove = (role: RoleOrGuest, other: RoleOrGuest): boolean => rank(role) > rank(other);
