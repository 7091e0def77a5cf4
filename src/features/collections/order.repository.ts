import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A collection, or with null the top of the organization: what holds spaces and collections in one order. */
export interface Parent {
  organizationId: string;
  parentId: string | null;
}

/** The condition that a row of a space or collection is right in this parent. */
export function isIn({ organizationId, parentId }: Parent): RawBuilder<SqlBool> {
  return parentId === null
    ? sql`organization_id = ${organizationId} and parent_id is null`
    : sql`organization_id = ${organizationId} and parent_id = ${parentId}`;
}

/** The position behind everything in the parent, also behind deleted spaces. */
export function lastPosition(parent: Parent): RawBuilder<string> {
  return sql`(select 1 + coalesce(floor(greatest(
    (select max(position) from space where ${isIn(parent)}),
    (select max(position) from collection where ${isIn(parent)}))), 0))`;
}
