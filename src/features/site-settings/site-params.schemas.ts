import { Type } from 'typebox';
import { Id } from '../../http/schemas.ts';

export const SiteParams = Type.Object({ organizationId: Id, siteId: Id });
export const SiteSpaceParams = Type.Object({ organizationId: Id, siteId: Id, siteSpaceId: Id });
