import type { Invitee } from './invitees.repository.ts';

/**
 * Whether the invitation makes a member at once. Somebody else may have made the account in the hope that its address is
 * invited one day: who is not known to be the one whose address it is becomes a member by the link of the invitation
 * alone (docs/decisions/invitations.md).
 */
export const isMemberAtOnce = (
  { isVerified, isVouched, isUnclaimed }: Pick<Invitee, 'isVerified' | 'isVouched' | 'isUnclaimed'>,
  isNew: boolean,
): boolean => isNew || isVerified || (isVouched && !isUnclaimed);

/** Whether a link has something to do: to let a member in, or to set the first password. */
export const hasSomethingToAccept = (
  { isUnclaimed }: Pick<Invitee, 'isUnclaimed'>,
  isDisabled: boolean,
): boolean => isDisabled || isUnclaimed;
