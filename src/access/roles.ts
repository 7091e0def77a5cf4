/** From the most to the least. A guest (null) stands below all of them. */
export type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
export type RoleOrGuest = Role | null;

const RANK: Record<Role, number> = { admin: 6, create: 5, review: 4, edit: 3, comment: 2, read: 1 };

const rank = (role: RoleOrGuest): number => (role === null ? 0 : RANK[role]);

export const isAtLeast = (role: RoleOrGuest, needed: Role): boolean => rank(role) >= RANK[needed];

export const highestRole = (...roles: RoleOrGuest[]): RoleOrGuest =>
  roles.reduce((best, role) => (rank(role) > rank(best) ? role : best), null);

export const lowestRole = (...roles: RoleOrGuest[]): RoleOrGuest =>
  roles.reduce((worst, role) => (rank(role) < rank(worst) ? role : worst), 'admin' as RoleOrGuest);
