/** Where in the list a page ends: when they joined the team, and the id. */
export type TeamMemberPosition = [joinedAt: string, userId: string];
