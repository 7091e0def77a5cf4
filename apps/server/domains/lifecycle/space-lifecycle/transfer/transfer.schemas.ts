import { Type } from 'typebox';

export const TransferSpaceBody = Type.Object({
  organization: Type.String({ description: 'The id of the destination organization.' }),
});
