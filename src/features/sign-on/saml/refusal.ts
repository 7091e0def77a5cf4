/** Why nobody is signed in, by a code that stays the same, in a sentence for whoever sees it. */
const REASONS = {
  'not-base64': 'The answer of the identity provider is not Base64: it was damaged or cut off on the way.',
  'too-large': 'The answer of the identity provider is larger than any that is read here.',
  'not-xml': 'The answer of the identity provider is not well-formed XML.',
  'document-type':
    'The answer of the identity provider declares a document type or uses entities, which none needs.',
  comment: 'The answer of the identity provider holds a comment, which could hide a part of a name.',
  markup: 'The answer of the identity provider holds markup other than elements, which none needs.',
  'not-a-response': 'What the identity provider sent is not a response of SAML 2.0.',
  status: 'The identity provider did not sign you in. Try again there, or ask those who run it.',
  encrypted:
    'The identity provider encrypted its answer. Turn encryption off there: TLS protects the answer already.',
  'no-assertion':
    'The answer of the identity provider says nothing about who you are: it holds no assertion.',
  'several-assertions': 'The answer of the identity provider holds more than one assertion.',
  wrapped: 'The answer of the identity provider was put together of parts that do not belong together.',
  unsigned: 'The assertion is not signed. Let the identity provider sign assertions, not only responses.',
  'signature-form': 'The signature does not cover the assertion in the way that SAML asks for.',
  'weak-algorithm':
    'The answer is signed with SHA-1 or another algorithm that is not safe. Choose RSA with SHA-256 at the identity provider.',
  'certificate-expired':
    'The certificate of this provider is not valid any more, or not yet. An administrator of the organization must enter the present one.',
  'other-certificate':
    'The answer is signed with another certificate than the one that is set here. An administrator of the organization must compare them.',
  signature:
    'The signature is not good: the answer was changed after it was signed, or signed with another key.',
  issuer: 'The answer comes from another identity provider than the one that is set here.',
  destination: 'The answer was addressed to another service.',
  audience: 'The answer is meant for another service: its audience is not this one.',
  condition: 'The assertion sets a condition that is not known here.',
  'no-sign-in': 'The assertion does not say that anybody signed in.',
  confirmation: 'The assertion does not say that whoever brings it may use it.',
  recipient: 'The assertion was made out to another service: its recipient is not this one.',
  time: 'The assertion does not say how long it is good.',
  'not-yet-valid':
    'The assertion is not valid yet. Compare the clocks of the identity provider and of this service.',
  expired:
    'The assertion is not valid any more. Sign in again; if that fails, compare the clocks of both services.',
  name: 'The assertion does not say in a clear way whom it is about: it needs one name identifier.',
  'transient-name':
    'The identity provider names people differently each time. Let it send a persistent name identifier, or the email address.',
  unsolicited: 'Nobody asked for this answer. Signing in begins here, not at the identity provider.',
  'unknown-request': 'The answer is to a request that this service did not make.',
  'request-expired': 'Signing in took too long. Begin again.',
  'request-used': 'This request was answered already. Begin again.',
  replayed: 'This assertion was used already. Begin again.',
  ticket: 'This page was used already or is too old. Begin again.',
  'other-browser': 'Signing in began in another browser. Begin again in this one, and let it keep cookies.',
  'provider-changed': 'This way to sign in was changed a moment ago. Begin again.',
  'provider-gone': 'This way to sign in is not set up any more. Ask an administrator of the organization.',
  'no-email': 'The identity provider did not say your email address. Let it send the attribute “email”.',
  'no-member':
    'There is an account with your address, but it does not belong to this organization. Ask an administrator for an invitation.',
  'invitation-waits':
    'You are invited to this organization and have not accepted yet. Follow the link of the invitation first.',
  'member-disabled': 'Your membership in this organization is not active. Ask an administrator.',
  'other-account': 'You are signed in with another account than the one that was asked for.',
  'sign-in-anew':
    'Sign in with the password of the account now: the session that this browser has is older than this request.',
} as const;

export type Reason = keyof typeof REASONS;

/** Ends an attempt to sign in. The log gets the detail; nobody else does: it may tell what others sent. */
export class SignOnRefusal extends Error {
  readonly reason: Reason;
  readonly detail: string | undefined;

  constructor(reason: Reason, detail?: string) {
    super(REASONS[reason]);
    this.reason = reason;
    this.detail = detail;
  }
}
