import { Type } from 'typebox';

export const TransferSpaceBody = Type.Object({
  organization: Type.String({ description: 'The organization to transfer it to.' }),
});
