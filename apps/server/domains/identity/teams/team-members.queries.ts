/** The position where a page ends: the time of joining the team, and the id. */
export type TeamMemberPosition = [joinedAt: string, userId: string];
