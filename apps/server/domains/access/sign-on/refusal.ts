/** The reasons for refusing a sign-in: a stable code and a sentence for the user. */
const REASONS = {
  'not-base64':
    'The response of the identity provider is not valid Base64. It was damaged or cut off on the way.',
  'too-large': 'The response of the identity provider is too large.',
  'not-xml': 'The response of the identity provider is not well-formed XML.',
  'document-type':
    'The response of the identity provider declares a document type or uses entities, which is not allowed.',
  comment:
    'The response of the identity provider contains a comment, which is not allowed because it could hide part of a name.',
  markup: 'The response of the identity provider contains markup other than elements, which is not allowed.',
  'not-a-response': 'The identity provider did not send a SAML 2.0 response.',
  status: 'The identity provider did not sign you in. Try again, or contact its administrator.',
  encrypted:
    'The identity provider encrypted its response. Turn off encryption there; TLS already protects the response.',
  'no-assertion':
    'The response of the identity provider contains no assertion, so it does not say who you are.',
  'several-assertions': 'The response of the identity provider contains more than one assertion.',
  wrapped: 'The response of the identity provider was assembled from parts that do not belong together.',
  unsigned:
    'The assertion is not signed. Configure the identity provider to sign assertions, not only responses.',
  'signature-form': 'The signature does not cover the assertion as SAML requires.',
  'weak-algorithm':
    'The response is signed with SHA-1 or another insecure algorithm. Choose RSA with SHA-256 at the identity provider.',
  'certificate-expired':
    'The certificate of this provider has expired or is not valid yet. An administrator of the organization must enter the current one.',
  'other-certificate':
    'The response is signed with a different certificate than the one configured here. An administrator of the organization must compare them.',
  signature:
    'The signature is invalid: the response was changed after it was signed, or was signed with another key.',
  issuer: 'The response comes from a different identity provider than the one configured here.',
  destination: 'The response was addressed to another service.',
  audience: 'The response is meant for another service: its audience is a different one.',
  condition: 'The assertion contains an unknown condition.',
  'no-sign-in': 'The assertion does not say that anyone signed in.',
  confirmation: 'The assertion has no bearer confirmation.',
  recipient: 'The assertion was issued for another service: its recipient is a different one.',
  time: 'The assertion does not say when it expires.',
  'not-yet-valid':
    'The assertion is not valid yet. Compare the clocks of the identity provider and of this service.',
  expired: 'The assertion has expired. Sign in again. If that fails, compare the clocks of both services.',
  name: 'The assertion does not clearly identify a person. It needs exactly one name identifier.',
  'transient-name':
    'The identity provider sends a different name identifier each time. Configure it to send a persistent name identifier or the email address.',
  unsolicited: 'This response was not requested. Start signing in here, not at the identity provider.',
  'unknown-request': 'The response belongs to a request that this service did not make.',
  'request-expired': 'Signing in took too long. Try again.',
  'request-used': 'A response to this request was already received. Try again.',
  replayed: 'This assertion was already used. Try again.',
  ticket: 'This page was already used or has expired. Try again.',
  'other-browser': 'Signing in was started in another browser. Try again in this browser, and allow cookies.',
  'provider-changed': 'This single sign-on provider was changed a moment ago. Try again.',
  'provider-gone': 'This single sign-on provider no longer exists. Ask an administrator of the organization.',
  'no-email':
    'The identity provider did not send your email address. Configure it to send the attribute “email”.',
  'no-member':
    'An account with your email address exists, but it does not belong to this organization. Ask an administrator for an invitation.',
  'invitation-waits':
    'You have not accepted your invitation to this organization yet. Open the invitation link first.',
  'member-disabled': 'Your membership in this organization is not active. Ask an administrator.',
  'organization-suspended': 'This organization is suspended, so nobody can join it.',
  'other-account': 'You are signed in with a different account than the requested one.',
  'sign-in-anew':
    'Sign in again with the password of the account: your current session is older than this request.',
  'oidc-state':
    'This page does not belong to a sign-in that this service started with this provider. Start again.',
  'oidc-unreachable': 'The identity provider does not respond. Try again in a few minutes.',
  'oidc-discovery':
    'The configuration that the identity provider publishes cannot be used. An administrator can test the provider in its settings.',
  'oidc-code':
    'The identity provider did not confirm the sign-in. Try again. If that fails, an administrator must compare the client ID and the client secret.',
  'oidc-token':
    'The response of the identity provider could not be verified: it is not signed by it, or is meant for another service or sign-in.',
  'oidc-expired':
    'The response of the identity provider has expired or is not valid yet. Sign in again. If that fails, compare the clocks of both services.',
  'email-unverified':
    'The identity provider does not confirm that your email address is yours. Verify the address there first.',
  'email-domain': 'This provider does not accept email addresses of your domain. Ask an administrator.',
  'email-of-others':
    'Your email address belongs to a domain of another organization. Ask an administrator for an invitation.',
  'groups-elsewhere':
    'The identity provider sends too many groups, or only says where to find them. Limit the groups that it sends to this application.',
  'no-account': 'There is no account for you on this service. Ask an administrator for an invitation.',
  'account-unproven':
    'There is an account with your email address, but its address was never verified. Sign in with its password, and confirm the address first.',
  'directory-credentials': 'The user name or the password is incorrect.',
  'directory-unreachable': 'The directory does not respond. Try again in a few minutes.',
  'directory-busy': 'Many people are signing in at the moment. Try again in a few seconds.',
  'directory-settings':
    'The directory cannot be used as it is set up here. Ask the operator of this service: its log has the reason.',
  'directory-ambiguous':
    'The directory has more than one entry for this user name. Use a name that only you have, or ask the administrator of the directory.',
  'directory-inactive':
    'Your account in the directory is deactivated, locked or expired. Ask the administrator of the directory.',
  'directory-password-expired':
    'Your password in the directory has expired or must be changed. Change it there first.',
  'directory-groups':
    'You are in more groups than can be read from the directory. Ask the operator of this service.',
  'directory-no-email':
    'Your entry in the directory has no email address. Ask the administrator of the directory to add it.',
} as const;

export type Reason = keyof typeof REASONS;

export const isReason = (text: string): text is Reason => Object.hasOwn(REASONS, text);

/** The sentence for the user. */
export const explainReason = (reason: Reason): string => REASONS[reason];

/** Ends a sign-in attempt. Only the log gets the detail, which may reveal what other parties sent. */
export class SignOnRefusal extends Error {
  readonly reason: Reason;
  readonly detail: string | undefined;

  constructor(reason: Reason, detail?: string) {
    super(REASONS[reason]);
    this.reason = reason;
    this.detail = detail;
  }
}
